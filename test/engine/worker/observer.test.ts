import { describe, expect, test, vi } from 'vitest';
import { type ClaimedJob, defineJob, snooze, type WorkerObserver } from '../../../src/engine/index.js';
import { waitUntil } from '../../services/wait-until.js';
import { later } from '../staging/later.js';
import { STORES, useStage } from '../staging/stage.js';
import { allJobsEnd, jobEnds, jobIs, startWorker } from '../staging/workers.js';
import { allRows } from '../staging/rows.js';

describe.each(STORES)('an observer on %s', (storeName) => {
  const stage = useStage(storeName);

  test('is told of claims, renewals and endings', async () => {
    const gate = later();
    const definition = defineJob({ type: 'x', run: () => gate.promise });
    const claimed: string[][] = [];
    const observer = {
      claimed: (jobs: readonly ClaimedJob[]) => void claimed.push(jobs.map((job) => job.id)),
      renewed: vi.fn(),
      ended: vi.fn(),
    };
    await startWorker(stage, [definition], { observer, renewEveryMs: 20 });
    const { id } = await stage.engine.enqueue(definition, {});
    await jobIs(stage.engine, id, (job) => job.status === 'running');
    await waitUntil(() => observer.renewed.mock.calls.length > 0, { for: 'a renewal' });
    gate.resolve();
    await jobEnds(stage.engine, id);
    await waitUntil(() => observer.ended.mock.calls.length > 0, { for: 'the ending' });
    expect(claimed).toEqual([[id]]);
    expect(observer.renewed.mock.calls[0]).toMatchObject([{ renewed: 1, lost: [], cancelRequested: [] }]);
    expect(observer.ended.mock.calls).toMatchObject([
      [
        { id },
        { id, status: 'completed' },
        { refused: false, started: true, durationMs: expect.any(Number) as number },
      ],
    ]);
  });

  test.each([
    ['a retry', () => Promise.reject(new Error('a passing trouble'))],
    ['a snooze', () => snooze(60_000)],
  ])('is told of the cancel that became of %s', async (_, answer) => {
    const ended = vi.fn();
    const definition = defineJob({
      type: 'x',
      run: async () => {
        // As a cancel would be written, without a word to anybody: the worker learns of it by the end it asked for.
        await stage.engine.database.transaction((tx) => tx.script('UPDATE cf_jobs SET cancel_requested_at = cf_now()'));
        return answer();
      },
    });
    await startWorker(stage, [definition], { observer: { ended } });
    const { id } = await stage.engine.enqueue(definition, {});
    expect(await jobEnds(stage.engine, id)).toMatchObject({ status: 'cancelled' });
    await vi.waitUntil(() => ended.mock.calls.length > 0);
    expect(ended.mock.calls).toMatchObject([[{ id }, { id, status: 'cancelled', delayMs: null }, { refused: false }]]);
  });

  test('that throws at everything does not disturb the work', async () => {
    const fail = (): never => {
      throw new Error('the observer is broken');
    };
    const observer: WorkerObserver = { claimed: fail, claimFailed: fail, ended: fail, renewed: fail, rescued: fail };
    const run = vi.fn().mockRejectedValueOnce(new Error('once')).mockResolvedValue(1);
    const definition = defineJob({ type: 'x', retry: { kind: 'fixed', baseMs: 0 }, run });
    const worker = await startWorker(stage, [definition], { observer, renewEveryMs: 5 });
    await stage.engine.enqueueMany(definition, [1, 2, 3]);
    await allJobsEnd(stage.engine);
    await worker.stop();
    expect((await allRows(stage.engine.database)).map((row) => row.status)).toEqual([
      'completed',
      'completed',
      'completed',
    ]);
    expect(run).toHaveBeenCalledTimes(4);
  });
});
