import { type Hint, isoTime } from '../platform/index.js';
import type { AttemptError, JobProgress, JobRecord, JobStatus, JobSummary, Priority } from './job.js';
import type { JobLogLine } from './job-logs.js';
import type { EnqueueReceipt } from './store.js';
import type { Explanation, Reason } from './why.js';

/** A job in a list. */
export interface JobSummaryJson {
  readonly id: string;
  readonly type: string;
  readonly status: JobStatus;
  readonly tenant: string;
  readonly queue: string;
  readonly priority: Priority;
  readonly attempts: number;
  readonly max_attempts: number;
  readonly crashes: number;
  readonly run_at: string | null;
  readonly created_at: string | null;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  readonly result: unknown;
  readonly error: AttemptErrorJson | null;
}

/** A failed attempt, as it is stored. */
export interface AttemptErrorJson extends Omit<AttemptError, 'next'> {
  readonly next?: readonly Hint[];
}

/** Everything about a job. */
export interface JobDetailJson extends JobSummaryJson {
  readonly payload: unknown;
  readonly errors: readonly AttemptErrorJson[];
  readonly fence: number;
  readonly lease_owner: string | null;
  readonly lease_expires_at: string | null;
  readonly heartbeat_at: string | null;
  readonly cancel_requested_at: string | null;
  readonly progress: JobProgress | null;
  readonly spec_hash: string | null;
  readonly idempotency_key: string | null;
  readonly parent_job_id: string | null;
  readonly traceparent: string | null;
  readonly correlation_id: string | null;
}

export function jobSummaryJson(job: JobSummary): JobSummaryJson {
  return {
    id: job.id,
    type: job.type,
    status: job.status,
    tenant: job.tenant,
    queue: job.queue,
    priority: job.priority,
    attempts: job.attempts,
    max_attempts: job.maxAttempts,
    crashes: job.crashes,
    run_at: isoTime(job.runAt),
    created_at: isoTime(job.createdAt),
    started_at: isoTime(job.startedAt),
    finished_at: isoTime(job.finishedAt),
    result: job.result ?? null,
    error: job.errors.at(-1) ?? null,
  };
}

export function jobDetailJson(job: JobRecord): JobDetailJson {
  return {
    ...jobSummaryJson(job),
    payload: job.payload,
    errors: job.errors,
    fence: job.fence,
    lease_owner: job.leaseOwner,
    lease_expires_at: isoTime(job.leaseExpiresAt),
    heartbeat_at: isoTime(job.heartbeatAt),
    cancel_requested_at: isoTime(job.cancelRequestedAt),
    progress: job.progress,
    spec_hash: job.specHash,
    idempotency_key: job.idempotencyKey,
    parent_job_id: job.parentJobId,
    traceparent: job.traceparent,
    correlation_id: job.correlationId,
  };
}

/** A failed or dead job, with its last error. */
export interface TroubledJobJson {
  readonly id: string;
  readonly type: string;
  readonly status: JobStatus;
  readonly tenant: string;
  readonly queue: string;
  readonly attempts: number;
  readonly code: string | null;
  readonly message: string | null;
  readonly finished_at: string | null;
}

export function troubledJobJson(job: JobRecord): TroubledJobJson {
  const last = job.errors.at(-1);
  return {
    id: job.id,
    type: job.type,
    status: job.status,
    tenant: job.tenant,
    queue: job.queue,
    attempts: job.attempts,
    code: last?.code ?? null,
    message: last?.message ?? null,
    finished_at: isoTime(job.finishedAt),
  };
}

/** The accepted job, or the earlier one that is used instead. */
export interface EnqueueReceiptJson {
  readonly id: string;
  readonly status: JobStatus;
  readonly deduplicated: boolean;
}

export function enqueueReceiptJson({ id, status, deduplicated }: EnqueueReceipt): EnqueueReceiptJson {
  return { id, status, deduplicated };
}

/** Why a job is not running. Other modules may add reasons. */
export interface ExplanationJson<R = Reason> {
  readonly id: string;
  readonly status: JobStatus;
  readonly reasons: readonly R[];
}

export function explanationJson<R>({
  job,
  reasons,
}: Pick<Explanation, 'job'> & { readonly reasons: readonly R[] }): ExplanationJson<R> {
  return { id: job.id, status: job.status, reasons };
}

export interface JobLogLineJson {
  readonly at: string | null;
  readonly attempt: number;
  readonly fence: number;
  readonly level: JobLogLine['level'];
  readonly message: string;
}

export function jobLogLineJson({
  at,
  attempt,
  fence,
  level,
  message,
}: Pick<JobLogLine, 'at' | 'attempt' | 'fence' | 'level' | 'message'>): JobLogLineJson {
  return { at: isoTime(at), attempt, fence, level, message };
}
