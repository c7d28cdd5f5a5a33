import { afterAll, expect, test } from 'vitest';
import { WORKER_DEFAULTS } from '../../../src/engine/index.js';
import { startLauncher } from '../../../src/process/index.js';
import { STOP_GRACE_MS } from '../../../src/tasks/execute/execute-task.js';
import { allGone } from '../../process/programs.js';
import { runPython, runShell } from './run.js';

const launcher = startLauncher();
afterAll(() => launcher.close());

/** Reads the numbers that a program and its children print. */
function listener(count: number, whenReady: () => void = () => undefined) {
  const pids: number[] = [];
  const stdout = (lines: Buffer): void => {
    pids.push(...(lines.toString().match(/^\d+$/gm) ?? []).map(Number));
    if (pids.length === count) whenReady();
  };
  return { pids, stdout };
}

const SAYS_OK = `echo '{"ok":true,"result":1}'`;
const TREE = `sh -c 'echo $$; sleep 60' & ${SAYS_OK} >&3; echo $$; wait`;

test.concurrent('an abort ends the whole tree and counts for more than the envelope', async () => {
  const stop = new AbortController();
  const { pids, stdout } = listener(2, () => stop.abort());
  const ending = await runShell(TREE, {}, { stdout, signal: stop.signal, launcher });
  expect(ending).toMatchObject({ result: null, failure: { code: 'TASK_KILLED', retryable: true } });
  await allGone(pids);
});

test.concurrent('so does a timeout', async () => {
  const { pids, stdout } = listener(2);
  const ending = await runShell(TREE, { timeoutMs: 3_000 }, { stdout, launcher });
  expect(ending.failure).toMatchObject({
    code: 'TASK_TIMEOUT',
    message: 'The program ran longer than its timeout of 3.0 s',
    retryable: true,
  });
  expect(pids).toHaveLength(2);
  await allGone(pids);
});

test.concurrent('before the start nothing is started', async () => {
  const ending = await runShell('echo ran', {}, { signal: AbortSignal.abort() });
  expect(ending).toMatchObject({ stdout: { bytes: 0 }, failure: { code: 'TASK_KILLED' } });
});

test.concurrent('a program is killed before the engine gives it up', () => {
  expect(STOP_GRACE_MS).toBeLessThan(WORKER_DEFAULTS.abortGraceMs - 1_000);
});

test.concurrent('a program that kills its parent is to be tried again', async () => {
  const launcher = startLauncher();
  const { failure, result } = await runShell(`${SAYS_OK}; kill -9 $PPID; sleep 60`, {}, { launcher });
  expect(result).toBeNull();
  expect(failure).toMatchObject({ code: 'TASK_KILLED', retryable: true });
  expect(failure?.message).toBe('The process that started the program was killed');
  await launcher.close();
});

test.concurrent('memory', async () => {
  const script = `import time; print('{"ok":true}', flush=True); x = bytearray(300_000_000); time.sleep(20)`;
  const { failure } = await runPython(script, { memoryBytes: 100_000_000 }, { launcher });
  expect(failure).toMatchObject({ code: 'TASK_OUT_OF_MEMORY', retryable: true });
  expect(failure?.message).toContain('100000000 bytes');
});

test.concurrent('CPU time, and not the time that goes by', async () => {
  const { failure } = await runShell('while :; do :; done', { cpuMs: 200, timeoutMs: 600_000 }, { launcher });
  expect(failure).toMatchObject({
    code: 'TASK_CPU_LIMIT',
    message: 'The program used more CPU time than its limit of 200 ms',
    retryable: false,
  });
  expect((await runShell('sleep 0.4', { cpuMs: 200 }, { launcher })).failure).toBeNull();
});

test.concurrent('a child that made itself a daemon is ended with a run that is stopped', async () => {
  const stop = new AbortController();
  const { pids, stdout } = listener(1, () => stop.abort());
  const daemon =
    'import os,time\nif os.fork(): time.sleep(60)\nos.setsid()\nprint(os.getpid(), flush=True)\ntime.sleep(60)';
  await runPython(daemon, {}, { stdout, launcher, signal: stop.signal });
  expect(pids).toHaveLength(1);
  await allGone(pids);
});
