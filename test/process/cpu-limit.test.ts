import { describe, expect, test } from 'vitest';
import { runProcess } from '../../src/process/index.js';
import { allGone, runOverheard } from './programs.js';

const BUSY = 'while :; do :; done';

describe.skipIf(process.platform === 'win32')('a CPU limit', () => {
  test('kills a shell whose child uses more, and the child', async () => {
    const argv = ['/bin/sh', '-c', `(${BUSY}) & echo $!; echo $$; wait`];
    const run = runOverheard({ argv, cpuLimitMs: 200, graceMs: 60_000 });
    const pids = await run.pids(2);
    expect(await run.result).toMatchObject({ ending: 'out_of_cpu', exitCode: null, signalName: 'SIGKILL' });
    await allGone(pids);
  });

  test.runIf(process.platform === 'linux')('counts children that have come and gone', async () => {
    const busyForAMoment = 'i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done';
    const argv = ['/bin/sh', '-c', `while :; do (${busyForAMoment}); done`];
    const result = await runProcess({ argv, env: {}, cpuLimitMs: 200, timeoutMs: 20_000 });
    expect(result.ending).toBe('out_of_cpu');
  });

  test('does not count the time a program waits', async () => {
    const argv = ['/bin/sh', '-c', 'sleep 0.4'];
    const result = await runProcess({ argv, env: { PATH: process.env['PATH'] }, cpuLimitMs: 150 });
    expect(result).toMatchObject({ ending: 'exited', exitCode: 0 });
  });

  test('is a bug of the caller when it is negative', async () => {
    await expect(runProcess({ argv: ['true'], env: {}, cpuLimitMs: -1 })).rejects.toThrow('cpuLimitMs');
  });
});
