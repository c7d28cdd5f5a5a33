import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UserIds } from './unprivileged-user.js';
import { GiveUp, waitUntil } from './wait-until.js';

export interface ServerCommand {
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  user: UserIds | undefined;
  /** The directory of the server: working directory, log, and the file `pids` with the processes that the guard stops. */
  directory: string;
}

export interface ServerProcess {
  /** Throws GiveUp, with the log, if the server has ended: it cannot become ready any more. */
  assertRunning(): void;
  /** Signals the process group and waits until all its processes have ended; SIGKILL after `graceMs`. */
  end(signal: NodeJS.Signals, graceMs: number): Promise<void>;
  logTail(): string;
}

/** Starts a server in its own process group, so that Ctrl-C reaches only the tests, which then stop it in order. */
export function startServerProcess({ command, args, env, user, directory }: ServerCommand): ServerProcess {
  const logPath = join(directory, 'log');
  const log = openSync(logPath, 'a');
  const child = spawn(command, args, { cwd: directory, env, ...user, detached: true, stdio: ['ignore', log, log] });
  closeSync(log);
  child.unref();
  let failure: string | undefined;
  child.once('error', (error) => (failure = error.message));
  if (child.pid !== undefined) addPid(directory, child.pid);

  const logTail = () => readFileSync(logPath, 'utf8').split('\n').slice(-30).join('\n');
  return {
    logTail,
    assertRunning() {
      if (failure === undefined && !hasEnded(child)) return;
      throw new GiveUp(
        `${command} has ended: ${failure ?? child.signalCode ?? `code ${child.exitCode}`}\n${logTail()}`,
      );
    },
    async end(signal, graceMs) {
      if (child.pid === undefined) return;
      await endGroup(child, child.pid, signal, graceMs);
      removePid(directory, child.pid);
    },
  };
}

async function endGroup(child: ChildProcess, groupId: number, signal: NodeJS.Signals, graceMs: number): Promise<void> {
  const gone = () => hasEnded(child) && !signalGroup(groupId, 0);
  if (gone()) return;
  signalGroup(groupId, signal);
  try {
    await waitUntil(gone, { for: `process group ${groupId} to end`, timeoutMs: graceMs, intervalMs: 20 });
  } catch {
    signalGroup(groupId, 'SIGKILL');
    await waitUntil(gone, { for: `process group ${groupId} to be killed`, intervalMs: 20 });
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Returns whether the group still existed. */
function signalGroup(groupId: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-groupId, signal);
  } catch {
    return false;
  }
}

function readPids(directory: string): string[] {
  try {
    return readFileSync(join(directory, 'pids'), 'utf8').split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

function addPid(directory: string, pid: number): void {
  writeFileSync(join(directory, 'pids'), [...readPids(directory), String(pid)].join('\n') + '\n');
}

function removePid(directory: string, pid: number): void {
  const left = readPids(directory).filter((entry) => entry !== String(pid));
  writeFileSync(join(directory, 'pids'), left.map((entry) => `${entry}\n`).join(''));
}
