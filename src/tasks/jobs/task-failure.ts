import { DEFAULT_RETRY, retryDelayMs } from '../../engine/index.js';
import { CasparianError, errorMessage } from '../../platform/index.js';
import type { TaskEnding, TaskFailure } from '../execute/task-ending.js';
import type { TaskRetry } from '../spec/run-spec.js';

/** Which attempt failed, and the retry policy of the spec. */
export interface FailedAttempt {
  readonly retry: TaskRetry;
  readonly attempt: number;
}

/** The error that the job stores for a failed run, with the delay before the next attempt. */
export function failureOf(ending: TaskEnding, failure: TaskFailure, failedAttempt: FailedAttempt): CasparianError {
  const { code, message, why, next, retryable, traceback } = failure;
  return new CasparianError(code, message, {
    why,
    ...(next ? { next } : {}),
    retryable,
    retryAfterMs: Math.max(delayMs(failedAttempt), failure.retryAfterMs ?? 0),
    // Never our own stack, which does not concern the program.
    detail: traceback ?? ending.stderr.tail,
    facts: factsOf(ending, failure),
  });
}

/** A failure that the program did not cause, such as a full disk. The same retry policy applies. */
export function unexpectedFailure(error: unknown, failedAttempt: FailedAttempt): CasparianError {
  const { code, why, next, retryable }: Partial<CasparianError> = error instanceof CasparianError ? error : {};
  return new CasparianError(code ?? 'HANDLER_ERROR', errorMessage(error), {
    why,
    ...(next ? { next } : {}),
    retryable: retryable ?? true,
    retryAfterMs: delayMs(failedAttempt),
    detail: error instanceof Error ? error.stack : undefined,
    cause: error,
  });
}

function delayMs({ retry, attempt }: FailedAttempt): number {
  const { backoff: kind, delayMs: baseMs, maxDelayMs: capMs } = retry;
  return retryDelayMs({ kind, baseMs, capMs, jitter: DEFAULT_RETRY.jitter }, attempt, Math.random());
}

/** The longest fact comes last: it gets the space that the others leave. */
function factsOf(ending: TaskEnding, failure: TaskFailure): Record<string, string | number | boolean | null> {
  const { stdout, stderr } = ending;
  return {
    exit_code: ending.exitCode,
    signal: ending.signalName,
    class: failure.class,
    retryable: failure.retryable,
    duration_ms: Math.round(ending.durationMs),
    ...(stdout.bytes > 0 ? { stdout_bytes: stdout.bytes, stdout_sha256: stdout.sha256 } : {}),
    ...(stderr.bytes > 0 ? { stderr_bytes: stderr.bytes, stderr_sha256: stderr.sha256 } : {}),
    ...(stderr.tail === '' ? {} : { stderr_tail: stderr.tail }),
    ...(stdout.tail === '' ? {} : { stdout_tail: stdout.tail }),
    ...(failure.traceback === null ? {} : { traceback: failure.traceback }),
  };
}
