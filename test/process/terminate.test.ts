import { afterEach, expect, test, vi } from 'vitest';
import { UNKILLABLE_AFTER_MS } from '../../src/process/terminate.js';
import { runProcess, tailText } from '../../src/process/index.js';
import { allGone, isRunning, program, runOverheard } from './programs.js';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('a program that ignores SIGTERM is killed after the grace', async () => {
  const controller = new AbortController();
  const run = runOverheard({ argv: program('ignores-sigterm.mjs'), signal: controller.signal, graceMs: 100 });
  const pids = await run.pids(1);
  controller.abort();
  expect(await run.result).toMatchObject({ ending: 'aborted', exitCode: null, signalName: 'SIGKILL' });
  await allGone(pids);
});

test.each(['forever.mjs', 'ignores-sigterm.mjs'])('a grandchild dies with the program: %s', async (grandchild) => {
  const controller = new AbortController();
  const argv = program('forks-grandchild.mjs', grandchild);
  const run = runOverheard({ argv, signal: controller.signal, graceMs: 100 });
  const pids = await run.pids(2);
  controller.abort();
  expect(await run.result).toMatchObject({ ending: 'aborted', signalName: 'SIGTERM' });
  await allGone(pids);
});

test('a grandchild keeps its grace when the program in front of it has ended at once', async () => {
  const controller = new AbortController();
  const run = runOverheard({
    argv: program('forks-grandchild.mjs', 'cleans-up-slowly.mjs'),
    signal: controller.signal,
  });
  const pids = await run.pids(2);
  controller.abort();
  expect(tailText((await run.result).stdoutTail)).toContain('cleaned up');
  await allGone(pids);
});

test('a program that exits takes what it leaves in its group with it', async () => {
  const run = runOverheard({ argv: program('leaves-grandchild.mjs') });
  const pids = await run.pids(1);
  expect(await run.result).toMatchObject({ ending: 'exited', exitCode: 0 });
  await allGone(pids);
});

test('what a grandchild says soon after the program has exited is still heard', async () => {
  const waitsForItsEnd = '(while kill -0 $$ 2>/dev/null; do :; done; echo the last word) &';
  const { stdoutTail } = await runProcess({ argv: ['/bin/sh', '-c', waitsForItsEnd], env: {} });
  expect(tailText(stdoutTail)).toBe('the last word\n');
});

test('a daemon that holds stdout open does not hold up the result, and is not ours to kill', async () => {
  const run = runOverheard({ argv: program('leaves-daemon.mjs') });
  const [daemon] = await run.pids(1);
  try {
    expect(await run.result).toMatchObject({ ending: 'exited', exitCode: 0 });
    expect(isRunning(daemon!)).toBe(true);
  } finally {
    process.kill(daemon!, 'SIGKILL');
  }
});

test('a program that closes its pipes long before it exits is waited for', async () => {
  const result = await runProcess({ argv: program('closes-its-output.mjs'), env: {} });
  expect(result).toMatchObject({ ending: 'exited', exitCode: 3, stdoutBytes: 0 });
});

test('a program beyond our reach is given up, not waited for', async () => {
  const controller = new AbortController();
  const run = runOverheard({ argv: program('forever.mjs'), signal: controller.signal, graceMs: 100 });
  const pids = await run.pids(1);
  vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  controller.abort();
  vi.advanceTimersByTime(100);
  vi.advanceTimersByTime(UNKILLABLE_AFTER_MS);
  vi.useRealTimers();
  expect(await run.result).toMatchObject({ ending: 'aborted', exitCode: null, signalName: null });
  vi.restoreAllMocks();
  expect(pids.every(isRunning)).toBe(true);
  process.kill(pids[0]!, 'SIGKILL');
  await allGone(pids);
});
