import { describe, expect, it } from 'vitest';
import { defineJob, type JobOptions, type Worker } from '../../../src/engine/index.js';
import { sweepLimits } from '../../../src/engine/limits/sweep.js';
import { waitUntil } from '../../services/wait-until.js';
import { later } from '../staging/later.js';
import { allRows } from '../staging/rows.js';
import { STORES, useStage } from '../staging/stage.js';
import { allJobsEnd, jobEnds, startWorker } from '../staging/workers.js';
import { worstExcess } from './windows.js';

interface Order {
  customer: string;
  number?: number;
}

describe.each(STORES)('limits of jobs on %s', (storeName) => {
  const stage = useStage(storeName);

  /** A job type that records its starts and runs until it is released. */
  function recorder(limits: NonNullable<JobOptions<undefined>['limits']>, { manual = false, type = 'limited' } = {}) {
    const starts: { order: Order; at: number; id: string }[] = [];
    const running = new Map<string, () => void>();
    let most = 0;
    const job = defineJob({
      type,
      limits,
      run: async (payload, { job: { id } }) => {
        starts.push({ order: payload as Order, at: performance.now(), id });
        const { promise, resolve } = later();
        running.set(id, resolve);
        most = Math.max(most, running.size);
        if (manual) await promise;
        else await new Promise(setImmediate);
        running.delete(id);
      },
    });
    const releaseOne = (): void => [...running.values()][0]?.();
    return { job, starts, running, releaseOne, most: () => most };
  }

  const byCustomer = (payload: unknown): string => (payload as Order).customer;
  const started = (starts: readonly unknown[], count: number): Promise<unknown> =>
    waitUntil(() => starts.length >= count, {
      for: `${count} starts`,
      intervalMs: 5,
      evidence: () => `${starts.length}`,
    });
  const waiting = async (): Promise<number> =>
    (await stage.engine.database.query('SELECT 1 FROM cf_limit_waits')).length;

  it('starts no more of a key than its concurrency, and others meanwhile', async () => {
    const { job, starts, running, releaseOne } = recorder([{ key: byCustomer, concurrency: 2 }], { manual: true });
    await stage.engine.enqueueMany(
      job,
      [1, 2, 3, 4, 5].map((number) => ({ customer: 'a', number })),
    );
    await stage.engine.enqueueMany(
      job,
      [6, 7].map((number) => ({ customer: 'b', number })),
    );
    await startWorker(stage, [job]);
    await started(starts, 4);
    await waitUntil(async () => (await waiting()) === 3, { for: 'three jobs to wait' });
    expect(starts.map(({ order }) => order.customer).toSorted()).toEqual(['a', 'a', 'b', 'b']);
    // They hold no slot of the worker and are not charged.
    const rows = await allRows(stage.engine.database);
    expect(rows.filter((row) => row.status === 'running')).toHaveLength(4);
    expect(rows.every((row) => row.attempts === 0)).toBe(true);
    for (let ended = 1; ended <= 7; ended++) {
      await waitUntil(() => running.size > 0, { for: 'a running job', intervalMs: 5 });
      releaseOne();
      await started(starts, Math.min(7, 4 + ended - 2));
    }
    await allJobsEnd(stage.engine);
    expect(starts.filter(({ order }) => order.customer === 'a').map(({ order }) => order.number)).toEqual([
      1, 2, 3, 4, 5,
    ]);
  });

  it('gives a free slot to the most urgent waiting job', async () => {
    const { job, starts, releaseOne } = recorder([{ concurrency: 1 }], { manual: true });
    await stage.engine.enqueue(job, { customer: 'first' });
    await startWorker(stage, [job]);
    await started(starts, 1);
    await stage.engine.enqueue(job, { customer: 'normal' });
    await waitUntil(async () => (await waiting()) === 1, { for: 'a job to wait' });
    await stage.engine.enqueue(job, { customer: 'urgent' }, { priority: 0 });
    await waitUntil(async () => (await waiting()) === 2, { for: 'two jobs to wait' });
    releaseOne();
    await started(starts, 2);
    releaseOne();
    await started(starts, 3);
    releaseOne();
    await allJobsEnd(stage.engine);
    expect(starts.map(({ order }) => order.customer)).toEqual(['first', 'urgent', 'normal']);
  });

  it('never exceeds the concurrency with several workers and quick jobs', async () => {
    const { job, starts, most } = recorder([{ concurrency: 3 }]);
    for (let count = 0; count < 3; count++) await startWorker(stage, [job], { engine: await stage.openAnother() });
    await stage.engine.enqueueMany(job, Array(60).fill({ customer: 'a' }));
    await allJobsEnd(stage.engine, 30_000);
    expect(starts).toHaveLength(60);
    expect(most()).toBeLessThanOrEqual(3);
    expect((await allRows(stage.engine.database)).every((row) => row.attempts === 0 && row.crashes === 0)).toBe(true);
  });

  it('starts jobs of a key at its rate, in order, each claimed at most a few times', async () => {
    const { job, starts } = recorder([{ key: byCustomer, rate: { perMinute: 240, burst: 3 } }]);
    await stage.engine.enqueueMany(
      job,
      Array.from({ length: 9 }, (_, number) => ({ customer: 'a', number })),
    );
    await startWorker(stage, [job]);
    await allJobsEnd(stage.engine);
    // A late start is closer to the next one; one start more than the limit allows is not explained by that.
    const times = starts.map(({ at }) => at);
    expect(worstExcess(times, { emission: 250, burst: 3 })).toBeLessThan(1);
    expect(starts.map(({ order }) => order.number)).toEqual(Array.from({ length: 9 }, (_, number) => number));
    const rows = await allRows(stage.engine.database);
    expect(rows.every((row) => row.attempts === 0)).toBe(true);
    expect(Math.max(...rows.map((row) => row.fence))).toBeLessThanOrEqual(4);
  });

  it('keeps jobs that wait for a rate from being looked at again before their time', async () => {
    const { job, starts } = recorder([{ rate: { perMinute: 1, burst: 1 } }]);
    await stage.engine.enqueueMany(job, Array(5).fill({ customer: 'a' }));
    await startWorker(stage, [job], { pollEveryMs: 20 });
    await waitUntil(async () => (await waiting()) === 4, { for: 'four jobs to wait' });
    const waitingRows = async () =>
      (await allRows(stage.engine.database)).filter((row) => row.type === 'limited' && row.status === 'pending');
    const before = await waitingRows();
    // More than a hundred polls of this worker run another job meanwhile.
    const other = defineJob({ type: 'other', run: () => undefined });
    await startWorker(stage, [other], { pollEveryMs: 20 });
    for (let count = 0; count < 20; count++) await jobEnds(stage.engine, (await stage.engine.enqueue(other, {})).id);
    expect(await waitingRows()).toEqual(before);
    expect(starts).toHaveLength(1);
    const places = before.map((row) => row.run_at).toSorted((a, b) => a - b);
    expect(places.map((at) => Math.round((at - places[0]!) / 60_000))).toEqual([0, 1, 2, 3]);
  });

  it('does not delay other types', async () => {
    const limited = recorder([{ concurrency: 1 }], { manual: true });
    const free = recorder([], { type: 'free' });
    await stage.engine.enqueueMany(limited.job, Array(200).fill({ customer: 'a' }));
    await stage.engine.enqueueMany(free.job, Array(200).fill({ customer: 'a' }));
    await startWorker(stage, [limited.job, free.job], { concurrency: 4 });
    await started(free.starts, 200);
    expect(limited.starts).toHaveLength(1);
  });

  it('limits a queue for all its types and tenants, and follows changes', async () => {
    const { job, starts, releaseOne } = recorder([], { manual: true });
    const limit = (concurrency: number | null) =>
      stage.engine.transaction((tx) => stage.engine.limitQueue({ queue: 'narrow', concurrency, rate: null }, tx));
    await limit(1);
    for (const tenant of ['a', 'b', 'c', 'd']) await stage.engine.enqueue(job, {}, { queue: 'narrow', tenant });
    await startWorker(stage, [job]);
    await waitUntil(async () => (await waiting()) === 3, { for: 'three jobs to wait' });
    expect(starts).toHaveLength(1);
    await limit(2);
    await started(starts, 2);
    await waitUntil(async () => (await waiting()) === 2, { for: 'two jobs to wait' });
    await limit(null);
    await started(starts, 4);
    for (let count = 0; count < 4; count++) releaseOne();
  });

  it('starts nothing at rate 0, and everything after the rate was raised', async () => {
    const { job, starts } = recorder([]);
    const limit = (perMinute: number) =>
      stage.engine.transaction((tx) =>
        stage.engine.limitQueue({ queue: 'default', concurrency: null, rate: { perMinute, burst: 5 } }, tx),
      );
    await limit(0);
    await stage.engine.enqueueMany(job, Array(5).fill({ customer: 'a' }));
    await startWorker(stage, [job]);
    await waitUntil(async () => (await waiting()) === 5, { for: 'all jobs to wait' });
    expect(starts).toHaveLength(0);
    await limit(6_000);
    await allJobsEnd(stage.engine);
    expect(starts).toHaveLength(5);
  });

  it('uses a raised rate of a new version of the program for jobs that wait under the old one', async () => {
    const slow = recorder([{ rate: { perMinute: 1, burst: 1 } }]);
    await stage.engine.enqueueMany(slow.job, Array(5).fill({ customer: 'a' }));
    const old: Worker = await startWorker(stage, [slow.job]);
    await waitUntil(async () => (await waiting()) === 4, { for: 'four jobs to wait' });
    await old.stop();
    const fast = recorder([{ rate: { perMinute: 6_000, burst: 5 } }]);
    await stage.engine.enqueue(fast.job, { customer: 'new' });
    await startWorker(stage, [fast.job]);
    await allJobsEnd(stage.engine);
    expect(fast.starts).toHaveLength(5);
  });

  it('applies several limits together: nothing is charged when one refuses', async () => {
    const limits = [{ concurrency: 1 }, { key: byCustomer, rate: { perMinute: 60, burst: 2 } }];
    const { job, starts, releaseOne } = recorder(limits, { manual: true });
    await stage.engine.enqueueMany(job, Array(2).fill({ customer: 'a' }));
    await startWorker(stage, [job]);
    await waitUntil(async () => (await waiting()) === 1, { for: 'a job to wait' });
    // The second was refused by the concurrency, so its token is still there.
    releaseOne();
    await started(starts, 2);
    releaseOne();
    await allJobsEnd(stage.engine);
  });

  it('lets a job whose key is null or undefined pass', async () => {
    const { job, starts } = recorder([
      { key: () => null, concurrency: 0 },
      { key: () => undefined, concurrency: 0 },
    ]);
    await stage.engine.enqueueMany(job, Array(3).fill({ customer: 'a' }));
    await startWorker(stage, [job]);
    await started(starts, 3);
  });

  it('fails an attempt whose key cannot be computed', async () => {
    const job = defineJob({
      type: 'broken',
      limits: [
        {
          key: () => {
            throw new Error('no customer');
          },
          concurrency: 1,
        },
      ],
      maxAttempts: 1,
      run: () => undefined,
    });
    const { id } = await stage.engine.enqueue(job, {});
    await startWorker(stage, [job]);
    const ended = await jobEnds(stage.engine, id);
    expect(ended).toMatchObject({ status: 'dead_letter', attempts: 1 });
    expect(ended.errors[0]?.message).toContain('no customer');
  });

  it('cancels a job that waits, and the line closes up', async () => {
    const { job, starts } = recorder([{ rate: { perMinute: 1, burst: 1 } }]);
    const jobOfLater = () =>
      waitUntil(
        async () => (await allRows(stage.engine.database)).find((row) => row.status === 'pending' && row.fence > 0),
        { for: 'a job that was put off' },
      );
    await stage.engine.enqueueMany(job, Array(2).fill({ customer: 'a' }));
    await startWorker(stage, [job]);
    const cancelled = await jobOfLater();
    await stage.engine.cancel(cancelled.id);
    await stage.engine.enqueue(job, { customer: 'a' });
    // It gets the place of the cancelled job, not the one a minute after it.
    expect(Math.round(((await jobOfLater()).run_at - cancelled.run_at) / 60_000)).toBe(0);
    expect(starts).toHaveLength(1);
  });

  it('wakes jobs in the sweep when the worker that freed the slot could not', async () => {
    const { job, starts } = recorder([{ concurrency: 1 }], { manual: true });
    const ids = (await stage.engine.enqueueMany(job, Array(2).fill({ customer: 'a' }))).map(({ id }) => id);
    const worker = await startWorker(stage, [job]);
    await waitUntil(async () => (await waiting()) === 1, { for: 'a job to wait' });
    expect(await sweepLimits(stage.engine.database)).toBe(0);
    // As after a crash: the job has ended without a word to those that wait.
    const [row] = await allRows(stage.engine.database).then((rows) => rows.filter((one) => one.status === 'running'));
    await stage.engine.database.script(
      `UPDATE cf_jobs SET status = 'completed', finished_at = cf_now(), lease_owner = NULL, lease_expires_at = NULL WHERE id = '${row!.id}'`,
    );
    expect(await sweepLimits(stage.engine.database)).toBe(1);
    stage.engine.wake();
    await started(starts, 2);
    expect(new Set(starts.map(({ id }) => id))).toEqual(new Set(ids));
    await worker.stop({ graceMs: 0 });
  });

  it('starts a job again that lost its worker while it held a slot', async () => {
    const { job, starts } = recorder([{ concurrency: 1 }], { manual: true });
    const { id } = await stage.engine.enqueue(job, { customer: 'a' });
    const worker = await startWorker(stage, [job]);
    await started(starts, 1);
    // As a rescue does. The row of the slot is still there.
    await stage.engine.database.script(
      `UPDATE cf_jobs SET status = 'pending', lease_owner = NULL, lease_expires_at = NULL WHERE id = '${id}'`,
    );
    stage.engine.wake();
    await started(starts, 2);
    await worker.stop({ graceMs: 0 });
  });
});
