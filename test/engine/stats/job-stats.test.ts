import { describe, expect, test } from 'vitest';
import { createWorker, defineJob, jobStats } from '../../../src/engine/index.js';
import { databaseNow } from '../../../src/engine/database-now.js';
import { rollUpStats } from '../../../src/engine/stats/roll-up.js';
import { jobStatsJson } from '../../../src/engine/stats/job-stats-json.js';
import { bucketOf, emptyBuckets, quantile } from '../../../src/engine/stats/buckets.js';
import { Tallier } from '../../../src/engine/stats/tally.js';
import type { ClaimedJob } from '../../../src/engine/store.js';
import { STORES, useStage } from '../staging/stage.js';
import { anEnding } from '../staging/store-calls.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe.each(STORES)('statistics on %s', (storeName) => {
  const stage = useStage(storeName);

  /** Ten attempts of 20 ms that ended in that minute, in two shards. */
  async function tenEnded(at: number, tenant = 'default'): Promise<void> {
    for (const [shard, count] of [4, 6].entries()) {
      await stage.engine.database
        .query(`INSERT INTO cf_job_stats (span_seconds, begins_at, tenant, queue, type, outcome, shard,
        count, duration_ms, longest_ms, wait_ms, d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11)
        VALUES (60, ${at - (at % MINUTE)}, '${tenant}', 'default', 'work', 'completed', ${shard},
        ${count}, ${count * 20}, 20, ${count * 3}, 0, ${count}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`);
    }
  }
  const spans = async (): Promise<{ span: number; count: number }[]> =>
    stage.engine.database.query(
      `SELECT span_seconds AS span, CAST(sum(count) AS BIGINT) AS count FROM cf_job_stats GROUP BY span_seconds ORDER BY span_seconds`,
    );
  const completed = async (sinceMs: number, tenant?: string): Promise<number> =>
    (await jobStats(stage.engine.database, { sinceMs, tenant })).total.counts.completed ?? 0;

  test('a worker counts what it runs, with durations, and charts show it at once', async () => {
    const quick = defineJob({ type: 'quick', run: () => undefined });
    const broken = defineJob({
      type: 'broken',
      maxAttempts: 1,
      run: () => Promise.reject(new Error('broken')),
    });
    await stage.engine.enqueueMany(
      quick,
      Array.from({ length: 30 }, () => ({})),
    );
    await stage.engine.enqueue(broken, {});
    let ended = 0;
    const all = new Promise<void>((resolve) => {
      const worker = createWorker(stage.engine, {
        jobs: [quick, broken],
        observer: { ended: () => (++ended === 31 ? resolve() : undefined) },
      });
      stage.onCleanup(() => worker.stop());
      void worker.start();
    });
    await all;
    const stats = await jobStats(stage.engine.database, { sinceMs: HOUR });
    expect(stats.total.counts).toEqual({ completed: 30, dead_letter: 1 });
    expect(stats.groups).toMatchObject([{ type: 'quick' }, { type: 'broken' }]);
    expect(stats.points).toHaveLength(61);
    expect(stats.points.at(-1)!.counts.completed ?? stats.points.at(-2)!.counts.completed).toBeGreaterThan(0);
    expect(stats.total.p95Ms).not.toBeNull();
    expect(jobStatsJson(stats)).toMatchObject({ step_seconds: 60, total: { counts: { completed: 30, retried: 0 } } });
  });

  test.each([
    ['1 hour', HOUR, MINUTE],
    ['24 hours', DAY, 10 * MINUTE],
    ['7 days', 7 * DAY, HOUR],
    ['30 days', 30 * DAY, 6 * HOUR],
    ['a year', 365 * DAY, 7 * DAY],
  ])('a chart of %s has at most 181 points', async (_, sinceMs, stepMs) => {
    const stats = await jobStats(stage.engine.database, { sinceMs });
    expect(stats.stepMs).toBe(stepMs);
    expect(stats.points.length).toBeLessThanOrEqual(181);
    expect(stats.total).toMatchObject({ counts: {}, averageMs: null, p50Ms: null });
  });

  test('roll-ups keep every count in every window, before and after', async () => {
    const now = await databaseNow(stage.engine.database);
    const ages = [0, HOUR, 3 * HOUR, 20 * HOUR, 3 * DAY, 20 * DAY, 29 * DAY, 100 * DAY];
    for (const age of ages) await tenEnded(now - age);
    await rollUpStats(stage.engine.database);
    const inWindow = (sinceMs: number): number => 10 * ages.filter((age) => age < sinceMs).length;
    for (const sinceMs of [30 * MINUTE, 24 * HOUR, 7 * DAY, 30 * DAY, 365 * DAY]) {
      expect(await completed(sinceMs)).toBe(inWindow(sinceMs));
    }
    const stats = await jobStats(stage.engine.database, { sinceMs: 30 * DAY });
    expect(stats.total).toMatchObject({ averageMs: 20, longestMs: 20, averageWaitMs: 3 });
    // Minutes older than two days, hours older than thirty and nothing younger are gone.
    const [minutes, hours, days] = await spans();
    expect([minutes!.count, hours!.count >= 50, days!.count >= 40]).toEqual([40, true, true]);
  });

  test('a roll-up that is repeated, also by several workers at once, changes nothing', async () => {
    const now = await databaseNow(stage.engine.database);
    for (const age of [2 * HOUR, 30 * HOUR]) await tenEnded(now - age);
    await Promise.all([rollUpStats(stage.engine.database), rollUpStats((await stage.openAnother()).database)]);
    const once = await spans();
    await tenEnded(now);
    await rollUpStats(stage.engine.database);
    expect(once).toMatchObject([{ span: 60, count: 20 }, { span: 3_600, count: 20 }, { span: 86_400 }]);
    expect(await completed(7 * DAY)).toBe(30);
  });

  test('a tenant sees its own counts only', async () => {
    const now = await databaseNow(stage.engine.database);
    await tenEnded(now, 'acme');
    await tenEnded(now, 'globex');
    expect(await completed(HOUR, 'acme')).toBe(10);
    expect(await completed(HOUR, 'nobody')).toBe(0);
    expect(await completed(HOUR)).toBe(20);
  });

  test('a window that statistics cannot cover is refused', async () => {
    await expect(completed(366 * DAY)).rejects.toMatchObject({ code: 'OPTION_INVALID' });
    await expect(completed(1_000)).rejects.toMatchObject({ code: 'OPTION_INVALID' });
  });
});

