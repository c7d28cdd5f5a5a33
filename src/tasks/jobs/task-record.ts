import type { JobRecord, JobStatus } from '../../engine/index.js';
import { ERROR_CODES, type ErrorFacts, isErrorCode } from '../../platform/index.js';
import type { TaskEnding } from '../execute/task-ending.js';
import type { RunSpec } from '../spec/run-spec.js';
import { specOfJson } from '../spec/spec-json.js';

/** A job of type `task` as a task. Of several runs, it has the last. */
export interface TaskRecord {
  readonly id: string;
  readonly status: JobStatus;
  readonly spec: RunSpec;
  readonly specHash: string;
  /** The result of the envelope; null without one. */
  readonly result: unknown;
  /** Null if the task succeeded, or has not failed yet. */
  readonly error: TaskError | null;
  readonly exitCode: number | null;
  /** Runs so far, including the current one: 1 for a task that succeeds at once. */
  readonly attempts: number;
  /** The job whose run this one repeats. */
  readonly replayOf: string | null;
  readonly stdoutTail: string;
  readonly stderrTail: string;
  readonly stdoutSha256: string | null;
  readonly durationMs: number | null;
  readonly warnings: readonly string[];
  readonly job: JobRecord;
}

export interface TaskError {
  readonly code: string;
  readonly class: string | null;
  readonly message: string;
  readonly traceback: string | null;
  readonly retryable: boolean;
}

export function taskOf(job: JobRecord): TaskRecord {
  const result = job.result as (TaskResult & { warnings?: readonly string[] }) | null;
  const succeeded = isSuccess(job.status);
  const last = succeeded ? undefined : job.errors.at(-1);
  const facts: ErrorFacts = (succeeded ? (result as unknown as ErrorFacts | null) : last?.facts) ?? {};
  return {
    id: job.id,
    status: job.status,
    spec: specOfJson(job.payload),
    specHash: job.specHash ?? '',
    result: succeeded ? (result?.result ?? null) : null,
    error: last ? errorOf(last.code, last.message, facts) : null,
    exitCode: numberIn(facts, 'exit_code'),
    attempts: runsOf(job),
    replayOf: job.parentJobId,
    stdoutTail: textIn(facts, 'stdout_tail') ?? '',
    stderrTail: textIn(facts, 'stderr_tail') ?? '',
    stdoutSha256: textIn(facts, 'stdout_sha256'),
    durationMs: numberIn(facts, 'duration_ms'),
    warnings: (succeeded ? result?.warnings : undefined) ?? [],
    job,
  };
}

export function isSuccess(status: JobStatus): boolean {
  return status === 'completed' || status === 'completed_with_warnings';
}

/** The job counts failed runs only. Adds the run that succeeded, is running, or was stopped by a cancel request. */
function runsOf(job: JobRecord): number {
  const isUncounted = isSuccess(job.status) || job.status === 'running' || wasStopped(job);
  return job.attempts + (isUncounted ? 1 : 0);
}

function wasStopped({ status, startedAt, errors }: JobRecord): boolean {
  if (status !== 'cancelled' || startedAt === null) return false;
  const last = errors.at(-1);
  return last === undefined || startedAt > Date.parse(last.ended);
}

/** Errors of the engine, such as a worker that crashed, have no facts. */
function errorOf(code: string, message: string, facts: ErrorFacts): TaskError {
  const usual = isErrorCode(code) ? ERROR_CODES[code].retryable : false;
  return {
    code,
    class: textIn(facts, 'class'),
    message,
    traceback: textIn(facts, 'traceback'),
    retryable: typeof facts.retryable === 'boolean' ? facts.retryable : usual,
  };
}

function textIn(facts: ErrorFacts, name: string): string | null {
  const fact = facts[name];
  return typeof fact === 'string' ? fact : null;
}

function numberIn(facts: ErrorFacts, name: string): number | null {
  const fact = facts[name];
  return typeof fact === 'number' ? fact : null;
}

/** The stored result of a completed task. Scripts depend on these names: add, never change. */
export interface TaskResult {
  /** The result of the envelope; null without one. */
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

/** A program without output leaves three fields. */
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
