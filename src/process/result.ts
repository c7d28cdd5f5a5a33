/**
 * How the program ended. The first cause decides: a program that exits with 0 after the SIGTERM of a timeout still has
 * `timed_out`. A program is `lost` if the process that started it for us was killed: the program was killed then as
 * well, and whether it had finished is unknown.
 */
export type ProcessEnding = 'exited' | 'signalled' | StopCause | 'not_started' | 'lost';

/** Why a running program was stopped. */
export type StopCause = 'timed_out' | 'aborted' | 'out_of_memory' | 'out_of_cpu';

export interface StartError {
  /** The code of the operating system: ENOENT, EACCES, E2BIG, EAGAIN … */
  code: string;
  /** The same as a sentence for users. */
  reason: string;
}

/** The result of one program. Success and failure have the same shape. */
export interface ProcessResult {
  ending: ProcessEnding;
  /** Null if it never ran, if a signal ended it, or if it could not be killed. */
  exitCode: number | null;
  signalName: NodeJS.Signals | null;
  /** Set if and only if `ending` is `not_started`. */
  startError: StartError | null;
  durationMs: number;
  /**
   * The largest measured memory of its group; null without `memoryLimitBytes`, or if it ended before the first
   * measurement.
   */
  peakMemoryBytes: number | null;
  /** The last bytes of each captured stream; empty for an inherited one. `tailText` converts them to text. */
  stdoutTail: Buffer;
  stderrTail: Buffer;
  /** The number of bytes written to each captured stream, kept or not. */
  stdoutBytes: number;
  stderrBytes: number;
}

export interface Exit {
  exitCode: number | null;
  signalName: NodeJS.Signals | null;
}

export const NO_EXIT: Exit = { exitCode: null, signalName: null };

/** The result for a program that was not started, as far as known. */
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
