import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type ProcessResult, runProcess, startLauncher, tailText } from '../../../src/process/index.js';
import type { ProcessOptions } from '../../../src/process/options.js';

const launcher = startLauncher();
/** It is not a Python, so that it adopts nothing. */
const withoutAdopter = startLauncher({ python: '/bin/true' });
const folder = mkdtempSync(join(tmpdir(), 'programs-'));
const script = join(folder, 'script');
writeFileSync(script, 'echo "$1"; exit 5\n', { mode: 0o755 });
afterAll(async () => {
  await Promise.all([launcher.close(), withoutAdopter.close()]);
  rmSync(folder, { recursive: true });
});

const sh = (script: string): Pick<ProcessOptions, 'argv'> => ({ argv: ['/bin/sh', '-c', script] });

/** What a caller gets to know, without the time it took. */
async function outcome(options: Omit<ProcessOptions, 'env'>, env: ProcessOptions['env'] = { PATH: process.env.PATH }) {
  let report = '';
  const hear = (chunk: Buffer): void => void (report += chunk.toString());
  const result: ProcessResult = await runProcess({ ...options, env, report: hear });
  const { durationMs: _, peakMemoryBytes, stdoutTail, stderrTail, ...rest } = result;
  const wasMeasured = peakMemoryBytes !== null;
  return { ...rest, wasMeasured, report, stdout: tailText(stdoutTail), stderr: tailText(stderrTail) };
}

/** Both must have said or set what they begin with, on a busy machine too. They run side by side. */
const STARTED_BY_THEN_MS = 2_000;

const CASES: Record<string, () => Omit<ProcessOptions, 'env'>> = {
  'exit codes and all three streams': () => sh('echo out; echo err >&2; echo report >&3; exit 7'),
  'a signal': () => sh('kill -USR1 $$'),
  stdin: () => ({ ...sh('cat'), stdin: { data: 'é\0\n' } }),
  'bytes on stdin': () => ({ ...sh('od -c'), stdin: { data: Buffer.from([0, 200, 255]) } }),
  'the longest stdin that a pipe takes at once': () => ({ ...sh('cksum'), stdin: { data: 'é'.repeat(2_048) } }),
  'a stdin that is one byte longer': () => ({ ...sh('cksum'), stdin: { data: `${'é'.repeat(2_048)}e` } }),
  'an empty stdin': () => ({ ...sh('cat; echo over'), stdin: { data: '' } }),
  'no stdin': () => sh('cat; echo over'),
  'a stdin that is never read': () => ({ ...sh('exit 3'), stdin: { data: 'x'.repeat(5_000_000) } }),
  'more output than is kept': () => ({ ...sh('seq 100000'), maxOutputBytes: 100 }),
  'megabytes, to the last byte': () => sh('head -c 20000000 /dev/zero; head -c 3000000 /dev/zero >&2'),
  'the environment': () => sh('env | grep -v -e ^CASPARIAN_RUN= -e ^_= | sort'),
  'our own folder': () => sh('pwd'),
  'another folder': () => ({ ...sh('pwd'), cwd: '/usr' }),
  'a folder that is not there': () => ({ ...sh('pwd'), cwd: '/no/such/folder' }),
  'a program that is not there': () => ({ argv: ['no-such-program'] }),
  'a program that may not be run': () => ({ argv: ['/etc/passwd'] }),
  'a script that does not name its interpreter': () => ({ argv: [script, 'one'] }),
  'a NUL in an argument': () => ({ argv: ['/bin/echo', 'a\0b'] }),
  'arguments that are too large': () => ({ argv: ['/bin/echo', 'x'.repeat(5_000_000)] }),
  'a name that is empty': () => ({ argv: [''] }),
  'a timeout': () => ({ ...sh('echo begun; sleep 60'), timeoutMs: STARTED_BY_THEN_MS }),
  'a timeout that is not heeded': () => ({
    ...sh('trap "" TERM; while :; do sleep 1; done'),
    timeoutMs: STARTED_BY_THEN_MS,
    graceMs: 100,
  }),
  'too much CPU': () => ({ ...sh('while :; do :; done'), cpuLimitMs: 100 }),
  'too much memory': () => ({
    ...sh('x=$(head -c 80000000 /dev/zero | tr "\\\\0" x); sleep 60'),
    memoryLimitBytes: 60_000_000,
  }),
  'a child that is left behind': () => sh('sleep 60 & echo left'),
  'a daemon that keeps the output': () => sh('setsid sleep 3 & echo left'),
};

describe
  .skipIf(process.platform === 'win32')
  .concurrent('a launcher gives the same result as a start of our own for', () => {
    test.each(Object.entries(CASES))('%s', async (_, options) => {
      const launchers = [launcher, withoutAdopter];
      const runs = launchers.map((one) => outcome({ ...options(), launcher: one }));
      const [own, ...launched] = await Promise.all([outcome(options()), ...runs]);
      expect(launched).toEqual(launched.map(() => own));
    });
  });

test('a callback that throws ends the program and is heard of', async () => {
  const options = { ...sh('echo word >&3; sleep 60'), env: {}, launcher };
  const report = (): never => {
    throw new Error('no room');
  };
  await expect(runProcess({ ...options, report })).rejects.toThrow('no room');
});

test('an abort while the program is on its way is not missed', async () => {
  const stop = new AbortController();
  const run = runProcess({ ...sh('sleep 60'), env: {}, launcher, signal: stop.signal });
  stop.abort();
  expect(await run).toMatchObject({ ending: 'aborted', signalName: 'SIGTERM' });
});

test('streams of ours cannot be handed on', async () => {
  await expect(runProcess({ ...sh('true'), env: {}, launcher, stdout: 'inherit' })).rejects.toThrow(
    'cannot pass on our streams',
  );
});
