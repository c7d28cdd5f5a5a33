import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Launcher, runProcess, startLauncher, tailText } from '../../../src/process/index.js';
import type { ProcessOptions } from '../../../src/process/options.js';
import { bundled } from '../../services/bundled.js';
import { waitUntil } from '../../services/wait-until.js';
import { allGone, fixturePath, isRunning, type OverheardRun, printedPids, runOverheard } from '../programs.js';
import {
  HIDES_A_DAEMON,
  IGNORES_SIGTERM,
  LEAVES_A_DAEMON_AND_EXITS,
  LEAVES_A_DAEMON_AND_STAYS,
  SLEEPS,
  STOPPED,
  WITH_A_CHILD,
} from '../scripts.js';

function launcherOfTest(options: { pingEveryMs?: number } = {}): Launcher {
  const launcher = startLauncher(options);
  onTestFinished(() => launcher.close());
  return launcher;
}

function runScript(script: string, options: Pick<ProcessOptions, 'launcher' | 'timeoutMs' | 'signal'>): OverheardRun {
  return runOverheard({ argv: ['/bin/sh', '-c', script], ...options });
}

/** The processes of all launchers of this process. */
function allProcesses(): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  const ours = lines.map((line) => line.trim().split(/\s+/)).filter(([, parent]) => Number(parent) === process.pid);
  return ours.filter((words) => words.some((word) => word.startsWith('CASPARIAN_RUN='))).map(([pid]) => Number(pid));
}

/** The launcher itself, below the process that adopts orphans. */
function childOf(pid: number): number | undefined {
  const children = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  const found = children.find((line) => line.trim().split(/\s+/)[1] === String(pid) && line.includes(process.execPath));
  return found === undefined ? undefined : Number.parseInt(found, 10);
}

function commandOf(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
}

/** Those that a failed test left behind would stay, with their programs. */
const hosts = new Set<ChildProcess>();
afterAll(() => hosts.forEach((host) => host.kill('SIGKILL')));

async function startHost(user: { uid?: number }, ...scripts: string[]) {
  const args = [await bundled(fixturePath('launching-host.ts')), ...scripts];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], ...user });
  hosts.add(child);
  let heard = '';
  child.stdout.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  return { child, pids: (count: number) => printedPids(() => heard, count) };
}

const onLinux = process.platform === 'linux';

describe.skipIf(process.platform === 'win32')('the process of a launcher', () => {
  let others: number[];
  beforeEach(() => {
    others = allProcesses();
  });
  const processes = () => allProcesses().filter((pid) => !others.includes(pid));

  test('starts with the first program and ends when the launcher is closed', async () => {
    const launcher = launcherOfTest();
    expect(processes()).toEqual([]);
    await runScript('exit 0', { launcher }).result;
    await runScript('exit 0', { launcher }).result;
    expect(processes()).toHaveLength(1);
    await launcher.close();
    expect(processes()).toEqual([]);
  });

  test('hears its input end while a program lives, and the signals of a terminal do not end it', async () => {
    const launcher = launcherOfTest();
    const run = runScript(SLEEPS, { launcher });
    await run.pids(1);
    const [pid] = processes();
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const) process.kill(pid!, signal);
    await launcher.close();
    expect(await run.result).toMatchObject({ ending: 'signalled', signalName: 'SIGTERM' });
  });

  test('is asked nothing any more while it is closed, however long its programs take to end', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const launcher = launcherOfTest({ pingEveryMs: 1_000 });
    const run = runScript(IGNORES_SIGTERM, { launcher });
    await run.pids(1);
    const closed = launcher.close();
    vi.advanceTimersByTime(2_000);
    await closed;
    expect(await run.result).toMatchObject({ ending: 'signalled', signalName: 'SIGKILL' });
  });

  test('when killed, takes its programs and their children with it, and has a successor', async () => {
    const launcher = launcherOfTest();
    const run = runScript(onLinux ? LEAVES_A_DAEMON_AND_STAYS : SLEEPS, { launcher });
    const pids = await run.pids(onLinux ? 2 : 1);
    process.kill(processes()[0]!, 'SIGKILL');
    expect(await run.result).toMatchObject({ ending: 'lost', exitCode: null });
    await allGone(pids);
    expect(await runScript('exit 3', { launcher }).result).toMatchObject({ ending: 'exited', exitCode: 3 });
    expect(processes()).toHaveLength(1);
  });

  test('when stopped, is given up', async () => {
    const launcher = launcherOfTest({ pingEveryMs: 150 });
    const run = runScript(SLEEPS, { launcher });
    await run.pids(1);
    const [pid] = processes();
    process.kill(childOf(pid!) ?? pid!, 'SIGSTOP');
    expect(await run.result).toMatchObject({ ending: 'lost' });
    expect(processes()).toEqual([]);
  });

  test.runIf(onLinux).each(['KILL', 'STOP'])(
    'a program that sends SIG%s to its parent harms only itself',
    async (signal) => {
      const launcher = launcherOfTest();
      const neighbour = runScript(SLEEPS, { launcher });
      const [unharmed] = await neighbour.pids(1);
      const onSignal = `trap 'kill -${signal} $PPID' USR1; echo $$; while :; do sleep 0.05; done`;
      const run = runScript(`${HIDES_A_DAEMON}; ${onSignal}`, { launcher });
      const pids = await run.pids(2);
      // The other one ends with it.
      process.kill(
        pids.find((pid) => commandOf(pid).includes('trap'))!,
        'SIGUSR1',
      );
      expect(await run.result).toMatchObject({ ending: 'lost', exitCode: null });
      await allGone(pids);
      expect(isRunning(unharmed!)).toBe(true);
    },
  );

  test('holds nothing of programs that are over', async () => {
    const launcher = launcherOfTest();
    const runMany = () => Promise.all(Array.from({ length: 20 }, () => runScript('exit 0', { launcher }).result));
    await runMany();
    const [pid] = processes();
    const open = () => (onLinux ? readdirSync(`/proc/${pid}/fd`).length : 0);
    const before = open();
    await runMany();
    expect(open()).toBe(before);
  });
});

