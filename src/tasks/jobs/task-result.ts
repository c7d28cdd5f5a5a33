import type { TaskEnding } from '../execute/task-ending.js';

/** What the row of a completed task keeps as its result. Scripts depend on these names: add, never change. */
export interface TaskResult {
  /** What the program's envelope says; null without one. */
  readonly result: unknown;
  readonly exit_code: number | null;
  readonly duration_ms: number;
  readonly stdout_tail?: string;
  readonly stderr_tail?: string;
  readonly stdout_bytes?: number;
  readonly stderr_bytes?: number;
  readonly stdout_sha256?: string | null;
  readonly stderr_sha256?: string | null;
}

/** A quiet program leaves three fields. */
export function resultOf({ result, exitCode, durationMs, stdout, stderr }: TaskEnding): TaskResult {
  return {
    result,
    exit_code: exitCode,
    duration_ms: Math.round(durationMs),
    ...(stdout.tail === '' ? {} : { stdout_tail: stdout.tail }),
    ...(stderr.tail === '' ? {} : { stderr_tail: stderr.tail }),
    ...(stdout.bytes === 0 ? {} : { stdout_bytes: stdout.bytes, stdout_sha256: stdout.sha256 }),
    ...(stderr.bytes === 0 ? {} : { stderr_bytes: stderr.bytes, stderr_sha256: stderr.sha256 }),
  };
}