describe('the tally', () => {
  test('queues with invented names do not make rows without bound', () => {
    const tallier = new Tallier(3);
    const endings = Array.from({ length: 10 }, (_, index) => {
      const job = { id: String(index), fence: 1, tenant: 'a', queue: `q${index}`, type: 't', runAt: 0, startedAt: 5 };
      return anEnding(job, { measured: { job: job as unknown as ClaimedJob, elapsedMs: 1 } });
    });
    const tallies = tallier.count(endings, ({ status }) => status);
    expect(tallies.map(({ queue, count }) => [queue, count])).toEqual([
      ['q0', 1],
      ['q1', 1],
      ['q2', 1],
      ['(other)', 7],
    ]);
  });
});

describe('the histogram', () => {
  test('a quantile is inside its bucket, and never above the longest duration', () => {
    const buckets = emptyBuckets();
    for (const ms of [1, 2, 3, 500, 600, 700, 800, 900, 950, 2_000_000]) buckets[bucketOf(ms)]!++;
    expect(quantile(0.1, buckets, 2_000_000)).toBeLessThanOrEqual(10);
    expect(quantile(0.5, buckets, 2_000_000)).toBeGreaterThan(300);
    expect(quantile(0.5, buckets, 2_000_000)).toBeLessThanOrEqual(1_000);
    expect(quantile(1, buckets, 2_000_000)).toBe(2_000_000);
    expect(quantile(0.5, emptyBuckets(), 0)).toBeNull();
  });

  test('bounds belong to the bucket below', () => {
    expect([bucketOf(0), bucketOf(10), bucketOf(11), bucketOf(1_000_000), bucketOf(1_000_001)]).toEqual([
      0, 0, 1, 10, 11,
    ]);
  });
});
