import { statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { runProcess } from '../../src/process/index.js';
import { allGone, fixturePath, program, runOverheard } from './programs.js';

const MB = 1_000_000;

describe.skipIf(process.platform === 'win32')('a memory limit', () => {
  test('kills a program that fills more', async () => {
    const run = runOverheard({ argv: program('fills-memory.mjs', '4000'), memoryLimitBytes: 300 * MB });
    const pids = await run.pids(1);
    const result = await run.result;
    expect(result).toMatchObject({ ending: 'out_of_memory', exitCode: null, signalName: 'SIGKILL' });
    expect(result.peakMemoryBytes).toBeGreaterThan(300 * MB);
    expect(result.peakMemoryBytes).toBeLessThan(1_000 * MB);
    await allGone(pids);
  });

  test('counts what a grandchild fills, and kills them both', async () => {
    const run = runOverheard({ argv: program('forks-fills-memory.mjs', '4000'), memoryLimitBytes: 300 * MB });
    const pids = await run.pids(2);
    expect(await run.result).toMatchObject({ ending: 'out_of_memory', signalName: 'SIGKILL' });
    await allGone(pids);
  });

  test('leaves a program alone that stays below it, and says how much it held', async () => {
    const argv = program('fills-memory.mjs', '150', 'then-exits');
    const result = await runProcess({ argv, env: {}, memoryLimitBytes: 600 * MB });
    expect(result).toMatchObject({ ending: 'exited', exitCode: 0 });
    expect(result.peakMemoryBytes).toBeGreaterThan(0);
    expect(result.peakMemoryBytes).toBeLessThan(600 * MB);
  });

  test('kills without a grace a program that was asked to stop, whose ending keeps its first cause', async () => {
    const stop = new AbortController();
    const run = runOverheard({
      argv: program('fills-memory-on-sigterm.mjs'),
      memoryLimitBytes: 300 * MB,
      signal: stop.signal,
      graceMs: 60_000,
    });
    await run.pids(1);
    stop.abort();
    expect(await run.result).toMatchObject({ ending: 'aborted', signalName: 'SIGKILL' });
  });

  test('does not watch when there is none', async () => {
    const result = await runProcess({ argv: program('exits-with.mjs', '0'), env: {} });
    expect(result.peakMemoryBytes).toBeNull();
  });

  test('is a bug of the caller when it is negative', async () => {
    await expect(runProcess({ argv: ['true'], env: {}, memoryLimitBytes: -1 })).rejects.toThrow('memoryLimitBytes');
  });
});

describe.runIf(process.platform === 'linux')('what counts as memory', () => {
  const env = { PATH: process.env['PATH'] };

  test('pages that forked workers share count once', async () => {
    const argv = ['python3', fixturePath('shares-memory.py')];
    const result = await runProcess({ argv, env, memoryLimitBytes: 200 * MB });
    expect(result).toMatchObject({ ending: 'exited', exitCode: 0 });
  });

  test('the pages of a mapped file do not count', async () => {
    const largeFile = process.execPath;
    expect(statSync(largeFile).size).toBeGreaterThan(60 * MB);
    const argv = ['python3', fixturePath('maps-a-file.py'), largeFile];
    const result = await runProcess({ argv, env, memoryLimitBytes: 60 * MB });
    expect(result).toMatchObject({ ending: 'exited', exitCode: 0 });
  });
});
