import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runProcess } from '../../src/process/index.js';
import { program, runOverheard } from './programs.js';

test('a program that exits with 0 and one that fails give results of the same shape', async () => {
  const success = await runProcess({ argv: program('exits-with.mjs', '0'), env: {} });
  const failure = await runProcess({ argv: program('exits-with.mjs', '3'), env: {} });
  expect(success).toMatchObject({ ending: 'exited', exitCode: 0, signalName: null, startError: null });
  expect(failure).toMatchObject({ ending: 'exited', exitCode: 3, signalName: null, startError: null });
  expect(Object.keys(success)).toEqual(Object.keys(failure));
  expect(success.durationMs).toBeGreaterThan(0);
});

test('a program ended by a signal says which', async () => {
  const result = await runProcess({ argv: program('kills-itself.mjs', 'SIGKILL'), env: {} });
  expect(result).toMatchObject({ ending: 'signalled', exitCode: null, signalName: 'SIGKILL' });
});

test('a program that runs too long has timed out', async () => {
  const result = await runProcess({ argv: program('forever.mjs'), env: {}, timeoutMs: 100 });
  expect(result).toMatchObject({ ending: 'timed_out', exitCode: null, signalName: 'SIGTERM' });
});

test('a program that ends within its time is not called late because we were busy', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'casparian-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const last = join(folder, 'last');
  const running = runProcess({ argv: ['/bin/sh', '-c', `: > ${last}`], env: {}, timeoutMs: 500 });
  const busyUntil = performance.now() + 600;
  while (performance.now() < busyUntil || !existsSync(last) || statSync(last).mtimeMs + 100 > Date.now());
  expect(await running).toMatchObject({ ending: 'exited', exitCode: 0 });
});

test('an abort stops the program', async () => {
  const controller = new AbortController();
  const run = runOverheard({ argv: program('forever.mjs'), signal: controller.signal });
  await run.pids(1);
  controller.abort();
  expect(await run.result).toMatchObject({ ending: 'aborted', exitCode: null, signalName: 'SIGTERM' });
});

test('an abort before the start starts nothing', async () => {
  const result = await runProcess({ argv: ['/no/such/program'], env: {}, signal: AbortSignal.abort() });
  expect(result).toMatchObject({ ending: 'aborted', exitCode: null, signalName: null, startError: null });
});

test('an abort after the end changes nothing', async () => {
  const controller = new AbortController();
  const result = await runProcess({ argv: program('exits-with.mjs', '0'), env: {}, signal: controller.signal });
  controller.abort();
  expect(result.ending).toBe('exited');
});

test('the first cause is the ending, whatever the program makes of it', async () => {
  const controller = new AbortController();
  const run = runOverheard({ argv: program('exits-zero-on-sigterm.mjs'), signal: controller.signal });
  await run.pids(1);
  controller.abort();
  expect(await run.result).toMatchObject({ ending: 'aborted', exitCode: 0, signalName: null });
});

test.each([
  ['no program', { argv: [] }],
  ['a negative timeout', { argv: ['true'], timeoutMs: -1 }],
  ['a timeout that is not a number', { argv: ['true'], timeoutMs: NaN }],
  ['a timeout no timer can hold', { argv: ['true'], timeoutMs: 2 ** 31 }],
])('%s is a bug of the caller', async (_what, options) => {
  await expect(runProcess({ ...options, env: {} })).rejects.toThrow(
    expect.objectContaining({ name: 'AssertionError' }),
  );
});
