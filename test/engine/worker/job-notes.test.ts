import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { jobLogs } from '../../../src/engine/index.js';
import { JobNotes } from '../../../src/engine/worker/job-notes.js';
import { silentLogger } from '../../../src/platform/index.js';
import { rowOf } from '../staging/rows.js';
import { useStage } from '../staging/stage.js';
import { runningJob } from '../staging/store-calls.js';

describe('the notes of running jobs', () => {
  const stage = useStage('SQLite');
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  function jobNotes() {
    const logger = { ...silentLogger, warn: vi.fn() };
    return { notes: new JobNotes(stage.engine.database, 'worker-a', logger), logger };
  }

  test('are written half a second after the first of them, all together', async () => {
    const { notes } = jobNotes();
    const flush = vi.spyOn(notes, 'flush');
    const job = await runningJob(stage.store);
    notes.noteLine(job, 'info', 'first');
    vi.advanceTimersByTime(499);
    notes.noteProgress(job, { fraction: 0.5 });
    expect(flush).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(flush).toHaveBeenCalledTimes(1);
    await flush.mock.results[0]!.value;
    expect(await jobLogs(stage.engine.database, job.id)).toMatchObject([{ message: 'first' }]);
    expect((await stage.engine.job(job.id)).progress).toEqual({ fraction: 0.5 });
    expect(vi.getTimerCount()).toBe(0);
    notes.noteLine(job, 'info', 'second');
    expect(vi.getTimerCount()).toBe(1);
    await notes.flush();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('are written at once when a job ends, if there are any', async () => {
    const { notes } = jobNotes();
    const flush = vi.spyOn(notes, 'flush');
    const job = await runningJob(stage.store);
    notes.flushSoon();
    expect(flush).not.toHaveBeenCalled();
    notes.noteLine(job, 'info', 'last');
    notes.flushSoon();
    expect(flush).toHaveBeenCalledTimes(1);
    await flush.mock.results[0]!.value;
    expect(await jobLogs(stage.engine.database, job.id)).toHaveLength(1);
  });

  test('bear the time since the start of their attempt, by the clock of the database', async () => {
    const { notes } = jobNotes();
    const job = await runningJob(stage.store);
    notes.noteLine(job, 'info', 'at once');
    vi.advanceTimersByTime(250);
    notes.noteLine(job, 'warn', 'later');
    await notes.flush();
    const lines = await jobLogs(stage.engine.database, job.id);
    expect(lines.map((line) => [line.at - job.startedAt, line.sequence, line.attempt, line.level])).toEqual([
      [0, 0, 1, 'info'],
      [250, 1, 1, 'warn'],
    ]);
  });

  test('of progress are a sign of life of that job alone', async () => {
    const { notes } = jobNotes();
    const [job, other] = [await runningJob(stage.store), await runningJob(stage.store)];
    notes.noteProgress(job, { fraction: 0.1 });
    notes.noteProgress(job, { fraction: 0.2, message: 'newest' });
    await notes.flush();
    expect((await rowOf(stage.engine.database, job.id)).heartbeat_at).not.toBeNull();
    expect((await stage.engine.job(job.id)).progress).toEqual({ fraction: 0.2, message: 'newest' });
    expect(await rowOf(stage.engine.database, other.id)).toMatchObject({ heartbeat_at: null, progress: null });
  });

  test('that cannot be written are warned of, and do not keep the next ones', async () => {
    const { notes, logger } = jobNotes();
    const job = await runningJob(stage.store);
    vi.spyOn(stage.engine.database, 'query').mockRejectedValueOnce(new Error('away'));
    notes.noteLine(job, 'info', 'lost');
    await notes.flush();
    expect(logger.warn.mock.calls).toEqual([[{ error: 'away', lines: 1 }, 'Job notes not written']]);
    notes.noteLine(job, 'info', 'kept');
    await notes.flush();
    expect(await jobLogs(stage.engine.database, job.id)).toMatchObject([{ message: 'kept', sequence: 1 }]);
  });

  test('end with the thousandth line and a word about it, for each claim by itself', async () => {
    const { notes } = jobNotes();
    const [job, other] = [await runningJob(stage.store), await runningJob(stage.store)];
    for (let line = 0; line < 1_000; line++) notes.noteLine(job, 'info', `line ${line}`);
    await notes.flush();
    expect((await jobLogs(stage.engine.database, job.id)).at(-1)).toMatchObject({ level: 'info', message: 'line 999' });
    notes.noteLine(job, 'info', 'line 1000');
    notes.noteLine(job, 'info', 'line 1001');
    notes.noteLine(other, 'info', 'of another');
    await notes.flush();
    const lines = await jobLogs(stage.engine.database, job.id);
    expect(lines).toHaveLength(1_001);
    expect(lines.at(-1)).toMatchObject({ level: 'warn', message: '(only the first 1000 lines are kept)' });
    expect(await jobLogs(stage.engine.database, other.id)).toMatchObject([{ message: 'of another' }]);
  });
});
