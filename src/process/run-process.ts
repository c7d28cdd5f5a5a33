import { supervise } from './supervise.js';
import { assertOptions, type ProcessOptions } from './options.js';
import { endedByItself, neverRan, type ProcessResult } from './result.js';
import { spawnProgram } from './spawn.js';
import type { StartedProgram } from './started.js';

/**
 * Runs one program in its own process group and returns how it ended. By then its whole group has ended or been killed;
 * a grandchild with its own group (a daemon) is only tracked with a launcher. See live-groups.ts for what happens if
 * this process itself ends. Rejects only if a callback of the caller threw.
 */
export async function runProcess(options: ProcessOptions): Promise<ProcessResult> {
  assertOptions(options);
  const startedAt = performance.now();
  if (options.signal?.aborted === true) return neverRan('aborted', null, startedAt);
  const starting = options.launcher === undefined ? spawnProgram(options) : options.launcher.launch(options);
  const started = starting instanceof Promise ? await starting : starting;
  switch (started.kind) {
    case 'refused':
      return neverRan('not_started', started.startError, startedAt);
    case 'lost':
      return neverRan('lost', null, startedAt);
    case 'started':
      return attendToTheEnd(started, options, startedAt);
  }
}

async function attendToTheEnd(
  { program, release }: StartedProgram,
  options: ProcessOptions,
  startedAt: number,
): Promise<ProcessResult> {
  let wasStopped = true;
  try {
    const result = await supervise(program, options, startedAt);
    wasStopped = !endedByItself(result.ending);
    return result;
  } finally {
    release({ wasStopped });
  }
}
