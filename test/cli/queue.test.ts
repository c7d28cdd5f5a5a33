import { expect, test } from 'vitest';
import { BUILT_IN_JOBS } from '../../src/engine/index.js';
import { casparianBatch } from './casparian.js';
import { freshStore, COMMAND_STORES } from './store.js';

const noop = BUILT_IN_JOBS.find((job) => job.type === 'noop')!;

test.each(COMMAND_STORES)('a paused queue starts nothing until it is resumed, on %s', async (kind) => {
  const { engine, flags } = await freshStore(kind);
  const { id } = await engine.enqueue(noop, {}, { queue: 'mail' });
  const drain = ['worker', '--drain', '--log-level', 'silent', ...flags];

  const paused = await casparianBatch([
    ['queue', 'pause', 'mail', '--reason', 'provider is down', ...flags, '--json'],
    drain,
    ['queue', 'list', ...flags, '--json'],
    ['queue', 'list', ...flags],
  ]);
  expect(paused.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  expect(JSON.parse(paused[0]!.stdout)).toEqual({ queue: 'mail', paused: true });
  expect(JSON.parse(paused[2]!.stdout)).toEqual([
    {
      name: 'mail',
      pending: 1,
      running: 0,
      paused: true,
      paused_at: expect.any(String) as string,
      reason: 'provider is down',
      limit: null,
      waiting_for_limits: 0,
      oldest_ready_seconds: expect.any(Number) as number,
    },
  ]);
  expect(paused[3]!.stdout).toMatch(/^mail +1 +0 {2}paused .*: provider is down$/m);
  expect((await engine.job(id)).status).toBe('pending');

  const resumed = await casparianBatch([
    ['queue', 'resume', 'mail', ...flags, '--json'],
    ['queue', 'resume', 'mail', ...flags],
    drain,
    ['queue', 'list', ...flags],
  ]);
  expect(JSON.parse(resumed[0]!.stdout)).toEqual({ queue: 'mail', paused: false, was_paused: true });
  expect(resumed[1]!.stdout).toBe("Queue 'mail' was not paused.\n");
  expect(resumed[3]).toMatchObject({ stdout: '', stderr: 'No queue has unfinished jobs or is paused.\n' });
  expect((await engine.job(id)).status).toBe('completed');
});

// More slots than jobs: only the rate makes a job wait, and nothing wakes it while the worker drains.
test.each(COMMAND_STORES)('a queue is limited, shown and freed, on %s', async (kind) => {
  const { engine, flags } = await freshStore(kind);
  const ids = (await engine.enqueueMany(noop, [{}, {}, {}], { queue: 'mail' })).map(({ id }) => id);
  const limited = await casparianBatch([
    ['queue', 'limit', 'mail', '--concurrency', '5', '--rate', '0.5', '--burst', '2', ...flags, '--json'],
    ['worker', '--drain', '--log-level', 'silent', ...flags],
    ['queue', 'show', 'mail', ...flags, '--json'],
    ['queue', 'list', ...flags],
    ['queue', 'show', 'mail', ...flags],
  ]);
  expect(limited.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
  const limit = { concurrency: 5, rate_per_minute: 0.5, burst: 2 };
  expect(JSON.parse(limited[0]!.stdout)).toEqual({ queue: 'mail', limit });
  expect(JSON.parse(limited[2]!.stdout)).toMatchObject({
    name: 'mail',
    pending: 1,
    running: 0,
    limit,
    waiting_for_limits: 1,
  });
  expect(limited[3]!.stdout).toMatch(/^mail +1 +0 {2}open, at most 5 at once, 0.5 per minute \(burst 2\); 1 waiting$/m);
  expect(limited[4]!.stdout).toContain('limit: at most 5 at once, 0.5 per minute (burst 2)');

  const jobs = await Promise.all(ids.map((id) => engine.job(id)));
  const waiting = jobs.find((job) => job.status === 'pending')!;
  const freed = await casparianBatch([
    ['job', 'why', waiting.id, ...flags],
    ['queue', 'limit', 'mail', '--none', ...flags],
    ['worker', '--drain', '--log-level', 'silent', ...flags],
    ['queue', 'limit', 'mail', '--burst', '2', ...flags],
    ['queue', 'limit', 'mail', ...flags],
    ['queue', 'limit', 'mail', '--none', '--rate', '1', ...flags],
  ]);
  expect(freed.map(({ code }) => code)).toEqual([0, 0, 0, 2, 2, 2]);
  expect(freed[0]!.stdout).toMatch(
    /It waits for the limit of queue mail: 0\.5 per minute, burst 2\. It may run at .*, in [12] min/,
  );
  expect(freed[1]!.stdout).toBe("Queue 'mail' has no limit.\n");
  expect((await engine.job(waiting.id)).status).toBe('completed');
});
