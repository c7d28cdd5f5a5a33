import { shownPayload } from '../../operations/index.js';
import type { JobRecord } from '../../engine/index.js';
import { isoTime } from './time.js';

/** A job as `jobs --json` prints it. Scripts depend on these names: add, never change. */
export function jobSummary(job: JobRecord): object {
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

/** A job as `job show --json` prints it: all there is to know. */
export function jobDetail(job: JobRecord): object {
  return {
    ...jobSummary(job),
    payload: shownPayload(job),
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
  };
}
