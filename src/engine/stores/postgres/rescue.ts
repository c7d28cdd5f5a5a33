import type { Executor } from '../../../database/index.js';
import type { HeldJob } from '../../store.js';
import type { ExpiredJob } from '../shared-endings.js';

// The number of held jobs is read in the same snapshot as the jobs: another rescuer may be ending some of them.
const EXPIRED = `
WITH held AS MATERIALIZED (
  SELECT lease_owner AS owner, count(*) AS jobs FROM cf_jobs WHERE status = 'running' GROUP BY lease_owner
)
SELECT id, fence, tenant, queue, type, run_at AS "runAt", attempts, max_attempts AS "maxAttempts", crashes, errors, started_at AS "startedAt",
  owner, coalesce(heartbeat_at, started_at) AS "heartbeatAt", cf_now() AS now,
  held.jobs = 1 AND suspect_fence IS DISTINCT FROM fence AS "wasAlone"
FROM cf_jobs JOIN held ON held.owner = lease_owner WHERE status = 'running' AND lease_expires_at < cf_now()
ORDER BY lease_expires_at LIMIT $1 FOR UPDATE OF cf_jobs SKIP LOCKED`;

// A locked row belongs to another rescuer, which marks it, or is ending: its worker is alive.
const MARK_SUSPECTS = `
UPDATE cf_jobs SET suspicion = suspicion + 1, suspect_fence = fence
WHERE id = ANY(ARRAY(SELECT id FROM cf_jobs WHERE status = 'running' AND lease_owner = ANY($1)
  AND suspect_fence IS DISTINCT FROM fence FOR UPDATE SKIP LOCKED))`;

const RUN_ALONE = `UPDATE cf_jobs SET suspicion = greatest(suspicion, 1) WHERE id = ANY($1::uuid[])`;

// lease_owner has no index: this runs only after a claim whose response was lost.
const RELEASE_UNKNOWN = `
UPDATE cf_jobs SET status = CASE WHEN cancel_requested_at IS NULL THEN 'pending' ELSE 'cancelled' END,
  finished_at = CASE WHEN cancel_requested_at IS NULL THEN NULL ELSE cf_now() END,
  lease_owner = NULL, lease_expires_at = NULL
WHERE status = 'running' AND lease_owner = $1 AND NOT EXISTS (
  SELECT 1 FROM unnest($2::uuid[], $3::int[]) AS known (id, fence)
  WHERE known.id = cf_jobs.id AND known.fence = cf_jobs.fence) RETURNING id`;

const HELD_BY = `SELECT id, fence FROM cf_jobs WHERE status = 'running' AND lease_owner = $1 FOR UPDATE`;

/**
 * Locks and returns jobs whose worker stopped renewing. The caller ends them in the same transaction. Jobs whose worker
 * held several become suspects, also those whose lease still runs: the leases of a dead worker expire one after
 * another, and the last job must not look as if it had been alone.
 */
export async function takeExpired(tx: Executor, limit: number): Promise<(ExpiredJob & { now: number })[]> {
  const expired = await tx.query<ExpiredJob & { now: number }>(EXPIRED, [limit]);
  const alone = expired.filter(({ wasAlone }) => wasAlone).map(({ id }) => id);
  const crowded = expired.filter(({ wasAlone }) => !wasAlone).map(({ owner }) => owner);
  if (crowded.length > 0) await tx.query(MARK_SUSPECTS, [[...new Set(crowded)]]);
  if (alone.length > 0) await tx.query(RUN_ALONE, [alone]);
  return expired;
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
