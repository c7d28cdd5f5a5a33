import type { Executor } from '../../../database/index.js';
import type { HeldJob, Renewal } from '../../store.js';

// SKIP LOCKED: a locked row is being finished or cancelled by another statement. Waiting for it could cause a deadlock,
// because that statement may wait for a row we hold; and a lease tolerates a skipped renewal.
const RENEW = `
WITH mine AS MATERIALIZED (
  SELECT cf_jobs.id FROM unnest($3::uuid[], $4::int[]) AS held (id, fence)
  JOIN cf_jobs ON cf_jobs.id = held.id AND cf_jobs.fence = held.fence
  WHERE lease_owner = $1 AND status = 'running' FOR UPDATE OF cf_jobs SKIP LOCKED
)
UPDATE cf_jobs SET lease_expires_at = cf_now() + $2, heartbeat_at = cf_now()
WHERE id = ANY(ARRAY(SELECT id FROM mine))
RETURNING id, cancel_requested_at`;

const STILL_OURS = `
SELECT cf_jobs.id FROM unnest($2::uuid[], $3::int[]) AS held (id, fence)
JOIN cf_jobs ON cf_jobs.id = held.id AND cf_jobs.fence = held.fence WHERE lease_owner = $1 AND status = 'running'`;

export async function renewLeases(
  database: Executor,
  owner: string,
  leaseMs: number,
  held: readonly HeldJob[],
): Promise<Renewal> {
  const rows = await database.query<{ id: string; cancel_requested_at: number | null }>(RENEW, [
    owner,
    leaseMs,
    held.map((job) => job.id),
    held.map((job) => job.fence),
  ]);
  const renewed = new Set(rows.map((row) => row.id));
  const cancelRequested = rows.filter((row) => row.cancel_requested_at !== null).map((row) => row.id);
  const missing = held.filter((job) => !renewed.has(job.id));
  return { renewed: renewed.size, lost: await lostAmong(database, owner, missing), cancelRequested };
}

async function lostAmong(database: Executor, owner: string, missing: readonly HeldJob[]): Promise<string[]> {
  if (missing.length === 0) return [];
  const rows = await database.query<{ id: string }>(STILL_OURS, [
    owner,
    missing.map((job) => job.id),
    missing.map((job) => job.fence),
  ]);
  const ours = new Set(rows.map((row) => row.id));
  return missing.filter((job) => !ours.has(job.id)).map((job) => job.id);
}
