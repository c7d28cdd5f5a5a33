import { MOVED_TABLES } from '../../../src/engine/move/tables.js';
import { expect, onTestFinished, test } from 'vitest';
import { moveJobs, openEngine } from '../../../src/engine/index.js';
import type { Engine } from '../../../src/engine/index.js';
import { freshDatabase } from '../../services/fresh-database.js';
import { startProxy } from '../../services/proxy.js';
import { contents, openSource, openTarget } from './two-databases.js';
import { fillWithEverything, plain } from './varied-jobs.js';

const MANY = 2_500;

async function interruptAfterFirstPage(source: Engine, url: string): Promise<void> {
  const proxy = await startProxy({ port: Number(new URL(url).port) });
  const cutOff = await openEngine({ database: proxy.reroute(url), migrate: true, connectTimeoutMs: 1_000 });
  onTestFinished(() => cutOff.close());
  let closing: Promise<void> | undefined;
  const moved = moveJobs(source, cutOff, { onProgress: () => void (closing ??= proxy.close()) });
  await expect(moved).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
  await closing;
}

test('a move that was interrupted copies only the rest when it is run again', async () => {
  const source = await openSource();
  await source.enqueueMany(
    plain,
    Array.from({ length: MANY }, (_, n) => n),
  );
  const url = await freshDatabase();
  await interruptAfterFirstPage(source, url);

  const target = await openTarget(url);
  const there = (await contents(target))['cf_jobs']!.length;
  expect(there).toBeGreaterThan(0);
  expect(there).toBeLessThan(MANY);
  const [jobs] = await moveJobs(source, target);
  expect(jobs).toMatchObject({ table: 'cf_jobs', rows: MANY, copied: MANY - there });
  expect(await contents(target)).toEqual(await contents(source));

  const again = await moveJobs(source, target);
  expect(again.map(({ copied }) => copied)).toEqual(MOVED_TABLES.map(() => 0));
});

test('what changed in the source after the interruption is brought up to date', async () => {
  const source = await openSource();
  const receipts = await source.enqueueMany(
    plain,
    Array.from({ length: MANY }, (_, n) => n),
  );
  const url = await freshDatabase();
  await interruptAfterFirstPage(source, url);

  // The first is on both sides; the source is in charge until the move is through.
  await source.cancel(receipts[0]!.id);
  await fillWithEverything(source);
  const target = await openTarget(url);
  await moveJobs(source, target);
  expect(await target.job(receipts[0]!.id)).toMatchObject({ status: 'cancelled' });
  expect(await contents(target)).toEqual(await contents(source));
});

test('jobs with large payloads are copied in small portions', { timeout: 180_000 }, async () => {
  const source = await openSource();
  const megabyte = 'x'.repeat(1_000_000);
  for (let n = 0; n < 60; n++) await source.enqueue(plain, { n, megabyte });
  await source.enqueueMany(
    plain,
    Array.from({ length: MANY }, (_, n) => n),
  );
  const steps: number[] = [];
  const [jobs] = await moveJobs(source, await openTarget(), {
    onProgress: ({ table, done }) => table === 'cf_jobs' && steps.push(done),
  });
  expect(jobs).toMatchObject({ rows: MANY + 60, copied: MANY + 60 });
  const portions = steps.map((done, index) => done - (steps[index - 1] ?? 0));
  expect(Math.max(...portions.slice(0, 4))).toBeLessThanOrEqual(20);
  expect(Math.max(...portions)).toBe(1_000);
});
