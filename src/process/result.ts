/**
 * How it ended. The first cause decides: a program that exits with 0 on the SIGTERM of a timeout has
 * `timed_out` all the same. A program is `lost` when the process that started it for us was killed: it was killed then
 * as well, and whether it had come to its end cannot be said.
 */
export type ProcessEnding = 'exited' | 'signalled' | StopCause | 'not_started' | 'lost';

/** Why we stopped a program that would have gone on. */
export type StopCause = 'timed_out' | 'aborted' | 'out_of_memory' | 'out_of_cpu';

export interface StartError {
  /** The operating system's word for it: ENOENT, EACCES, E2BIG, EAGAIN … */
  code: string;
  /** The same for a person, in one sentence. */
  reason: string;
}

/** What became of one program. Success and failure have the same shape. */
export interface ProcessResult {
  ending: ProcessEnding;
  /** Null when it never ran, when a signal ended it, and when it could not even be killed. */
  exitCode: number | null;
  signalName: NodeJS.Signals | null;
  /** Set when, and only when, `ending` is `not_started`. */
  startError: StartError | null;
  durationMs: number;
  /** The most its group was seen to hold; null when it had no `memoryLimitBytes`, or ended before the first look. */
  peakMemoryBytes: number | null;
  /** The last bytes of each captured stream; empty for an inherited one. `tailText` makes text of them. */
  stdoutTail: Buffer;
  stderrTail: Buffer;
  /** All bytes the program wrote to each captured stream, kept or not. */
  stdoutBytes: number;
  stderrBytes: number;
}

export interface Exit {
  exitCode: number | null;
  signalName: NodeJS.Signals | null;
}

export const NO_EXIT: Exit = { exitCode: null, signalName: null };

/** What became of a program that was not even started, as far as we know. */
export function neverRan(
  ending: 'aborted' | 'not_started' | 'lost',
  startError: StartError | null,
  startedAt: number,
): ProcessResult {
  return {
    ending,
    ...NO_EXIT,
    startError,
    durationMs: performance.now() - startedAt,
    peakMemoryBytes: null,
    stdoutTail: Buffer.alloc(0),
    stderrTail: Buffer.alloc(0),
    stdoutBytes: 0,
    stderrBytes: 0,
  };
}

export function endingOf({ signalName }: Exit): ProcessEnding {
  return signalName === null ? 'exited' : 'signalled';
}

export function endedByItself(ending: ProcessEnding): boolean {
  return ending === 'exited' || ending === 'signalled' || ending === 'not_started';
}
