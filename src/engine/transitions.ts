import { type Executor, queryBuilder, type TransactionScope } from '../database/index.js';
import type { AttemptError, FinishedStatus, JobStatus } from './job.js';
import type { EngineSchema } from './schema/tables.js';

/** A job that reached a final status, or moved from one to another (a dismissed failure becomes cancelled). */
export interface Transition {
  id: string;
  tenant: string;
  queue: string;
  type: string;
  from: JobStatus;
  to: FinishedStatus;
  /** The fence of the last claim; 0 for a job that never ran. */
  fence: number;
  attempts: number;
  /** By the database's clock. */
  at: number;
  /** JSON text. */
  payload: string;
  /** JSON text, or null for none. */
  result: string | null;
  /** The last error of a job that failed permanently. */
  error: AttemptError | null;
  parentJobId: string | null;
}

/**
 * Runs inside the transaction that writes the transitions: its own writes and enqueues with `tx` are committed with
 * them or not at all. If it throws, the transitions are rolled back. See `EngineOptions.transitionHook`.
 */
export type TransitionHook = (tx: TransactionScope, transitions: readonly Transition[]) => Promise<void>;

/** A job that just got a final status, and its previous one. */
export interface Ended {
  id: string;
  from: JobStatus;
}

/** The maximum number per call of the hook, so that the end of a million jobs fits into memory. */
const MAX_TRANSITIONS_PER_CALL = 1_000;

/**
 * Calls the hook with the jobs that ended in the open transaction. Each job is listed once, by the statement that ended
 * it.
 */
export async function reportTransitions(
  tx: TransactionScope,
  hook: TransitionHook,
  ended: readonly Ended[],
): Promise<void> {
  for (let start = 0; start < ended.length; start += MAX_TRANSITIONS_PER_CALL) {
    await hook(tx, await transitionsOf(tx, ended.slice(start, start + MAX_TRANSITIONS_PER_CALL)));
  }
}

async function transitionsOf(tx: Executor, ended: readonly Ended[]): Promise<Transition[]> {
  const from = new Map(ended.map((job) => [job.id, job.from]));
  const rows = await queryBuilder<EngineSchema>(tx)
    .selectFrom('cf_jobs')
    .select(['id', 'tenant', 'queue', 'type', 'status', 'fence', 'attempts', 'payload', 'result', 'errors'])
    .select(['parent_job_id', 'finished_at', 'cancel_requested_at'])
    .where('id', 'in', [...from.keys()])
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    tenant: row.tenant,
    queue: row.queue,
    type: row.type,
    from: from.get(row.id) as JobStatus,
    to: row.status as FinishedStatus,
    fence: row.fence,
    attempts: row.attempts,
    // A dismissed job keeps the time of its failure; the dismissal is the later time.
    at: Math.max(row.finished_at ?? 0, row.cancel_requested_at ?? 0),
    payload: row.payload,
    result: row.result,
    error: row.status === 'failed' || row.status === 'dead_letter' ? lastError(row.errors) : null,
    parentJobId: row.parent_job_id,
  }));
}

function lastError(errors: string | null): AttemptError | null {
  return errors === null ? null : ((JSON.parse(errors) as AttemptError[]).at(-1) ?? null);
}
