import { describe, expect, test } from 'vitest';
import { complete, defineJob, type JobRecord, type TransitionHook } from '../../../src/engine/index.js';
import { HookedJobStore } from '../../../src/engine/stores/hooked-store.js';
import { STORES, useStage } from '../staging/stage.js';
import { jobEnds, jobIs, startWorker } from '../staging/workers.js';

const FAR_MS = 600_000;

describe.each(STORES)('a worker with a transition hook on %s', (storeName) => {
  let hook: TransitionHook;
  const stage = useStage(storeName, { transitionHook: (tx, transitions) => hook(tx, transitions) });

  test('a hook that fails counts as a failed attempt, which is retried by the policy of the job', async () => {
    const seen: [string, number][] = [];
    hook = async (_tx, [one]) => {
      seen.push([one!.to, one!.attempts]);
      if (seen.length === 1) throw new Error('the event log is full');
    };
    const settled: boolean[] = [];
    const job = defineJob({
      ...{ type: 'flaky', retry: { kind: 'fixed', baseMs: 0 } },
      run: () => complete('done', { settled: (committed) => settled.push(committed) }),
    });
    await startWorker(stage, [job]);
    const { id } = await stage.engine.enqueue(job, {});
    expect(await jobEnds(stage.engine, id)).toMatchObject({
      ...{ status: 'completed', attempts: 1, result: 'done' },
      errors: [{ message: 'the event log is full', attempt: 1 }],
    });
    expect(seen).toEqual([
      ['completed', 0],
      ['completed', 1],
    ]);
    await expect.poll(() => settled).toEqual([false, true]);
  });

  test('a hook that fails for one job does not change how the others end', async () => {
    hook = async (_tx, transitions) => {
      if (transitions.some(({ payload }) => payload === '3')) throw new Error('not this one');
    };
    const job = defineJob({ type: 'many', retry: { kind: 'fixed', baseMs: FAR_MS }, run: () => undefined });
    await startWorker(stage, [job], { concurrency: 10 });
    const receipts = await stage.engine.enqueueMany(job, [1, 2, 3, 4, 5]);
    const isOver = ({ status, attempts }: JobRecord): boolean => status === 'completed' || attempts > 0;
    const jobs = await Promise.all(receipts.map(({ id }) => jobIs(stage.engine, id, isOver)));
    expect(jobs.map(({ status }) => status)).toEqual(['completed', 'completed', 'pending', 'completed', 'completed']);
  });

  test('a job whose end the hook never accepts keeps its lease until a rescue', async () => {
    let calls = 0;
    hook = async () => {
      calls++;
      throw new Error('never');
    };
    const job = defineJob({ type: 'last', maxAttempts: 1, run: () => undefined });
    await startWorker(stage, [job]);
    const { id } = await stage.engine.enqueue(job, {});
    // Once for the completion, once for the failure that replaces it.
    await expect.poll(() => calls).toBe(2);
    expect(await stage.engine.job(id)).toMatchObject({ status: 'running', attempts: 0 });
  });

  test('jobs that the hook enqueues are run at once', async () => {
    const next = defineJob({ type: 'next', run: () => undefined });
    const first = defineJob({ type: 'first', run: () => undefined });
    let nextId: string | undefined;
    hook = async (tx, transitions) => {
      if (!transitions.some(({ type }) => type === 'first')) return;
      nextId = (await stage.engine.enqueue(next, {}, { transaction: tx })).id;
    };
    await startWorker(stage, [first, next], { pollEveryMs: FAR_MS });
    const { id } = await stage.engine.enqueue(first, {});
    expect(await jobEnds(stage.engine, id)).toMatchObject({ status: 'completed' });
    expect(await jobEnds(stage.engine, nextId!)).toMatchObject({ status: 'completed' });
    const waiting = await stage.engine.enqueue(first, {}, { delayMs: FAR_MS });
    await stage.engine.cancel(waiting.id);
    expect(await jobEnds(stage.engine, nextId!)).toMatchObject({ status: 'completed' });
  });
});

describe.each(STORES)('an engine on %s', (storeName) => {
  const stage = useStage(storeName);

  test('wraps its store for a hook alone', async () => {
    expect(stage.store).not.toBeInstanceOf(HookedJobStore);
    const hooked = await stage.openAnother({ transitionHook: async () => undefined });
    expect(hooked.store).toBeInstanceOf(HookedJobStore);
  });
});
