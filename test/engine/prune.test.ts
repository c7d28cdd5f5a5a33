import { describe, expect, test } from 'vitest';
import { jobLogs, pruneJobs } from '../../src/engine/index.js';
import { JobNotes } from '../../src/engine/worker/job-notes.js';
import { silentLogger } from '../../src/platform/index.js';
import { advanceTime } from './staging/advance-time.js';
import { allRows } from './staging/rows.js';
import { STORES, useStage } from './staging/stage.js';
import { aJob, anEnding, claimDue, enqueueOne, ids, runningJob } from './staging/store-calls.js';

const DAY_MS = 86_400_000;

describe.each(STORES)('pruning on %s', (storeName) => {
  const stage = useStage(storeName);
  const prune = (options: Partial<Parameters<typeof pruneJobs>[1]> = {}): Promise<number> =>
    pruneJobs(stage.engine.database, { olderThanMs: 30 * DAY_MS, ...options });

  async function finishedJob(values: Parameters<typeof anEnding>[1] = {}, tenant = 'default'): Promise<string> {
    const job = await runningJob(stage.store, { tenant });
    await stage.store.finish('worker-a', [anEnding(job, values)]);
    return job.id;
  }

  test('jobs that ended long ago go, whatever their end, and those that ended lately stay', async () => {
    for (const status of ['completed', 'completed_with_warnings', 'failed', 'dead_letter', 'cancelled'] as const) {
      await finishedJob({ status });
    }
    await advanceTime(stage.engine.database, 31 * DAY_MS);
    const young = await finishedJob();
    expect(await prune()).toBe(5);
    expect(ids(await allRows(stage.engine.database))).toEqual([young]);
  });

  test('jobs that wait or run are never touched, however old, even when asked for', async () => {
    const running = await runningJob(stage.store);
    const waiting = await enqueueOne(stage.store, { delayMs: 5_000 });
    await advanceTime(stage.engine.database, 400 * DAY_MS);
    expect(await prune()).toBe(0);
    expect(await prune({ olderThanMs: 0, statuses: ['pending', 'running'] })).toBe(0);
    expect(ids(await allRows(stage.engine.database))).toEqual([running.id, waiting]);
  });

  test('only the states and the tenant that were asked for', async () => {
    await finishedJob({ status: 'failed' });
    await finishedJob({ status: 'completed' });
    await finishedJob({ status: 'failed' }, 'acme');
    await advanceTime(stage.engine.database, 31 * DAY_MS);
    expect(await prune({ statuses: ['failed'], tenant: 'acme' })).toBe(1);
    expect(await prune({ statuses: ['failed'] })).toBe(1);
    expect((await allRows(stage.engine.database)).map((row) => row.status)).toEqual(['completed']);
  });

  test('a dry run counts and deletes nothing', async () => {
    await finishedJob();
    await advanceTime(stage.engine.database, 31 * DAY_MS);
    expect(await prune({ dryRun: true })).toBe(1);
    expect(await allRows(stage.engine.database)).toHaveLength(1);
  });

  test('the logs of a job go with it', async () => {
    const job = await runningJob(stage.store);
    const kept = await runningJob(stage.store);
    const notes = new JobNotes(stage.engine.database, 'worker-a', silentLogger);
    notes.noteLine(job, 'info', 'gone');
    notes.noteLine(kept, 'info', 'kept');
    await notes.flush();
    await stage.store.finish('worker-a', [anEnding(job)]);
    await advanceTime(stage.engine.database, 31 * DAY_MS);
    await prune();
    expect(await jobLogs(stage.engine.database, job.id)).toEqual([]);
    expect(await jobLogs(stage.engine.database, kept.id)).toHaveLength(1);
  });

  test('thousands go in batches, each of which is reported', async () => {
    await stage.store.enqueue(Array.from({ length: 2_500 }, () => aJob()));
    const held = await claimDue(stage.store, { quota: 5_000 });
    await stage.store.finish(
      'worker-a',
      held.map((job) => anEnding(job)),
    );
    await advanceTime(stage.engine.database, 31 * DAY_MS);
    const progress: number[] = [];
    expect(await prune({ onProgress: (deleted) => progress.push(deleted) })).toBe(2_500);
    expect(progress).toEqual([1_000, 2_000, 2_500]);
  });
});