describe.skipIf(process.platform === 'win32').concurrent('a launcher', () => {
  test('ends the programs of a host that died of SIGKILL, whatever they make of it', async () => {
    const scripts = [WITH_A_CHILD, IGNORES_SIGTERM, STOPPED];
    if (onLinux) scripts.push(LEAVES_A_DAEMON_AND_STAYS, LEAVES_A_DAEMON_AND_EXITS);
    const { child, pids } = await startHost({}, ...scripts);
    const programs = await pids(onLinux ? 7 : 4);
    child.kill('SIGKILL');
    await allGone(programs);
  });

  test('does not keep its host', async () => {
    const { child } = await startHost({}, 'exit 0');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('marks the environment, over what the caller says', async () => {
    const launcher = startLauncher();
    const argv = ['/bin/sh', '-c', 'echo "$CASPARIAN_RUN"'];
    const env = { CASPARIAN_RUN: 'mine' };
    const runs = await Promise.all([1, 2].map(() => runProcess({ argv, env, launcher })));
    await launcher.close();
    const marks = runs.map(({ stdoutTail }) => tailText(stdoutTail));
    expect(marks.join('')).toMatch(/^([\da-f-]{36})\.1\n\1\.2\n$/);
  });
});

describe.runIf(onLinux).concurrent('a daemon', () => {
  test('is killed soon after its program has ended, without holding up the result', async () => {
    const launcher = startLauncher();
    const run = runScript(LEAVES_A_DAEMON_AND_EXITS, { launcher });
    const [daemon] = await run.pids(1);
    expect(await run.result).toMatchObject({ ending: 'exited', exitCode: 0 });
    expect(isRunning(daemon!)).toBe(true);
    await allGone([daemon!]);
    await launcher.close();
  });

  test('is killed at once when its program has to be stopped, and no other program of any launcher', async () => {
    const launchers = [startLauncher(), startLauncher()] as const;
    const bystanders = launchers.map((launcher) => runScript(LEAVES_A_DAEMON_AND_STAYS, { launcher }));
    const unharmed = (await Promise.all(bystanders.map((run) => run.pids(2)))).flat();
    const controller = new AbortController();
    const run = runScript(LEAVES_A_DAEMON_AND_STAYS, { launcher: launchers[0], signal: controller.signal });
    const pids = await run.pids(2);
    controller.abort();
    expect(await run.result).toMatchObject({ ending: 'aborted' });
    await allGone(pids);
    expect(unharmed.every(isRunning)).toBe(true);
    await Promise.all(launchers.map((launcher) => launcher.close()));
    await allGone(unharmed);
  });

  test('that left its session and cleared its environment is killed soon after its program has ended', async () => {
    const launcher = startLauncher();
    // It runs in the same launcher, and must not be taken for the daemon's owner.
    const bystander = runScript(`${HIDES_A_DAEMON}; ${SLEEPS}`, { launcher });
    const unharmed = await bystander.pids(2);
    const run = runScript(`${HIDES_A_DAEMON}; exit 0`, { launcher });
    const [daemon] = await run.pids(1);
    expect(await run.result).toMatchObject({ ending: 'exited', exitCode: 0 });
    await allGone([daemon!]);
    // Not even a zombie is left, while the launcher goes on.
    await waitUntil(() => !existsSync(`/proc/${daemon}`), { for: 'the end of the zombie' });
    expect(unharmed.every(isRunning)).toBe(true);
    await launcher.close();
    await allGone(unharmed);
  });

  test.runIf(process.getuid?.() === 0)('hides in vain from a worker that is not root', async () => {
    const { child, pids } = await startHost({ uid: 65_534 }, `${HIDES_A_DAEMON}; exit 0`, SLEEPS);
    const [one, other] = await pids(2);
    const owners = [one!, other!].map((pid) => statSync(`/proc/${pid}`).uid);
    expect(owners).toEqual([65_534, 65_534]);
    const sleeper = commandOf(one!).includes('600') ? one! : other!;
    await allGone([one!, other!].filter((pid) => pid !== sleeper));
    expect(isRunning(sleeper)).toBe(true);
    child.kill('SIGKILL');
    await allGone([sleeper]);
  });

  test('is killed when the launcher is closed', async () => {
    const launcher = startLauncher();
    const run = runScript(LEAVES_A_DAEMON_AND_EXITS, { launcher });
    const pids = await run.pids(1);
    await run.result;
    await launcher.close();
    await allGone(pids);
  });
});
