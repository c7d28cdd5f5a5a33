import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Guardian, type ProcessOptions, runProcess, startGuardian, tailText } from '../../src/process/index.js';
import { allGone, fixturePath, isRunning, type OverheardRun, printedPids, runOverheard } from './programs.js';
import {
  IGNORES_SIGTERM,
  LEAVES_A_DAEMON_AND_EXITS,
  LEAVES_A_DAEMON_AND_STAYS,
  SLEEPS,
  STOPPED,
  WITH_A_CHILD,
} from './scripts.js';

function guardianOfTest(): Guardian {
  const guardian = startGuardian();
  onTestFinished(() => guardian.close());
  return guardian;
}

function runScript(script: string, options: Pick<ProcessOptions, 'guardian' | 'timeoutMs' | 'signal'>): OverheardRun {
  return runOverheard({ argv: ['/bin/sh', '-c', script], ...options });
}

/** The shells of all guardians of this process. */
function allShells(): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  const ours = lines.map((line) => line.trim().split(/\s+/)).filter(([, parent]) => Number(parent) === process.pid);
  return ours.filter((words) => words.some((word) => word.endsWith('/guardian.sh'))).map(([pid]) => Number(pid));
}

function startHost(...scripts: string[]) {
  const args = ['--import', 'tsx', fixturePath('guarded-host.ts'), ...scripts];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let heard = '';
  child.stdout.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  return { child, pids: (count: number) => printedPids(() => heard, count) };
}

const onLinux = process.platform === 'linux';

describe.skipIf(process.platform === 'win32')('the shell of a guardian', () => {
  let others: number[];
  beforeEach(() => {
    others = allShells();
  });
  const shells = () => allShells().filter((pid) => !others.includes(pid));

  test('starts with the first program and ends when the guardian is closed', async () => {
    const guardian = guardianOfTest();
    expect(shells()).toEqual([]);
    await runScript('exit 0', { guardian }).result;
    expect(shells()).toHaveLength(1);
    await guardian.close();
    expect(shells()).toEqual([]);
  });

  test('hears its input end while a program lives, and the signals of a terminal do not end it', async () => {
    const guardian = guardianOfTest();
    const run = runScript(SLEEPS, { guardian });
    await run.pids(1);
    const [shell] = shells();
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const) process.kill(shell!, signal);
    await guardian.close();
    expect(await run.result).toMatchObject({ ending: 'signalled', signalName: 'SIGTERM' });
  });

  test('has a successor when it was killed, which knows all that run', async () => {
    const guardian = guardianOfTest();
    const early = runScript(SLEEPS, { guardian });
    await early.pids(1);
    const [shell] = shells();
    process.kill(shell!, 'SIGKILL');
    const nextShell = async () => {
      await runScript('exit 0', { guardian }).result;
      return shells().find((pid) => pid !== shell);
    };
    await expect.poll(nextShell).toBeDefined();
    await guardian.close();
    expect(await early.result).toMatchObject({ ending: 'signalled', signalName: 'SIGTERM' });
  });
});

describe.skipIf(process.platform === 'win32').concurrent('a guardian', () => {
  test('ends the programs of a host that died of SIGKILL, whatever they make of it', async () => {
    const scripts = [WITH_A_CHILD, IGNORES_SIGTERM, STOPPED];
    if (onLinux) scripts.push(LEAVES_A_DAEMON_AND_STAYS, LEAVES_A_DAEMON_AND_EXITS);
    const { child, pids } = startHost(...scripts);
    const programs = await pids(onLinux ? 7 : 4);
    child.kill('SIGKILL');
    await allGone(programs, { withinMs: 10_000 });
  });

  test('does not keep its host', async () => {
    const { child } = startHost('exit 0');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('marks the environment, over what the caller says', async () => {
    const guardian = startGuardian();
    const argv = ['/bin/sh', '-c', 'echo "$CASPARIAN_RUN"'];
    const env = { CASPARIAN_RUN: 'mine' };
    const runs = await Promise.all([1, 2].map(() => runProcess({ argv, env, guardian })));
    await guardian.close();
    const marks = runs.map(({ stdoutTail }) => tailText(stdoutTail));
    expect(marks.join('')).toMatch(/^([\da-f-]{36})\.1\n\1\.2\n$/);
  });

  test.runIf(onLinux)('ends a program of which its shell was never told', async () => {
    const guardian = startGuardian();
    const env = { ...process.env, CASPARIAN_RUN: guardian.admit().mark };
    const child = spawn('sleep', ['600'], { detached: true, stdio: 'ignore', env });
    await Promise.all([once(child, 'exit'), guardian.close()]);
    expect(child.signalCode).toBe('SIGKILL');
  });
});

describe.runIf(onLinux).concurrent('a daemon', () => {
  test('is killed soon after its program has ended, without holding up the result', async () => {
    const guardian = startGuardian();
    const run = runScript(LEAVES_A_DAEMON_AND_EXITS, { guardian });
    const [daemon] = await run.pids(1);
    expect(await run.result).toMatchObject({ ending: 'exited', exitCode: 0 });
    expect(isRunning(daemon!)).toBe(true);
    await allGone([daemon!], { withinMs: 5_000 });
    await guardian.close();
  });

  test('is killed at once when its program has to be stopped, and no other program of any guardian', async () => {
    const guardians = [startGuardian(), startGuardian()] as const;
    const bystanders = guardians.map((guardian) => runScript(LEAVES_A_DAEMON_AND_STAYS, { guardian }));
    const unharmed = (await Promise.all(bystanders.map((run) => run.pids(2)))).flat();
    const controller = new AbortController();
    const run = runScript(LEAVES_A_DAEMON_AND_STAYS, { guardian: guardians[0], signal: controller.signal });
    const pids = await run.pids(2);
    controller.abort();
    expect(await run.result).toMatchObject({ ending: 'aborted' });
    await allGone(pids, { withinMs: 500 });
    expect(unharmed.every(isRunning)).toBe(true);
    await Promise.all(guardians.map((guardian) => guardian.close()));
    await allGone(unharmed);
  });

  test('is killed when the guardian is closed', async () => {
    const guardian = startGuardian();
    const run = runScript(LEAVES_A_DAEMON_AND_EXITS, { guardian });
    const pids = await run.pids(1);
    await run.result;
    await guardian.close();
    await allGone(pids, { withinMs: 500 });
  });
});
