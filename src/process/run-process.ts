import type { ChildProcess } from 'node:child_process';
import { tieToOurLife } from './live-groups.js';
import { watchMemory } from './memory-watchdog.js';
import { assertOptions, DEFAULT_GRACE_MS, DEFAULT_MAX_OUTPUT_BYTES, type ProcessOptions } from './options.js';
import { createOutputTail, type OutputTail } from './output-tail.js';
import { signalGroup } from './process-group.js';
import { readOutput } from './read-output.js';
import { LINGER_MS, waitForRestOfGroup } from './rest-of-group.js';
import { endingOf, type Exit, type ProcessEnding, type ProcessResult, type StartError } from './result.js';
import { spawnProgram } from './spawn.js';
import { watchStopConditions } from './stop-conditions.js';
import { createTerminator } from './terminate.js';

const NO_EXIT: Exit = { exitCode: null, signalName: null };

interface Tails {
  stdout: OutputTail;
  stderr: OutputTail;
}

/**
 * Runs one program in a process group of its own and answers what became of it. By then its whole group has ended
 * or been killed, however it ended itself; a grandchild that made itself a group of its own (a daemon) is not
 * followed. What becomes of it when this process itself ends is said in live-groups.ts. Rejects only when a callback
 * of the caller threw.
 */
export async function runProcess(options: ProcessOptions): Promise<ProcessResult> {
  assertOptions(options);
  const startedAt = performance.now();
  const maxOutputBytes = options.maxOutputBytes ?? DEFAULT_MAX_OUTPUT_BYTES;
  const tails = { stdout: createOutputTail(maxOutputBytes), stderr: createOutputTail(maxOutputBytes) };
  let peakMemoryBytes: number | null = null;
  const result = (ending: ProcessEnding, exit: Exit, startError: StartError | null): ProcessResult => ({
    ending,
    ...exit,
    startError,
    durationMs: performance.now() - startedAt,
    peakMemoryBytes,
    stdoutTail: tails.stdout.read(),
    stderrTail: tails.stderr.read(),
    stdoutBytes: tails.stdout.bytes,
    stderrBytes: tails.stderr.bytes,
  });

  if (options.signal?.aborted === true) return result('aborted', NO_EXIT, null);
  const spawned = spawnProgram(options);
  if ('startError' in spawned) return result('not_started', NO_EXIT, await spawned.startError);
  const attended = await attend(spawned.child, spawned.pid, options, tails);
  peakMemoryBytes = attended.peakMemoryBytes;
  return result(attended.ending, attended.exit, null);
}

/** Stays with a running program to its end, and with its group to theirs. */
async function attend(child: ChildProcess, pid: number, options: ProcessOptions, tails: Tails) {
  const terminator = createTerminator(pid, options.graceMs ?? DEFAULT_GRACE_MS);
  const sinkErrors: unknown[] = [];
  const onSinkError = (error: unknown) => {
    sinkErrors.push(error);
    terminator.stop('aborted');
  };
  readOutput({ stream: child.stdout, sink: options.stdout, tail: tails.stdout, onSinkError });
  readOutput({ stream: child.stderr, sink: options.stderr, tail: tails.stderr, onSinkError });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const untie = tieToOurLife({ stop: () => terminator.stop('aborted'), kill: () => signalGroup(pid, 'SIGKILL') });
  const unwatch = watchStopConditions(options, terminator.stop);
  const memory = watchMemory(pid, options.memoryLimitBytes, () => terminator.kill('out_of_memory'));

  const exit = await Promise.race([exitOf(child), terminator.unkillable.then(() => NO_EXIT)]);
  unwatch();
  memory.unwatch();
  terminator.disarm();
  await waitForRestOfGroup(pid, closed, terminator.cause === undefined ? LINGER_MS : terminator.graceLeftMs());
  letGo(child);
  untie();
  if (sinkErrors.length > 0) throw sinkErrors[0];
  return { ending: endingOf(exit, terminator.cause), exit, peakMemoryBytes: memory.peakBytes() };
}

function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('exit', (exitCode, signalName) => resolve({ exitCode, signalName }));
  });
}

/** Whoever still holds the other ends, or survived it all, is no reason for this process to stay. */
function letGo(child: ChildProcess): void {
  child.stdin?.destroy();
  child.stdout?.destroy();
  child.stderr?.destroy();
  child.unref();
}
