import type { PostgresDatabase } from '../../../database/index.js';
import { onlyCondition, onlyValues } from '../../payload-fields.js';
import type { ClaimedJob, Reach } from '../../store.js';

/** Selects due suspects of types $1, queues $2 and tenants $3, in paused queues none. */
export const DUE_SUSPECTS = `FROM cf_jobs WHERE status = 'pending' AND suspicion > 0 AND run_at <= cf_now()
  AND type = ANY($1) AND ($2::text[] IS NULL OR queue = ANY($2)) AND ($3::text[] IS NULL OR tenant = ANY($3))
  AND NOT EXISTS (SELECT 1 FROM cf_queues WHERE name = cf_jobs.queue AND paused_at IS NOT NULL)`;
export const SUSPECTS_IN_ORDER = 'ORDER BY priority, run_at, id LIMIT 1';

const claimOf = (which: string): string => `
UPDATE cf_jobs SET status = 'running', fence = fence + 1, lease_owner = $4, lease_expires_at = cf_now() + $5,
  heartbeat_at = NULL, started_at = cf_now()
WHERE id = ANY(ARRAY(SELECT id ${DUE_SUSPECTS} ${which} ${SUSPECTS_IN_ORDER} FOR UPDATE SKIP LOCKED))
RETURNING id, fence, tenant, queue, type, payload, priority, run_at AS "runAt", attempts, max_attempts AS "maxAttempts", crashes,
  errors, started_at AS "startedAt", spec_hash AS "specHash", traceparent, correlation_id AS "correlationId", suspicion`;

export async function claimSuspect(
  database: PostgresDatabase,
  owner: string,
  leaseMs: number,
  { types, queues, tenants, only }: Reach,
): Promise<ClaimedJob | undefined> {
  const which = only ? `AND ${onlyCondition(only, 'postgres', (index) => `$${6 + index}`)}` : '';
  const values = [types, queues ?? null, tenants ?? null, owner, leaseMs, ...(only ? onlyValues(only) : [])];
  const [job] = await database.query<ClaimedJob>(claimOf(which), values);
  return job;
}
