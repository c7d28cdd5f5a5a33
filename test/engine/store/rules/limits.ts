import { expect, test } from 'vitest';
import { admit, type Admission } from '../../../../src/engine/limits/admit.js';
import type { Bounds } from '../../../../src/engine/limits/declared-limits.js';
import type { ClaimedJob } from '../../../../src/engine/index.js';
import { rowOf } from '../../staging/rows.js';
import type { Stage } from '../../staging/stage.js';
import { advanceTime } from '../../staging/advance-time.js';
import { LEASE_MS, runningJob } from '../../staging/store-calls.js';

const OWNER = 'worker-a';

/** What the stores must do for limits: searches report them, and slots and waits follow the jobs. */
export function limitRules(stage: Stage): void {
  const ask = (jobs: readonly ClaimedJob[], bounds: Partial<Bounds>): Promise<Admission[]> => {
    const limit = { tenant: 'default', key: 'type work', concurrency: null, rate: null, ...bounds };
    return admit(
      stage.engine.database,
      OWNER,
      jobs.map((job) => ({ job, limits: [limit], isQueueLimited: false })),
    );
  };
  const results = (answers: readonly Admission[]): string[] => answers.map(({ result }) => result);
  const two = async (): Promise<ClaimedJob[]> => [await runningJob(stage.store), await runningJob(stage.store)];

  test('a search reports the limits of queues', async () => {
    const limit = { queue: 'mail', concurrency: 2, rate: { perMinute: 0.5, burst: 3 } };
    await stage.engine.limitQueue(limit);
    await stage.engine.pauseQueue('other');
    expect((await stage.store.findReadyLanes({ types: ['work'] })).queueLimits).toEqual([limit]);
    await stage.engine.limitQueue({ queue: 'mail', concurrency: null, rate: null });
    expect((await stage.store.findReadyLanes({ types: ['work'] })).queueLimits).toEqual([]);
  });

  test('a refused job is pending again, uncharged, and keeps its errors', async () => {
    const jobs = await two();
    expect(results(await ask(jobs, { concurrency: 1 }))).toEqual(['admitted', 'parked']);
    const row = await rowOf(stage.engine.database, jobs[1]!.id);
    expect(row).toMatchObject({ status: 'pending', attempts: 0, crashes: 0, lease_owner: null, fence: 1 });
    expect(row.run_at).toBeGreaterThan(jobs[1]!.runAt);
  });

  test('a slot ends with its job, without a statement of its own', async () => {
    const [first, second] = (await two()) as [ClaimedJob, ClaimedJob];
    expect(results(await ask([first], { concurrency: 1 }))).toEqual(['admitted']);
    const ending = { status: 'completed', delayMs: null, charge: 0, crash: 0, errors: null, result: null } as const;
    await stage.store.finish(OWNER, [{ id: first.id, fence: first.fence, ...ending }]);
    expect(results(await ask([second], { concurrency: 1 }))).toEqual(['admitted']);
  });

  test('a slot ends when its job is rescued, not before', async () => {
    const first = await runningJob(stage.store);
    await ask([first], { concurrency: 1 });
    await advanceTime(stage.engine.database, LEASE_MS + 1_000);
    const second = await runningJob(stage.store);
    // The lease has expired, but a late renewal would keep the job.
    expect(results(await ask([second], { concurrency: 1 }))).toEqual(['parked']);
    expect(await stage.store.rescue(10)).toHaveLength(1);
    const third = await runningJob(stage.store);
    expect(results(await ask([third], { concurrency: 1 }))).toEqual(['admitted']);
  });

  test('a job that is lost or cancelled is not parked', async () => {
    const [lost, cancelled] = (await two()) as [ClaimedJob, ClaimedJob];
    await stage.engine.cancel(cancelled.id);
    const answers = await ask([{ ...lost, fence: lost.fence + 1 }, cancelled], { concurrency: 0 });
    expect(results(answers)).toEqual(['refused', 'refused']);
    expect((await rowOf(stage.engine.database, lost.id)).status).toBe('running');
  });

  test('places in line are one emission apart, and a new job does not pass them', async () => {
    const rate = { emissionUs: 10_000_000, burst: 1 };
    const jobs = [...(await two()), await runningJob(stage.store)];
    const answers = await ask(jobs, { rate });
    expect(results(answers)).toEqual(['admitted', 'parked', 'parked']);
    const delays = answers.flatMap((answer) => (answer.result === 'parked' ? [answer.delayMs] : []));
    expect(Math.abs(delays[0]! - 10_000)).toBeLessThan(1_000);
    expect(delays[1]! - delays[0]!).toBe(10_000);
    // A token is available, but the first in line has not taken it yet.
    await stage.engine.database.script('UPDATE cf_limits SET tat_us = 0');
    const [late] = await ask([await runningJob(stage.store)], { rate });
    expect(late).toMatchObject({ result: 'parked' });
    expect((late as { delayMs: number }).delayMs).toBeGreaterThan(25_000);
  });
}
