import type { Selectable } from 'kysely';
import { parseExactJson } from '../platform/index.js';
import type { AttemptError, JobProgress, JobRecord, JobSummary, Priority } from './job.js';
import type { JobsTable } from './schema/tables.js';

/** The one place where a row of `cf_jobs` becomes a record. */
export function jobOfRow(row: Selectable<JobsTable>): JobRecord {
  return {
    id: row.id,
    tenant: row.tenant,
    queue: row.queue,
    type: row.type,
    status: row.status,
    payload: parseExactJson(row.payload),
    priority: row.priority as Priority,
    runAt: row.run_at,
    attempts: row.attempts,
    maxAttempts: row.max_attempts,
    crashes: row.crashes,
    fence: row.fence,
    leaseOwner: row.lease_owner,
    leaseExpiresAt: row.lease_expires_at,
    // A claim is the first heartbeat and leaves the column empty; later heartbeats set it.
    heartbeatAt: row.heartbeat_at ?? row.started_at,
    cancelRequestedAt: row.cancel_requested_at,
    progress: row.progress === null ? null : (JSON.parse(row.progress) as JobProgress),
    result: row.result === null ? null : parseExactJson(row.result),
    errors: row.errors === null ? [] : (JSON.parse(row.errors) as AttemptError[]),
    idempotencyKey: row.idempotency_key,
    specHash: row.spec_hash,
    parentJobId: row.parent_job_id,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    traceparent: row.traceparent,
    correlationId: row.correlation_id,
    suspicion: row.suspicion,
  };
}

export const SUMMARY_COLUMNS = [
  ...([
    'id',
    'tenant',
    'queue',
    'type',
    'status',
    'priority',
    'run_at',
    'attempts',
    'max_attempts',
    'crashes',
  ] as const),
  ...(['result', 'errors', 'created_at', 'started_at', 'finished_at'] as const),
] as const;

export type SummaryRow = Pick<Selectable<JobsTable>, (typeof SUMMARY_COLUMNS)[number]> & {
  readonly label: string | null;
};

export function jobSummaryOfRow(row: SummaryRow): JobSummary {
  return {
    id: row.id,
    tenant: row.tenant,
    queue: row.queue,
    type: row.type,
    status: row.status,
    priority: row.priority as Priority,
    runAt: row.run_at,
    attempts: row.attempts,
    maxAttempts: row.max_attempts,
    crashes: row.crashes,
    result: row.result === null ? null : parseExactJson(row.result),
    errors: row.errors === null ? [] : (JSON.parse(row.errors) as AttemptError[]),
    label: row.label,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  };
}
