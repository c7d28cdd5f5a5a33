import type { AttemptError, JobStatus, Priority } from '../engine/index.js';
import { isoTime } from '../platform/index.js';
import { maskSecrets } from './execute/secrets.js';
import type { TaskEnding, TaskErrorCode } from './execute/task-ending.js';
import type { OutcomeComparison } from './jobs/replay.js';
import type { TaskReceipt } from './jobs/submit.js';
import type { TaskError, TaskRecord } from './jobs/task-record.js';
import { specJson } from './spec/spec-json.js';

/** The accepted task, or the earlier task that is reused. */
export interface TaskReceiptJson {
  readonly id: string;
  readonly status: JobStatus;
  readonly spec_hash: string;
  readonly deduplicated: boolean;
}

export function taskReceiptJson({ id, status, specHash, deduplicated }: TaskReceipt): TaskReceiptJson {
  return { id, status, spec_hash: specHash, deduplicated };
}

/** A task that was submitted and has ended. */
export interface TaskOutcomeJson extends TaskReceiptJson {
  readonly result: unknown;
  readonly error: TaskError | null;
  readonly exit_code: number | null;
  readonly attempts: number;
}

export function taskOutcomeJson(task: TaskRecord, deduplicated: boolean): TaskOutcomeJson {
  const { result, error, exitCode, attempts } = task;
  return {
    ...taskReceiptJson({ ...task, deduplicated }),
    result: result ?? null,
    error,
    exit_code: exitCode,
    attempts,
  };
}

/** A task in a list. */
export interface TaskSummaryJson {
  readonly id: string;
  readonly status: JobStatus;
  readonly spec_hash: string;
  readonly command: readonly string[];
  readonly tenant: string;
  readonly queue: string;
  readonly priority: Priority;
  readonly attempts: number;
  readonly max_attempts: number;
  readonly result: unknown;
  readonly error: TaskError | null;
  readonly exit_code: number | null;
  readonly duration_ms: number | null;
  readonly replay_of: string | null;
  readonly run_at: string | null;
  readonly created_at: string | null;
  readonly started_at: string | null;
  readonly finished_at: string | null;
}

export function taskSummaryJson(task: TaskRecord): TaskSummaryJson {
  const { job } = task;
  return {
    id: task.id,
    status: task.status,
    spec_hash: task.specHash,
    command: task.spec.command,
    tenant: job.tenant,
    queue: job.queue,
    priority: job.priority,
    attempts: task.attempts,
    max_attempts: job.maxAttempts,
    result: task.result ?? null,
    error: task.error,
    exit_code: task.exitCode,
    duration_ms: task.durationMs === null ? null : Math.round(task.durationMs),
    replay_of: task.replayOf,
    run_at: isoTime(job.runAt),
    created_at: isoTime(job.createdAt),
    started_at: isoTime(job.startedAt),
    finished_at: isoTime(job.finishedAt),
  };
}

/** Everything about a task. */
export interface TaskDetailJson extends TaskSummaryJson {
  readonly spec: object;
  readonly stdout_tail: string;
  readonly stderr_tail: string;
  readonly errors: readonly AttemptError[];
}

export function taskDetailJson(task: TaskRecord): TaskDetailJson {
  return {
    ...taskSummaryJson(task),
    spec: { ...specJson(task.spec), env: maskSecrets(task.spec.env) },
    stdout_tail: task.stdoutTail,
    stderr_tail: task.stderrTail,
    errors: task.job.errors,
  };
}

/** Whether a second run had the same outcome. */
export interface TaskReplayJson {
  readonly id: string;
  readonly replay_of: string;
  readonly status: JobStatus;
  readonly same_outcome: boolean;
  readonly differences: readonly string[];
  readonly same_stdout: boolean | null;
}

export function taskReplayJson(
  recorded: TaskRecord,
  now: TaskRecord,
  { same, differences, sameStdout }: OutcomeComparison,
): TaskReplayJson {
  const { id, status } = now;
  return { id, replay_of: recorded.id, status, same_outcome: same, differences, same_stdout: sameStdout };
}

/** A run without a job. */
export interface TaskEndingJson {
  readonly status: 'completed' | 'completed_with_warnings' | 'failed';
  readonly spec_hash: string;
  readonly result: unknown;
  readonly error: (TaskError & { readonly code: TaskErrorCode }) | null;
  readonly exit_code: number | null;
  readonly duration_ms: number;
}

export function taskEndingJson(ending: TaskEnding, specHash: string): TaskEndingJson {
  const { failure, result, exitCode, durationMs, warnings } = ending;
  return {
    status: failure ? 'failed' : warnings.length > 0 ? 'completed_with_warnings' : 'completed',
    spec_hash: specHash,
    result: result ?? null,
    error: failure && {
      code: failure.code,
      class: failure.class,
      message: failure.message,
      traceback: failure.traceback,
      retryable: failure.retryable,
    },
    exit_code: exitCode,
    duration_ms: Math.round(durationMs),
  };
}
