import { expect, test } from 'vitest';
import type { ClaimedJob, Ending } from '../../../../src/engine/store.js';
import type { Tally } from '../../../../src/engine/stats/tally.js';
import { advanceTime } from '../../staging/advance-time.js';
import type { Stage } from '../../staging/stage.js';
import { aJob, anEnding, claimDue, runningJob } from '../../staging/store-calls.js';

/** The statistics that are committed with endings. */
export function statsRules(stage: Stage): void {
  const measured = (job: ClaimedJob, values: Partial<Ending> = {}, elapsedMs = 20): Ending =>
    anEnding(job, { measured: { job, elapsedMs }, ...values });
  const finish = (...endings: Ending[]): Promise<unknown> => stage.store.finish('worker-a', endings);
  const counted = async (): Promise<Record<string, unknown>[]> =>
    stage.engine.database.query(`SELECT tenant, queue, type, outcome, CAST(sum(count) AS BIGINT) AS count,
      CAST(sum(duration_ms) AS BIGINT) AS duration_ms, max(longest_ms) AS longest_ms FROM cf_job_stats
      WHERE span_seconds = 60 GROUP BY tenant, queue, type, outcome ORDER BY tenant, queue, type, outcome`);
  const row = (outcome: Tally['outcome'], count: number, values: object = {}): object => ({
    ...{ tenant: 'default', queue: 'default', type: 'work', outcome, count },
    ...values,
  });

  test('endings of one commit are counted together, by tenant, queue, type and outcome', async () => {
    await stage.store.enqueue([aJob(), aJob(), aJob({ tenant: 'acme' }), aJob({ queue: 'mail' })]);
    const held = await claimDue(stage.store);
    await finish(...held.map((job, index) => measured(job, {}, 10 * (index + 1))));
    expect(await counted()).toEqual([
      expect.objectContaining({ ...row('completed', 1), tenant: 'acme' }),
      expect.objectContaining(row('completed', 2)),
      expect.objectContaining({ ...row('completed', 1), queue: 'mail' }),
    ]);
  });

  test('later commits of the minute add to it', async () => {
    for (const elapsedMs of [5, 700]) await finish(measured(await runningJob(stage.store), {}, elapsedMs));
    expect(await counted()).toEqual([row('completed', 2, { duration_ms: 705, longest_ms: 700 })]);
    const [buckets] = await stage.engine.database.query(
      'SELECT CAST(sum(d0) AS BIGINT) AS d0, CAST(sum(d1) AS BIGINT) AS d1, CAST(sum(d4) AS BIGINT) AS d4 FROM cf_job_stats',
    );
    expect(buckets).toEqual({ d0: 1, d1: 0, d4: 1 });
  });

  test('a failed attempt that is followed by another counts as retried; snoozes and releases do not count', async () => {
    const job = () => runningJob(stage.store);
    await finish(measured(await job(), { status: 'pending', charge: 1, delayMs: 60_000, errors: '[]' }));
    await finish(measured(await job(), { status: 'pending', delayMs: 60_000 }));
    await finish(measured(await job(), { status: 'failed', charge: 1, result: '{}' }));
    expect(await counted()).toEqual([
      expect.objectContaining(row('failed', 1)),
      expect.objectContaining(row('retried', 1)),
    ]);
  });

  test('an ending that is refused, or repeated after a lost answer, is not counted', async () => {
    const [kept, lost] = [await runningJob(stage.store), await runningJob(stage.store)];
    const endings = [measured(kept), { ...measured(lost), fence: lost.fence - 1 }];
    await finish(...endings);
    await finish(...endings);
    expect(await counted()).toEqual([expect.objectContaining(row('completed', 1))]);
  });

  test('a job that was cancelled instead of retried counts as cancelled', async () => {
    const job = await runningJob(stage.store);
    await stage.engine.cancel(job.id);
    await finish(measured(job, { status: 'pending', charge: 1, delayMs: 10 }));
    expect(await counted()).toEqual([expect.objectContaining(row('cancelled', 1))]);
  });

  test('endings with effects are counted with them or not at all', async () => {
    const [good, bad] = [await runningJob(stage.store), await runningJob(stage.store)];
    await finish(measured(good, { write: async () => undefined, followUps: [aJob()] }));
    const broken = measured(bad, { write: () => Promise.reject(new Error('the write failed')) });
    await expect(finish(broken)).rejects.toThrow('the write failed');
    expect(await counted()).toEqual([expect.objectContaining(row('completed', 1))]);
  });

  test('a crash counts as retried', async () => {
    await runningJob(stage.store, {}, { leaseMs: 1_000 });
    await advanceTime(stage.engine.database, 5_000);
    expect(await stage.store.rescue(10)).toHaveLength(1);
    expect(await counted()).toEqual([expect.objectContaining(row('retried', 1))]);
  });
}
