import type { Executor } from '../../../database/index.js';
import type { HeldJob } from '../../store.js';
import type { ExpiredJob } from '../shared-endings.js';

const EXPIRED = `
SELECT id, fence, tenant, queue, type, run_at AS "runAt", attempts, max_attempts AS "maxAttempts", crashes, errors, started_at AS "startedAt",
  lease_owner AS owner, coalesce(heartbeat_at, started_at) AS "heartbeatAt", cf_now() AS now
FROM cf_jobs WHERE status = 'running' AND lease_expires_at < cf_now()
ORDER BY lease_expires_at LIMIT $1 FOR UPDATE SKIP LOCKED`;

// lease_owner has no index: this runs only after a claim whose response was lost.
const RELEASE_UNKNOWN = `
UPDATE cf_jobs SET status = CASE WHEN cancel_requested_at IS NULL THEN 'pending' ELSE 'cancelled' END,
  finished_at = CASE WHEN cancel_requested_at IS NULL THEN NULL ELSE cf_now() END,
  lease_owner = NULL, lease_expires_at = NULL
WHERE status = 'running' AND lease_owner = $1 AND NOT EXISTS (
  SELECT 1 FROM unnest($2::uuid[], $3::int[]) AS known (id, fence)
  WHERE known.id = cf_jobs.id AND known.fence = cf_jobs.fence) RETURNING id`;

const HELD_BY = `SELECT id, fence FROM cf_jobs WHERE status = 'running' AND lease_owner = $1 FOR UPDATE`;

/** Locks and returns jobs whose worker stopped renewing. The caller ends them in the same transaction. */
export function expiredJobs(tx: Executor, limit: number): Promise<(ExpiredJob & { now: number })[]> {
  return tx.query<ExpiredJob & { now: number }>(EXPIRED, [limit]);
}

/** Locks and returns the jobs that the owner holds. */
export function jobsHeldBy(tx: Executor, owner: string): Promise<HeldJob[]> {
  return tx.query<HeldJob>(HELD_BY, [owner]);
}

export async function releaseUnknown(database: Executor, owner: string, known: readonly HeldJob[]): Promise<number> {
  const ids = known.map((job) => job.id);
  const fences = known.map((job) => job.fence);
  return (await database.query(RELEASE_UNKNOWN, [owner, ids, fences])).length;
}
