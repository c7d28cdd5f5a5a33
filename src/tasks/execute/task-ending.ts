import { ERROR_CODES, type Hint } from '../../platform/index.js';

/** What became of one run of a program. Success and failure have the same shape; secrets are struck out of all text. */
export interface TaskEnding {
  /** Null when it succeeded. */
  readonly failure: TaskFailure | null;
  /** What its envelope says, null without one. */
  readonly result: unknown;
  /** Null when it never ran or a signal ended it. */
  readonly exitCode: number | null;
  readonly signalName: string | null;
  readonly durationMs: number;
  readonly stdout: StreamEnding;
  readonly stderr: StreamEnding;
  /** Worth a look although it succeeded, such as an exit code other than 0 behind an envelope that says ok. */
  readonly warnings: readonly string[];
}

export interface StreamEnding {
  /** All it wrote, kept or not. */
  readonly bytes: number;
  /** SHA-256 of that, in hex; null when it wrote nothing. */
  readonly sha256: string | null;
  /** The end of it as text. */
  readonly tail: string;
}

export interface TaskFailure {
  readonly code: TaskErrorCode;
  /** The class of the exception, where the program says so. */
  readonly class: string | null;
  readonly message: string;
  readonly traceback: string | null;
  readonly retryable: boolean;
  /** The program asked not to be tried again sooner. */
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

/** A failure in words of ours; whether it is worth another attempt is the table's answer unless the case has its own. */
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
