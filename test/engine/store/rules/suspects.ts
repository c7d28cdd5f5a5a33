import { expect, test } from 'vitest';
import { pauseQueue } from '../../../../src/engine/queues.js';
import { advanceTime } from '../../staging/advance-time.js';
import { allRows, rowOf } from '../../staging/rows.js';
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

export function suspectRules(stage: Stage): void {
  const row = (id: string) => rowOf(stage.engine.database, id);
  const leasesRunOut = () => advanceTime(stage.engine.database, LEASE_MS + 1_000);

  /** Jobs that a worker held when it died. */
  async function suspects(count: number, values: Parameters<typeof aJob>[0] = {}): Promise<string[]> {
    const jobs = Array.from({ length: count }, () => aJob(values));
    await stage.store.enqueue(jobs);
    await claimDue(stage.store, { owner: 'dead', reach: { types: [values.type ?? 'work'] } });
    await leasesRunOut();
    await stage.store.rescue(1_000);
    return ids(jobs);
  }

  test('jobs that a dead worker held together go back uncharged, as suspects', async () => {
    await suspects(3);
    for (const job of await allRows(stage.engine.database))
      expect(job).toMatchObject({ status: 'pending', attempts: 0, crashes: 0, errors: null, suspicion: 1 });
  });

  test('a job with a single attempt does not die for its neighbour', async () => {
    const [id] = await suspects(2, { maxAttempts: 1 });
    expect(await row(id!)).toMatchObject({ status: 'pending', attempts: 0 });
  });

  test('the report names them as not charged', async () => {
    await stage.store.enqueue([aJob(), aJob()]);
    await claimDue(stage.store, { owner: 'dead' });
    await leasesRunOut();
    const uncharged = { owner: 'dead', status: 'pending', crashes: 0, wasAlone: false };
    expect(await stage.store.rescue(10)).toMatchObject([uncharged, uncharged]);
  });

  test('leases that expire one after another: the last job is not charged either', async () => {
    const first = await runningJob(stage.store, {}, { owner: 'dead' });
    await advanceTime(stage.engine.database, LEASE_MS / 2);
    const second = await runningJob(stage.store, {}, { owner: 'dead' });
    await advanceTime(stage.engine.database, LEASE_MS / 2 + 1_000);
    expect(ids(await stage.store.rescue(10))).toEqual([first.id]);
    await advanceTime(stage.engine.database, LEASE_MS / 2);
    expect(await stage.store.rescue(10)).toMatchObject([{ id: second.id, wasAlone: false }]);
    expect(await row(second.id)).toMatchObject({ crashes: 0, suspicion: 1 });
  });

  test('more jobs than one rescue takes: the rest of them are not charged', async () => {
    await stage.store.enqueue([aJob(), aJob(), aJob()]);
    await claimDue(stage.store, { owner: 'dead' });
    await leasesRunOut();
    for (let rescues = 0; rescues < 3; rescues++) expect(await stage.store.rescue(1)).toHaveLength(1);
    for (const job of await allRows(stage.engine.database)) expect(job).toMatchObject({ crashes: 0, suspicion: 1 });
  });

  test('a job of a worker that is alive after all is marked, and completes as usual', async () => {
    const lost = await runningJob(stage.store, {}, { owner: 'alive' });
    await leasesRunOut();
    const held = await runningJob(stage.store, {}, { owner: 'alive' });
    expect(ids(await stage.store.rescue(10))).toEqual([lost.id]);
    expect(await stage.store.finish('alive', [anEnding(held)])).toEqual([]);
    expect(await row(held.id)).toMatchObject({ status: 'completed', suspicion: 1 });
  });

  test('only claimSuspect takes them, one at a time: by priority, then by age', async () => {
    const [older, newer] = await suspects(2, { runAt: 1_000 });
    const [high] = await suspects(2, { type: 'play', priority: 0 });
    expect(await claimDue(stage.store, { reach: { types: ['work', 'play'] } })).toEqual([]);
    const reach = { types: ['work', 'play'] };
    expect(await claimSuspect(stage.store, 'worker-a', reach)).toMatchObject({ id: high, suspicion: 1, fence: 2 });
    await claimSuspect(stage.store, 'worker-a', reach);
    expect((await claimSuspect(stage.store, 'worker-a', reach))?.id).toBe(older);
    expect((await claimSuspect(stage.store, 'worker-a', reach))?.id).toBe(newer);
    expect(await claimSuspect(stage.store, 'worker-a', reach)).toBeUndefined();
  });

  test('a claimed suspect has all that any claimed job has', async () => {
    const values = { payload: '{"n":1}', maxAttempts: 7, specHash: 'spec', correlationId: 'request' };
    const [id, other] = await suspects(2, values);
    const { startedAt, runAt, ...rest } = (await claimSuspect(stage.store))!;
    expect(rest).toEqual({
      ...{ id: [id, other].sort()[0], fence: 2, tenant: 'default', queue: 'default', type: 'work', priority: 2 },
      ...{ payload: '{"n":1}', attempts: 0, maxAttempts: 7, crashes: 0, errors: null },
      ...{ specHash: 'spec', traceparent: null, correlationId: 'request', suspicion: 1 },
    });
    expect(startedAt).toBeGreaterThan(runAt);
  });

  test('a search reports how suspicious the next due one is', async () => {
    expect((await stage.store.findReadyLanes({ types: ['work'] })).suspicion).toBe(0);
    await suspects(2);
    expect((await stage.store.findReadyLanes({ types: ['work'] })).suspicion).toBe(1);
  });

  test('a suspect outside the reach of a worker is left to others', async () => {
    const [id] = await suspects(2, { tenant: 'acme', queue: 'slow', payload: '{"parser":"a"}' });
    const cases = [
      { types: ['play'] },
      { queues: ['default'] },
      { tenants: ['other'] },
      { only: { job: aJob().id } },
      { only: { fields: { parser: 'b' } } },
    ];
    for (const reach of cases) {
      expect(await claimSuspect(stage.store, 'worker-a', reach)).toBeUndefined();
      expect((await stage.store.findReadyLanes({ types: ['work'], ...reach })).suspicion).toBe(0);
    }
    const reach = { queues: ['slow'], tenants: ['acme'], only: { job: id! } };
    expect((await claimSuspect(stage.store, 'worker-a', reach))?.id).toBe(id);
    const fields = { queues: ['slow'], tenants: ['acme'], only: { fields: { parser: 'a' } } };
    expect(await claimSuspect(stage.store, 'worker-a', fields)).toBeDefined();
  });

  test('a suspect in a paused queue, or that is not due, waits', async () => {
    await suspects(2);
    await pauseQueue(stage.engine.database, 'default');
    expect(await claimSuspect(stage.store)).toBeUndefined();
    await advanceTime(stage.engine.database, -3_600_000);
    await stage.engine.database.script('DELETE FROM cf_queues');
    expect(await claimSuspect(stage.store)).toBeUndefined();
  });

  test('two workers do not get the same suspect', async () => {
    await suspects(10);
    const another = await stage.openAnother();
    const claims = Array.from({ length: 12 }, (_, at) => claimSuspect(at % 2 ? stage.store : another.store, `w-${at}`));
    const claimed = (await Promise.all(claims)).flatMap((job) => job ?? []);
    expect(new Set(ids(claimed)).size).toBe(claimed.length);
    // A skipped lock can leave one for the next look.
    while (await claimSuspect(stage.store)) claimed.length++;
    expect(claimed).toHaveLength(10);
  });

  test('a suspect that dies alone is charged; its neighbours are not', async () => {
    const [poison, innocent] = await suspects(2, { runAt: 1_000 });
    expect((await claimSuspect(stage.store, 'second'))?.id).toBe(poison);
    await leasesRunOut();
    expect(await stage.store.rescue(10)).toMatchObject([{ id: poison, crashes: 1, wasAlone: true }]);
    expect(await row(poison!)).toMatchObject({ status: 'pending', attempts: 1, crashes: 1, suspicion: 1 });
    expect(await row(innocent!)).toMatchObject({ attempts: 0, crashes: 0 });
  });

  test('a suspect that dies beside others again becomes more suspicious', async () => {
    const [id] = await suspects(2, { runAt: 1_000 });
    await enqueueOne(stage.store, { type: 'play' });
    await claimSuspect(stage.store, 'second');
    await claimDue(stage.store, { owner: 'second', reach: { types: ['play'] } });
    await leasesRunOut();
    await stage.store.rescue(10);
    expect(await row(id!)).toMatchObject({ attempts: 0, crashes: 0, suspicion: 2 });
  });

  test('a suspect that fails, or is retried by hand, stays one', async () => {
    await suspects(2);
    const job = (await claimSuspect(stage.store))!;
    await stage.store.finish('worker-a', [anEnding(job, { status: 'failed', charge: 1 })]);
    await stage.engine.retry(job.id);
    expect(await row(job.id)).toMatchObject({ status: 'pending', suspicion: 1 });
  });
}
