import { expect, test } from 'vitest';
import { advanceTime, databaseNow } from '../../staging/advance-time.js';
import { allRows, rowOf } from '../../staging/rows.js';
import { aJob, anEnding, claimDue, enqueueOne, ids, LEASE_MS, runningJob } from '../../staging/store-calls.js';
import type { Stage } from '../../staging/stage.js';

export function claimRules(stage: Stage): void {
  test('a claimed job is running under a new fence, with an owner and a lease', async () => {
    const id = await enqueueOne(stage.store, { tenant: 'acme', queue: 'mail', payload: '[1]', priority: 1 });
    const [claimed] = await claimDue(stage.store, { owner: 'w', leaseMs: 45_000 });
    const row = await rowOf(stage.engine.database, id);
    expect(row).toMatchObject({ status: 'running', fence: 1, lease_owner: 'w', attempts: 0, finished_at: null });
    expect(row.lease_expires_at! - row.started_at!).toBe(45_000);
    expect(row.heartbeat_at).toBeNull();
    expect({ ...claimed, place: undefined }).toEqual({
      ...{ id, fence: 1, tenant: 'acme', queue: 'mail', type: 'work', payload: '[1]', priority: 1 },
      ...{ runAt: row.run_at, attempts: 0, maxAttempts: 5, crashes: 0, errors: null, startedAt: row.started_at },
      specHash: null,
      traceparent: null,
      correlationId: null,
      suspicion: 0,
    });
  });

  test('jobs are taken in the order of run_at, and those of one time as they came', async () => {
    const now = await databaseNow(stage.engine.database);
    const late = aJob({ runAt: now - 1_000 });
    const first = aJob({ runAt: now - 3_000 });
    const second = aJob({ runAt: now - 3_000 });
    await stage.store.enqueue([late, first, second]);
    expect(ids(await claimDue(stage.store, { quota: 1 }))).toEqual([first.id]);
    expect(ids(await claimDue(stage.store, { quota: 1 }))).toEqual([second.id]);
    expect(ids(await claimDue(stage.store, { quota: 1 }))).toEqual([late.id]);
  });

  test('a critical job that came last is offered before a low one that came first', async () => {
    const priorities = [3, 2, 0, 1];
    for (const priority of priorities) await enqueueOne(stage.store, { priority });
    const claimed = await claimDue(stage.store);
    expect(claimed.map((job) => job.priority)).toEqual([0, 1, 2, 3]);
  });

  test('only jobs whose payload has the wanted field are claimed, whatever other payloads hold', async () => {
    const payloads = ['{"parser":"a"}', '{"parser":"b"}', '"\\u0000"', '{"parser":"b","text":"\\ud800"}', '[1]'];
    const jobs = payloads.map((payload) => aJob({ payload }));
    await stage.store.enqueue(jobs);
    const { lanes } = await stage.store.findReadyLanes({ types: ['work'] });
    const takes = lanes.map((lane) => ({ ...lane, quota: 10, only: { fields: { parser: 'b' } } }));
    expect(ids(await stage.store.claim('w', LEASE_MS, takes)).sort()).toEqual([jobs[1]!.id, jobs[3]!.id].sort());
    expect(await stage.store.claim('w', LEASE_MS, takes)).toEqual([]);
  });

  test('of several wanted fields, a claimed payload has all', async () => {
    const payloads = ['{"a":"1","b":"2"}', '{"a":"1","b":"3"}', '{"b":"2"}', '{"a":"2","b":"1"}'];
    const jobs = payloads.map((payload) => aJob({ payload }));
    await stage.store.enqueue(jobs);
    const { lanes } = await stage.store.findReadyLanes({ types: ['work'] });
    const takes = lanes.map((lane) => ({ ...lane, quota: 10, only: { fields: { a: '1', b: '2' } } }));
    expect(ids(await stage.store.claim('w', LEASE_MS, takes))).toEqual([jobs[0]!.id]);
  });

  test('a worker that came for one job takes that one, wherever it stands in the line', async () => {
    const jobs = Array.from({ length: 3 }, (_, index) => aJob({ specHash: `hash ${index}` }));
    await stage.store.enqueue(jobs);
    const { lanes } = await stage.store.findReadyLanes({ types: ['work'] });
    const takes = lanes.map((lane) => ({ ...lane, quota: 10, only: { job: jobs[1]!.id } }));
    const claimed = await stage.store.claim('w', LEASE_MS, takes);
    expect(claimed).toMatchObject([{ id: jobs[1]!.id, specHash: 'hash 1' }]);
    expect(await stage.store.claim('w', LEASE_MS, takes)).toEqual([]);
  });

  test('no more than its quota is taken from a lane', async () => {
    await stage.store.enqueue(Array.from({ length: 10 }, () => aJob()));
    await stage.store.enqueue(Array.from({ length: 10 }, () => aJob({ tenant: 'acme' })));
    const { lanes } = await stage.store.findReadyLanes({ types: ['work'] });
    const takes = lanes.map((lane) => ({ ...lane, quota: lane.tenant === 'acme' ? 2 : 5 }));
    const claimed = await stage.store.claim('w', LEASE_MS, takes);
    expect(claimed.filter((job) => job.tenant === 'acme')).toHaveLength(2);
    expect(claimed.filter((job) => job.tenant === 'default')).toHaveLength(5);
  });

  test('jobs of several lines come with their own queue, tenant, type and priority', async () => {
    const jobs = [
      aJob({ queue: 'mail', tenant: 'acme', type: 'work', priority: 0 }),
      aJob({ queue: 'print', tenant: 'zeta', type: 'play', priority: 3 }),
    ];
    await stage.store.enqueue(jobs);
    const claimed = await claimDue(stage.store, { reach: { types: ['work', 'play'] } });
    expect(claimed).toMatchObject(
      jobs.map(({ id, queue, tenant, type, priority }) => ({ id, queue, tenant, type, priority })),
    );
  });

  test.each([
    ['queue', { queue: 'mail' }],
    ['tenant', { tenant: 'acme' }],
    ['type', { type: 'play' }],
    ['priority', { priority: 1 }],
  ])('a claim from one line leaves alone what differs only in its %s', async (_, values) => {
    const now = await databaseNow(stage.engine.database);
    const [meant, bystander] = [aJob({ runAt: now }), aJob({ runAt: now, ...values })];
    await stage.store.enqueue([bystander, meant]);
    const take = { queue: 'default', tenant: 'default', type: 'work', priority: 2, headRunAt: 0, quota: 10 };
    expect(ids(await stage.store.claim('w', LEASE_MS, [take]))).toEqual([meant.id]);
    expect(await rowOf(stage.engine.database, bystander.id)).toMatchObject({
      ...{ status: 'pending', fence: 0, lease_owner: null, started_at: null },
    });
  });

  test('a claim begins at the head of the line it is given, and not before', async () => {
    const head = (await databaseNow(stage.engine.database)) - 5_000;
    const [before, at, after] = [-1, 0, 1].map((ms) => aJob({ runAt: head + ms }));
    await stage.store.enqueue([before!, at!, after!]);
    const take = { queue: 'default', tenant: 'default', type: 'work', priority: 2, headRunAt: head, quota: 10 };
    expect(ids(await stage.store.claim('w', LEASE_MS, [take])).sort()).toEqual([at!.id, after!.id].sort());
  });

  test('a claim forgets the heartbeat of the claim before', async () => {
    const job = await runningJob(stage.store);
    await stage.store.renew('worker-a', LEASE_MS, [job]);
    await stage.store.finish('worker-a', [anEnding(job, { status: 'pending' })]);
    expect((await rowOf(stage.engine.database, job.id)).heartbeat_at).not.toBeNull();
    await claimDue(stage.store);
    expect((await rowOf(stage.engine.database, job.id)).heartbeat_at).toBeNull();
  });

  test('of two queues, only the one that was paused gives nothing', async () => {
    await enqueueOne(stage.store, { queue: 'mail' });
    const open = await enqueueOne(stage.store, { queue: 'print' });
    const { lanes } = await stage.store.findReadyLanes({ types: ['work'] });
    await stage.engine.pauseQueue('mail');
    const takes = lanes.map((lane) => ({ ...lane, quota: 5 }));
    expect(ids(await stage.store.claim('w', LEASE_MS, takes))).toEqual([open]);
  });

  test('a job that is scheduled for later is not taken until its time', async () => {
    const id = await enqueueOne(stage.store, { delayMs: 60_000 });
    expect(await claimDue(stage.store)).toEqual([]);
    await advanceTime(stage.engine.database, 61_000);
    expect(ids(await claimDue(stage.store))).toEqual([id]);
  });

  test('a running job is not taken again', async () => {
    await enqueueOne(stage.store);
    expect(await claimDue(stage.store)).toHaveLength(1);
    expect(await claimDue(stage.store, { owner: 'other' })).toEqual([]);
  });

  test('a claim of nothing takes nothing', async () => {
    await enqueueOne(stage.store);
    expect(await stage.store.claim('w', LEASE_MS, [])).toEqual([]);
  });

  test('a lane that ran dry between search and claim gives nothing', async () => {
    await enqueueOne(stage.store);
    const { lanes } = await stage.store.findReadyLanes({ types: ['work'] });
    const takes = lanes.map((lane) => ({ ...lane, quota: 5 }));
    expect(await stage.store.claim('w', LEASE_MS, takes)).toHaveLength(1);
    expect(await stage.store.claim('w', LEASE_MS, takes)).toEqual([]);
  });

  test('a queue that was paused since the search gives nothing', async () => {
    await enqueueOne(stage.store, { queue: 'mail' });
    const { lanes } = await stage.store.findReadyLanes({ types: ['work'] });
    const takes = lanes.map((lane) => ({ ...lane, quota: 5 }));
    await stage.engine.pauseQueue('mail');
    expect(await stage.store.claim('w', LEASE_MS, takes)).toEqual([]);
    await stage.engine.resumeQueue('mail');
    expect(await stage.store.claim('w', LEASE_MS, takes)).toHaveLength(1);
  });

  test('every claim of a job has a higher fence than the one before', async () => {
    const id = await enqueueOne(stage.store);
    for (const fence of [1, 2, 3]) {
      const [job] = await claimDue(stage.store);
      expect(job?.fence).toBe(fence);
      await stage.store.finish('worker-a', [anEnding(job!, { status: 'pending' })]);
    }
    expect((await rowOf(stage.engine.database, id)).fence).toBe(3);
  });

  test('a claim hands over the errors and counters of earlier attempts', async () => {
    await enqueueOne(stage.store);
    const [first] = await claimDue(stage.store);
    const errors = '[{"code":"X"}]';
    await stage.store.finish('worker-a', [anEnding(first!, { status: 'pending', charge: 1, crash: 1, errors })]);
    const [second] = await claimDue(stage.store);
    expect(second).toMatchObject({ attempts: 1, crashes: 1, errors });
  });

  test('claims from four sides at once share out the jobs, each to one', async () => {
    const jobs = Array.from({ length: 400 }, (_, index) => aJob({ tenant: `t${index % 4}`, priority: index % 3 }));
    await stage.store.enqueue(jobs);
    const engines = [stage.engine, await stage.openAnother(), await stage.openAnother(), await stage.openAnother()];
    const takenBy = await Promise.all(
      engines.map(async ({ store }, index) => {
        const taken: string[] = [];
        for (;;) {
          const batch = await claimDue(store, { owner: `w${index}`, quota: 3 });
          if (batch.length === 0) return taken;
          taken.push(...ids(batch));
        }
      }),
    );
    const all = takenBy.flat();
    expect(new Set(all).size).toBe(all.length);
    // A claim passes over what another holds locked at that moment, so the very last jobs may be left to a next look.
    const left = await claimDue(stage.store, { owner: 'last' });
    expect([...all, ...ids(left)].sort()).toEqual(ids(jobs).sort());
    for (const row of await allRows(stage.engine.database)) expect(row).toMatchObject({ status: 'running', fence: 1 });
  });
}
