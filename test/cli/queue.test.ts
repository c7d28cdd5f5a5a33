import { expect, test } from 'vitest';
import { BUILT_IN_JOBS } from '../../src/engine/index.js';
import { casparianBatch } from './casparian.js';
import { freshStore, STORES } from './store.js';

const noop = BUILT_IN_JOBS.find((job) => job.type === 'noop')!;

test.each(STORES)('a paused queue starts nothing until it is resumed, on %s', async (kind) => {
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
