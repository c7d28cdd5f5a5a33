import { expect, test } from 'vitest';
import { sharedWrite } from '../../../../src/engine/outcome.js';
import type { ClaimedJob, Rejection, Ending, NewJob } from '../../../../src/engine/store.js';
import { CasparianError } from '../../../../src/platform/index.js';
import { advanceTime, databaseNow } from '../../staging/advance-time.js';
import { allRows, rowOf, updateRow } from '../../staging/rows.js';
import {
  aJob,
  anEnding,
  claimDue,
  claimSuspect,
  enqueueOne,
  ids,
  LEASE_MS,
  runningJob,
} from '../../staging/store-calls.js';
import type { Stage } from '../../staging/stage.js';

export function finishRules(stage: Stage): void {
  const finish = (...endings: Ending[]): Promise<Rejection[]> => stage.store.finish('worker-a', endings);
  const refused = ({ id }: { id: string }): Rejection => ({ id, instead: 'refused' });
  const cancelled = ({ id }: { id: string }): Rejection => ({ id, instead: 'cancelled' });
  const row = (id: string) => rowOf(stage.engine.database, id);

  test.each(['completed', 'completed_with_warnings', 'failed', 'dead_letter', 'cancelled'] as const)(
    'a job that ends as %s has an end, a result, and no owner',
    async (status) => {
      const job = await runningJob(stage.store);
      expect(await finish(anEnding(job, { status, result: '{"rows":3}' }))).toEqual([]);
      const ended = await row(job.id);
      expect(ended).toMatchObject({ status, result: '{"rows":3}', lease_owner: null, lease_expires_at: null });
      expect(ended.finished_at).toBeGreaterThanOrEqual(ended.started_at!);
      expect(ended).toMatchObject({ attempts: 0, crashes: 0, fence: 1 });
    },
  );

  test('a completion without a result leaves the result empty', async () => {
    const job = await runningJob(stage.store);
    expect(await finish(anEnding(job))).toEqual([]);
    expect(await row(job.id)).toMatchObject({ status: 'completed', result: null, lease_owner: null });
  });

  test('jobs are completed together whether or not their rows were written since the claim', async () => {
    await stage.store.enqueue([aJob(), aJob(), aJob()]);
    const jobs = await claimDue(stage.store);
    await stage.store.renew('worker-a', LEASE_MS, jobs.slice(0, 1));
    await updateRow(stage.engine.database, jobs[1]!.id, { progress: '{"fraction":0.5}' });
    expect(await finish(...jobs.map((job) => anEnding(job)))).toEqual([]);
    expect((await allRows(stage.engine.database)).map(({ status }) => status)).toEqual(Array(3).fill('completed'));
  });

  test('a completion ends its own job, although another is found at its place', async () => {
    await stage.store.enqueue([aJob(), aJob()]);
    const [job, other] = (await claimDue(stage.store)) as [ClaimedJob, ClaimedJob];
    expect(await finish(anEnding({ ...job, place: other.place }))).toEqual([]);
    expect(await row(job.id)).toMatchObject({ status: 'completed' });
    expect(await row(other.id)).toMatchObject({ status: 'running' });
  });

  test('jobs are completed, although each is found at the place of the other', async () => {
    await stage.store.enqueue([aJob(), aJob()]);
    const [job, other] = (await claimDue(stage.store)) as [ClaimedJob, ClaimedJob];
    const swapped = [anEnding({ ...job, place: other.place }), anEnding({ ...other, place: job.place })];
    expect(await finish(...swapped)).toEqual([]);
    expect((await allRows(stage.engine.database)).map(({ status }) => status)).toEqual(['completed', 'completed']);
  });

  test('no endings are no work', async () => {
    expect(await finish()).toEqual([]);
  });

  test('a failed attempt waits for its retry, charged, with its error', async () => {
    const job = await runningJob(stage.store);
    const errors = '[{"code":"NETWORK_ERROR"}]';
    await finish(anEnding(job, { status: 'pending', delayMs: 8_000, charge: 1, errors }));
    const waiting = await row(job.id);
    expect(waiting).toMatchObject({ status: 'pending', attempts: 1, crashes: 0, errors, finished_at: null });
    const now = await databaseNow(stage.engine.database);
    expect(waiting.run_at - now).toBeGreaterThan(3_000);
    expect(waiting.run_at - now).toBeLessThanOrEqual(8_000);
    expect(await claimDue(stage.store)).toEqual([]);
    await advanceTime(stage.engine.database, 9_000);
    expect(ids(await claimDue(stage.store))).toEqual([job.id]);
  });

  test('a snoozed job waits uncharged', async () => {
    const job = await runningJob(stage.store);
    await finish(anEnding(job, { status: 'pending', delayMs: 60_000 }));
    expect(await row(job.id)).toMatchObject({ status: 'pending', attempts: 0, crashes: 0, errors: null });
    expect(await claimDue(stage.store)).toEqual([]);
  });

  test('a released job keeps its place at the head of the line, uncharged', async () => {
    const job = await runningJob(stage.store);
    await enqueueOne(stage.store);
    await finish(anEnding(job, { status: 'pending' }));
    expect(await row(job.id)).toMatchObject({ status: 'pending', attempts: 0, run_at: job.runAt, lease_owner: null });
    expect(ids(await claimDue(stage.store, { quota: 1 }))).toEqual([job.id]);
  });

  test('an ending without errors of its own leaves the earlier ones', async () => {
    const job = await runningJob(stage.store);
    const errors = '[{"code":"X"}]';
    await finish(anEnding(job, { status: 'pending', charge: 1, errors }));
    const [again] = await claimDue(stage.store);
    await finish(anEnding(again!, { result: '1' }));
    expect(await row(job.id)).toMatchObject({ status: 'completed', errors, attempts: 1 });
  });

  test('many endings of every kind are committed in one call', async () => {
    const statuses = ['completed', 'failed', 'pending', 'dead_letter', 'cancelled', 'completed_with_warnings'] as const;
    await stage.store.enqueue(Array.from({ length: 60 }, () => aJob()));
    const held = await claimDue(stage.store);
    const endings = held.map((job, index) => anEnding(job, { status: statuses[index % statuses.length]! }));
    expect(await finish(...endings)).toEqual([]);
    for (const [index, job] of held.entries())
      expect((await row(job.id)).status).toBe(statuses[index % statuses.length]);
  });

  test('a stale fence and another owner are refused, whatever the ending, and change nothing', async () => {
    const statuses = ['completed', 'failed', 'pending', 'dead_letter', 'cancelled'] as const;
    for (const status of statuses) {
      const job = await runningJob(stage.store);
      const before = await row(job.id);
      const how = { status, charge: 1 as const, crash: 1 as const, errors: '[]', result: '1', delayMs: 5 };
      expect(await finish(anEnding({ ...job, fence: job.fence - 1 }, how))).toEqual([refused(job)]);
      expect(await finish(anEnding({ ...job, fence: job.fence + 1 }, how))).toEqual([refused(job)]);
      expect(await stage.store.finish('worker-b', [anEnding(job, how)])).toEqual([refused(job)]);
      expect(await row(job.id)).toEqual(before);
    }
  });

  test('of many endings, only the stale ones are refused', async () => {
    const stale = await runningJob(stage.store);
    const bare = await runningJob(stage.store);
    const rich = await runningJob(stage.store);
    const retried = await runningJob(stage.store);
    const followed = await runningJob(stage.store);
    const rejections = await finish(
      anEnding(bare),
      anEnding({ ...stale, fence: 0 }),
      anEnding(rich, { result: '1' }),
      anEnding(retried, { status: 'pending', charge: 1 }),
      anEnding(followed, { followUps: [aJob()] }),
    );
    expect(rejections).toEqual([refused(stale)]);
    expect((await row(stale.id)).status).toBe('running');
  });

  test('bare completions of jobs that were claimed once and twice are accepted together', async () => {
    const first = await runningJob(stage.store);
    await finish(anEnding(first, { status: 'pending' }));
    const [again, bystander] = [await runningJob(stage.store), await runningJob(stage.store)];
    const twice = { id: first.id, fence: 2 };
    expect((await row(first.id)).fence).toBe(2);
    expect(await finish(anEnding(twice), anEnding(again))).toEqual([]);
    expect([(await row(first.id)).status, (await row(again.id)).status]).toEqual(['completed', 'completed']);
    expect((await row(bystander.id)).status).toBe('running');
    expect(await finish(anEnding({ ...bystander, fence: 2 }), anEnding(twice))).toEqual([refused(bystander)]);
  });

  test('follow-ups of an ending beside one that is refused come into being once', async () => {
    const [stale, followed] = [await runningJob(stage.store), await runningJob(stage.store)];
    expect(await finish(anEnding({ ...stale, fence: 0 }), anEnding(followed, { followUps: [aJob()] }))).toEqual([
      refused(stale),
    ]);
    expect(await allRows(stage.engine.database)).toHaveLength(3);
  });

  test('of endings with writes and without, those that are refused are named', async () => {
    const jobs = [await runningJob(stage.store), await runningJob(stage.store), await runningJob(stage.store)];
    const [written, lost, plain] = [jobs[0]!, jobs[1]!, jobs[2]!];
    const write = (): Promise<void> => Promise.resolve();
    const endings = [anEnding(written, { write }), anEnding({ ...lost, fence: 0 }, { write }), anEnding(plain)];
    expect(await finish(...endings)).toEqual([refused(lost)]);
    expect([(await row(written.id)).status, (await row(plain.id)).status]).toEqual(['completed', 'completed']);
    expect((await row(lost.id)).status).toBe('running');
  });

  test('a retry with a write that becomes a cancel is said to be one', async () => {
    const job = await runningJob(stage.store);
    await stage.engine.cancel(job.id);
    expect(await finish(anEnding(job, { status: 'pending', write: () => Promise.resolve() }))).toEqual([
      cancelled(job),
    ]);
  });

  test.each([
    ['completed', 'failed'],
    ['failed', 'completed'],
    ['cancelled', 'pending'],
    ['completed', 'pending'],
  ] as const)('a job that ended as %s under this fence does not count as %s', async (first, second) => {
    const [job, other] = [await runningJob(stage.store), await runningJob(stage.store)];
    await finish(anEnding(job, { status: first }), anEnding(other, { status: second }));
    expect(await finish(anEnding(job, { status: second }))).toEqual([refused(job)]);
    expect((await row(job.id)).status).toBe(first);
  });

  test('a job that completed after its cancel was requested does not count as one that waits', async () => {
    const job = await runningJob(stage.store);
    await stage.engine.cancel(job.id);
    await finish(anEnding(job));
    expect(await finish(anEnding(job, { status: 'pending' }))).toEqual([refused(job)]);
  });

  test('a retry without a delay goes to the end of the line', async () => {
    const job = await runningJob(stage.store, { runAt: 1_000 });
    await finish(anEnding(job, { status: 'pending', delayMs: 0, charge: 1 }));
    const now = await databaseNow(stage.engine.database);
    expect((await row(job.id)).run_at).toBeGreaterThan(now - 30_000);
    expect((await row(job.id)).run_at).toBeLessThanOrEqual(now);
  });

  test('crashes and attempts are charged as the ending says, each by itself', async () => {
    const [crash, charge] = [await runningJob(stage.store), await runningJob(stage.store)];
    await finish(anEnding(crash, { status: 'failed', crash: 1 }), anEnding(charge, { status: 'failed', charge: 1 }));
    expect(await row(crash.id)).toMatchObject({ attempts: 0, crashes: 1 });
    expect(await row(charge.id)).toMatchObject({ attempts: 1, crashes: 0 });
  });

  test('a worker that lost its job to another cannot end it, and the other can', async () => {
    const lost = await runningJob(stage.store);
    await advanceTime(stage.engine.database, LEASE_MS + 1_000);
    await stage.store.rescue(10);
    const mine = await claimSuspect(stage.store, 'worker-b');
    expect(await finish(anEnding(lost, { result: '"stale"' }))).toEqual([refused(lost)]);
    expect(await stage.store.finish('worker-b', [anEnding(mine!, { result: '"fresh"' })])).toEqual([]);
    expect(await row(lost.id)).toMatchObject({ status: 'completed', result: '"fresh"' });
  });

  test.each([
    ['bare', {}],
    ['with a result', { result: '7' }],
    ['failed', { status: 'failed', charge: 1, errors: '[]' }],
    ['for a retry', { status: 'pending', delayMs: 60_000, charge: 1, errors: '[]' }],
  ] as [string, Partial<Ending>][])(
    'an ending whose answer got lost can be sent again without doing anything twice: %s',
    async (_, values) => {
      const job = await runningJob(stage.store);
      const ending = anEnding(job, values);
      expect(await finish(ending)).toEqual([]);
      const first = await row(job.id);
      expect(await finish(ending)).toEqual([]);
      expect(await row(job.id)).toEqual(first);
    },
  );

  test('a retry that became a cancel, and whose answer got lost, can be sent again', async () => {
    const job = await runningJob(stage.store);
    await stage.engine.cancel(job.id);
    const ending = anEnding(job, { status: 'pending', delayMs: 60_000, charge: 1, errors: '[]' });
    expect(await finish(ending)).toEqual([cancelled(job)]);
    expect(await finish(ending)).toEqual([cancelled(job)]);
    expect(await row(job.id)).toMatchObject({ status: 'cancelled', attempts: 1 });
  });

  test('a retry that becomes a cancel is accepted, also beside an ending that is refused', async () => {
    const [job, stale] = [await runningJob(stage.store), await runningJob(stage.store)];
    await stage.engine.cancel(job.id);
    expect(await finish(anEnding(job, { status: 'pending' }), anEnding({ ...stale, fence: 0 }))).toEqual([
      cancelled(job),
      refused(stale),
    ]);
    expect((await row(job.id)).status).toBe('cancelled');
  });

  test('a completion with follow-ups and writes whose answer got lost can be sent again: both happen once', async () => {
    const job = await runningJob(stage.store);
    const ending = anEnding(job, { followUps: [aJob()], write: (tx) => void_(stage.store.enqueue([aJob()], tx)) });
    expect(await finish(ending)).toEqual([]);
    expect(await finish(ending)).toEqual([]);
    expect(await allRows(stage.engine.database)).toHaveLength(3);
  });

  test('a completion with follow-ups alone whose answer got lost can be sent again', async () => {
    const job = await runningJob(stage.store);
    const ending = anEnding(job, { followUps: [aJob(), aJob({ idempotencyKey: 'k' })] });
    expect(await finish(ending)).toEqual([]);
    expect(await finish(ending)).toEqual([]);
    expect(await allRows(stage.engine.database)).toHaveLength(3);
  });

  test('follow-ups come into being with the completion', async () => {
    const job = await runningJob(stage.store);
    const child = aJob({ parentJobId: job.id, tenant: 'acme', payload: '{"sign":1}' });
    await finish(anEnding(job, { followUps: [child], result: '1' }));
    expect(await row(child.id)).toMatchObject({ status: 'pending', parent_job_id: job.id, payload: '{"sign":1}' });
  });

  test('a follow-up with a key that is taken does not spoil the completion', async () => {
    const earlier = await enqueueOne(stage.store, { type: 'sign', idempotencyKey: 'k' });
    const job = await runningJob(stage.store);
    expect(await finish(anEnding(job, { followUps: [aJob({ type: 'sign', idempotencyKey: 'k' })] }))).toEqual([]);
    expect((await row(job.id)).status).toBe('completed');
    expect(ids(await allRows(stage.engine.database)).sort()).toEqual([earlier, job.id].sort());
  });

  test('a stale completion brings neither its follow-ups nor its writes', async () => {
    const job = await runningJob(stage.store);
    let wrote = false;
    const write = async (): Promise<void> => {
      wrote = true;
    };
    const stale = { ...job, fence: job.fence - 1 };
    expect(await finish(anEnding(stale, { followUps: [aJob()], write }))).toEqual([refused(job)]);
    expect(await finish(anEnding(stale, { followUps: [aJob()] }))).toEqual([refused(job)]);
    expect(wrote).toBe(false);
    expect(ids(await allRows(stage.engine.database))).toEqual([job.id]);
  });

  test('a follow-up the database refuses takes the completion back with it', async () => {
    const job = await runningJob(stage.store);
    const ending = anEnding(job, { followUps: [aJob(), aJob({ priority: 9 })] });
    await expect(finish(ending)).rejects.toMatchObject({ code: 'DATABASE_ERROR' });
    expect((await row(job.id)).status).toBe('running');
    expect(await allRows(stage.engine.database)).toHaveLength(1);
  });

  test('domain writes commit with the completion', async () => {
    const job = await runningJob(stage.store);
    const written = aJob();
    const write = (tx: Parameters<NonNullable<Ending['write']>>[0]) => void_(stage.store.enqueue([written], tx));
    await finish(anEnding(job, { write }));
    expect((await row(written.id)).status).toBe('pending');
    expect((await row(job.id)).status).toBe('completed');
  });

  test.each(['no such account', 'the account is closed', 'Connection terminated', 'timeout of the payment service'])(
    'a write that throws (%s) undoes completion, writes and follow-ups, and its own error comes out',
    async (message) => {
      const job = await runningJob(stage.store);
      const failure = new Error(message);
      const write: Ending['write'] = async (tx) => {
        await stage.store.enqueue([aJob()], tx);
        throw failure;
      };
      await expect(finish(anEnding(job, { write, followUps: [aJob()] }))).rejects.toBe(failure);
      expect((await row(job.id)).status).toBe('running');
      expect(await allRows(stage.engine.database)).toHaveLength(1);
    },
  );

  test('a write whose statement the database refuses undoes everything', async () => {
    const job = await runningJob(stage.store);
    const write: Ending['write'] = async (tx) => {
      await stage.store.enqueue([aJob()], tx);
      await tx.query('SELECT * FROM no_such_table');
    };
    await expect(finish(anEnding(job, { write }))).rejects.toBeInstanceOf(CasparianError);
    expect((await row(job.id)).status).toBe('running');
    expect(await allRows(stage.engine.database)).toHaveLength(1);
  });

  test('after one write of a batch threw, the others can be sent again and happen once', async () => {
    const [good, bad, plain] = [
      await runningJob(stage.store),
      await runningJob(stage.store),
      await runningJob(stage.store),
    ];
    const endings = [
      anEnding(good, { write: (tx) => void_(stage.store.enqueue([aJob({ payload: '"written"' })], tx)) }),
      anEnding(bad, { write: () => Promise.reject(new Error('no')) }),
      anEnding(plain, { followUps: [aJob({ payload: '"followed"' })] }),
    ];
    await expect(finish(...endings)).rejects.toThrow('no');
    expect(await finish(endings[0]!)).toEqual([]);
    expect(await finish(endings[2]!)).toEqual([]);
    const payloads = (await allRows(stage.engine.database)).map((one) => one.payload).filter((text) => text !== '{}');
    expect(payloads.sort()).toEqual(['"followed"', '"written"']);
    expect((await row(bad.id)).status).toBe('running');
  });

  test.each([
    ['a retry', { delayMs: 5_000, charge: 1, errors: '[]' }],
    ['a snooze', { delayMs: 5_000 }],
    ['a release', {}],
  ] as [string, Partial<Ending>][])('a job whose cancel was requested ends cancelled by %s', async (_, values) => {
    const job = await runningJob(stage.store);
    await stage.engine.cancel(job.id);
    expect(await finish(anEnding(job, { status: 'pending', ...values }))).toEqual([cancelled(job)]);
    expect(await row(job.id)).toMatchObject({ status: 'cancelled', lease_owner: null });
    expect((await row(job.id)).finished_at).not.toBeNull();
    expect(await claimDue(stage.store)).toEqual([]);
  });

  /** Enqueues the items, and notes how many each call was given. */
  function enqueuing(calls: number[] = []) {
    return sharedWrite<NewJob>(async (tx, items) => {
      calls.push(items.length);
      await stage.store.enqueue(items, tx);
    });
  }

  test('endings that share a write make it once, with the items of all, in the commit that ends them', async () => {
    const calls: number[] = [];
    const share = enqueuing(calls);
    await stage.store.enqueue([aJob(), aJob(), aJob()]);
    const held = await claimDue(stage.store);
    const written = held.map(() => aJob());
    const followed = aJob();
    const endings = held.map((job, index) =>
      anEnding(job, { share: share(written[index]!), ...(index === 0 && { followUps: [followed] }) }),
    );
    expect(await finish(...endings)).toEqual([]);
    expect(calls).toEqual([3]);
    for (const { id } of held) expect((await row(id)).status).toBe('completed');
    for (const { id } of [...written, followed]) expect((await row(id)).status).toBe('pending');
  });

  test('a shared write gets no item of an ending that is refused', async () => {
    const calls: number[] = [];
    const share = enqueuing(calls);
    const [good, stale] = [await runningJob(stage.store), await runningJob(stage.store)];
    const unwanted = aJob();
    const endings = [
      anEnding(good, { share: share(aJob()) }),
      anEnding({ ...stale, fence: 0 }, { share: share(unwanted), followUps: [aJob()] }),
    ];
    expect(await finish(...endings)).toEqual([refused(stale)]);
    expect(calls).toEqual([1]);
    expect((await row(stale.id)).status).toBe('running');
    expect(ids(await allRows(stage.engine.database))).not.toContain(unwanted.id);
    expect(await allRows(stage.engine.database)).toHaveLength(3);
  });

  test('a shared write is not made if every ending is refused', async () => {
    const calls: number[] = [];
    const stale = { ...(await runningJob(stage.store)), fence: 0 };
    expect(await finish(anEnding(stale, { share: enqueuing(calls)(aJob()) }))).toEqual([refused(stale)]);
    expect(calls).toEqual([]);
  });

  test('a shared write that throws undoes all endings that share it, and each can be sent again alone', async () => {
    const share = sharedWrite<NewJob>(async (tx, items) => {
      await stage.store.enqueue(items, tx);
      if (items.some(({ payload }) => payload === '"bad"')) throw new Error('no');
    });
    const [good, bad] = [await runningJob(stage.store), await runningJob(stage.store)];
    const endings = [
      anEnding(good, { share: share(aJob()) }),
      anEnding(bad, { share: share(aJob({ payload: '"bad"' })) }),
    ];
    await expect(finish(...endings)).rejects.toThrow('no');
    expect([(await row(good.id)).status, (await row(bad.id)).status]).toEqual(['running', 'running']);
    expect(await allRows(stage.engine.database)).toHaveLength(2);
    expect(await finish(endings[0]!)).toEqual([]);
    await expect(finish(endings[1]!)).rejects.toThrow('no');
    expect([(await row(good.id)).status, (await row(bad.id)).status]).toEqual(['completed', 'running']);
    expect(await allRows(stage.engine.database)).toHaveLength(3);
  });

  test('endings with a shared write whose answer got lost can be sent again: it is made once', async () => {
    const calls: number[] = [];
    const share = enqueuing(calls);
    const [first, second] = [await runningJob(stage.store), await runningJob(stage.store)];
    const endings = [anEnding(first, { share: share(aJob()) }), anEnding(second, { share: share(aJob()) })];
    expect(await finish(endings[0]!)).toEqual([]);
    expect(await finish(...endings)).toEqual([]);
    expect(await finish(...endings)).toEqual([]);
    expect(calls).toEqual([1, 1]);
    expect(await allRows(stage.engine.database)).toHaveLength(4);
  });

  test('different shared writes, writes and plain endings of one call do not mix', async () => {
    const calls = { one: [] as number[], other: [] as number[] };
    const [one, other] = [enqueuing(calls.one), enqueuing(calls.other)];
    await stage.store.enqueue(Array.from({ length: 6 }, () => aJob()));
    const held = await claimDue(stage.store);
    const write: Ending['write'] = (tx) => void_(stage.store.enqueue([aJob()], tx));
    const effects = [{ share: one(aJob()) }, { share: other(aJob()) }, { share: one(aJob()) }, { write }, {}];
    const both = { write, share: one(aJob()) };
    expect(await finish(...[...effects, both].map((each, index) => anEnding(held[index]!, each)))).toEqual([]);
    expect([calls.one.toSorted(), calls.other]).toEqual([[1, 2], [1]]);
    expect(await allRows(stage.engine.database)).toHaveLength(6 + 6);
  });

  test('endings with follow-ups alone share one commit: one that the database refuses undoes them all', async () => {
    const [good, bad] = [await runningJob(stage.store), await runningJob(stage.store)];
    const endings = [anEnding(good, { followUps: [aJob()] }), anEnding(bad, { followUps: [aJob({ priority: 9 })] })];
    await expect(finish(...endings)).rejects.toMatchObject({ code: 'DATABASE_ERROR' });
    expect([(await row(good.id)).status, (await row(bad.id)).status]).toEqual(['running', 'running']);
    expect(await finish(endings[0]!)).toEqual([]);
    expect(await allRows(stage.engine.database)).toHaveLength(3);
  });

  test('a job that completes in spite of a requested cancel is completed', async () => {
    const job = await runningJob(stage.store);
    await stage.engine.cancel(job.id);
    expect(await finish(anEnding(job))).toEqual([]);
    expect((await row(job.id)).status).toBe('completed');
  });
}

async function void_(work: Promise<unknown>): Promise<void> {
  await work;
}
