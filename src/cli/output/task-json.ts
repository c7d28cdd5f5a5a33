import { maskSecrets, specJson, type TaskReceipt, type TaskRecord } from '../../tasks/index.js';
import { isoTime } from './time.js';

/** A submission as `task submit --json` prints it. Scripts depend on these names, here and below: add, never change. */
export function receiptJson({ id, status, specHash, deduplicated }: TaskReceipt): object {
  return { id, status, spec_hash: specHash, deduplicated };
}

/** What became of it, as `task submit --wait --json` prints it. */
export function outcomeJson(task: TaskRecord, deduplicated: boolean): object {
  const { result, error, exitCode, attempts } = task;
  return { ...receiptJson({ ...task, deduplicated }), result: result ?? null, error, exit_code: exitCode, attempts };
}

/** A task as `task list --json` prints it. */
export function taskSummary(task: TaskRecord): object {
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

/** A task as `task show --json` prints it. */
export function taskDetail(task: TaskRecord): object {
  return {
    ...taskSummary(task),
    spec: { ...specJson(task.spec), env: maskSecrets(task.spec.env) },
    stdout_tail: task.stdoutTail,
    stderr_tail: task.stderrTail,
    errors: task.job.errors,
  };
}
