import type { ChildProcess } from 'node:child_process';
import { attend, type RunningProgram } from './attend.js';
import type { Ward } from './guardian.js';
import { assertOptions, type ProcessOptions } from './options.js';
import { endedByItself, type Exit, neverRan, type ProcessResult } from './result.js';
import { spawnProgram } from './spawn.js';

/**
 * Runs one program in a process group of its own and answers what became of it. By then its whole group has ended
 * or been killed, however it ended itself; a grandchild that made itself a group of its own (a daemon) is followed
 * only by a guardian. What becomes of it when this process itself ends is said in live-groups.ts. Rejects only when a
 * callback of the caller threw.
 */
export async function runProcess(options: ProcessOptions): Promise<ProcessResult> {
  assertOptions(options);
  const startedAt = performance.now();
  if (options.signal?.aborted === true) return neverRan('aborted', null, startedAt);
  const ward = options.guardian?.admit();
  let wasStopped = true;
  try {
    const result = await startAndAttend(options, ward, startedAt);
    wasStopped = !endedByItself(result.ending);
    return result;
  } finally {
    ward?.ended({ wasStopped });
  }
}

async function startAndAttend(
  options: ProcessOptions,
  ward: Ward | undefined,
  startedAt: number,
): Promise<ProcessResult> {
  const spawned = spawnProgram(options, ward);
  if ('startError' in spawned) return neverRan('not_started', await spawned.startError, startedAt);
  const { child, pid } = spawned;
  try {
    return await attend(programOf(child, pid), options, startedAt);
  } finally {
    letGo(child);
  }
}

function programOf(child: ChildProcess, pid: number): RunningProgram {
  return {
    pid,
    exited: new Promise<Exit>((resolve) => {
      child.once('exit', (exitCode, signalName) => resolve({ exitCode, signalName }));
    }),
    closed: new Promise<void>((resolve) => child.once('close', () => resolve())),
    onOutput(name, take) {
      // Null for an inherited stream.
      const stream = child[name];
      stream?.on('data', take);
      // A pipe that breaks has ended; unheard, the error would end this process.
      stream?.on('error', () => undefined);
    },
  };
}

/** Whoever still holds the other ends, or survived it all, is no reason for this process to stay. */
function letGo(child: ChildProcess): void {
  child.stdin?.destroy();
  child.stdout?.destroy();
  child.stderr?.destroy();
  child.unref();
}
