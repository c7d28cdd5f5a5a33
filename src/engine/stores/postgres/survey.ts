import type { Executor } from '../../../database/index.js';
import type { Reach, Strip, Survey } from '../../store.js';

// The recursion jumps from strip to strip: one index probe for each, however many jobs it holds.
const SURVEY = `
WITH RECURSIVE strip AS (
  (SELECT queue, tenant, type, priority, run_at FROM cf_jobs WHERE status = 'pending'
   ORDER BY queue, tenant, type, priority, run_at LIMIT 1)
  UNION ALL
  SELECT next.* FROM strip CROSS JOIN LATERAL (
    SELECT queue, tenant, type, priority, run_at FROM cf_jobs WHERE status = 'pending'
      AND (queue, tenant, type, priority) > (strip.queue, strip.tenant, strip.type, strip.priority)
    ORDER BY queue, tenant, type, priority, run_at LIMIT 1) next
)
SELECT cf_now() AS now,
  EXISTS (SELECT 1 FROM cf_jobs WHERE status = 'running' AND lease_expires_at < cf_now()) AS expired,
  (SELECT json_agg(json_build_object('queue', queue, 'tenant', tenant, 'type', type, 'priority', priority,
     'headRunAt', run_at)) FROM strip
   WHERE type = ANY($1) AND ($2::text[] IS NULL OR queue = ANY($2)) AND ($3::text[] IS NULL OR tenant = ANY($3))
     AND NOT EXISTS (SELECT 1 FROM cf_queues WHERE name = strip.queue AND paused_at IS NOT NULL)) AS strips`;

export async function surveyStrips(database: Executor, reach: Reach): Promise<Survey> {
  const [row] = await database.query<{ now: number; expired: boolean; strips: string | null }>(SURVEY, [
    reach.types,
    reach.queues ?? null,
    reach.tenants ?? null,
  ]);
  if (!row) throw new Error('the survey always answers one row');
  const strips = row.strips === null ? [] : (JSON.parse(row.strips) as Strip[]);
  return { now: row.now, strips, expiredLeases: row.expired };
}
