import { ERROR_CODES, type Hint } from '../../platform/index.js';

/** The outcome of one run of a program. Success and failure have the same shape; secrets are redacted in all text. */
export interface TaskEnding {
  /** Null if the run succeeded. */
  readonly failure: TaskFailure | null;
  /** The result of the envelope; null without one. */
  readonly result: unknown;
  /** Null if the program did not start or a signal ended it. */
  readonly exitCode: number | null;
  readonly signalName: string | null;
  readonly durationMs: number;
  readonly stdout: StreamEnding;
  readonly stderr: StreamEnding;
  /** Problems of a successful run, such as an exit code other than 0 after an envelope with `ok`. */
  readonly warnings: readonly string[];
}

export interface StreamEnding {
  /** All bytes written, kept or not. */
  readonly bytes: number;
  /** SHA-256 of all bytes, in hex; null for an empty stream. */
  readonly sha256: string | null;
  /** The end of the stream as text. */
  readonly tail: string;
}

export interface TaskFailure {
  readonly code: TaskErrorCode;
  /** The class of the exception, if the program reports it. */
  readonly class: string | null;
  readonly message: string;
  readonly traceback: string | null;
  readonly retryable: boolean;
  /** The program asked for at least this pause before the next attempt. */
  readonly retryAfterMs: number | null;
  readonly why?: string | undefined;
  readonly next?: readonly Hint[] | undefined;
}

export type TaskErrorCode =
  | 'TASK_NOT_ALLOWED'
  | 'TASK_NOT_STARTED'
  | 'TASK_FAILED'
  | 'TASK_KILLED'
  | 'TASK_TIMEOUT'
  | 'TASK_OUT_OF_MEMORY'
  | 'TASK_CPU_LIMIT'
  | 'TASK_ENVELOPE_INVALID';

/** A failure that the program did not report itself. The table of error codes decides on a retry unless `details` does. */
export function failureOf(
  code: TaskErrorCode,
  message: string,
  details: Partial<Omit<TaskFailure, 'code' | 'message'>> = {},
): TaskFailure {
  return {
    code,
    message,
    class: null,
    traceback: null,
    retryable: ERROR_CODES[code].retryable,
    retryAfterMs: null,
    ...details,
  };
}
