import type { PostgresDatabase } from '../../../database/index.js';
import { queueLimitOf, type QueueLimitRow } from '../../queue-limit.js';
import { onlyCondition, onlyValues } from '../../payload-fields.js';
import { DUE_SUSPECTS, SUSPECTS_IN_ORDER } from './suspects.js';
import type { Reach, Lane, ReadyLanes } from '../../store.js';

// The recursion jumps from lane to lane: one index probe for each, however many jobs it holds.
const findReadyLanesOf = (which: string): string => `
WITH RECURSIVE lane AS (
  (SELECT queue, tenant, type, priority, run_at, id FROM cf_jobs WHERE status = 'pending'
   ORDER BY queue, tenant, type, priority, run_at, id LIMIT 1)
  UNION ALL
  SELECT next.* FROM lane CROSS JOIN LATERAL (
    SELECT queue, tenant, type, priority, run_at, id FROM cf_jobs WHERE status = 'pending'
      AND (queue, tenant, type, priority) > (lane.queue, lane.tenant, lane.type, lane.priority)
    ORDER BY queue, tenant, type, priority, run_at, id LIMIT 1) next
)
SELECT cf_now() AS now,
  EXISTS (SELECT 1 FROM cf_jobs WHERE status = 'running' AND lease_expires_at < cf_now()) AS expired,
  (SELECT suspicion ${DUE_SUSPECTS} ${which} ${SUSPECTS_IN_ORDER}) AS suspicion,
  (SELECT json_agg(json_build_object('name', name, 'concurrency', concurrency, 'rate_per_minute', rate_per_minute,
     'burst', burst)) FROM cf_queues WHERE concurrency IS NOT NULL OR rate_per_minute IS NOT NULL) AS limits,
  (SELECT json_agg(json_build_object('queue', queue, 'tenant', tenant, 'type', type, 'priority', priority,
     'headRunAt', run_at, 'headId', id)) FROM lane
   WHERE type = ANY($1) AND ($2::text[] IS NULL OR queue = ANY($2)) AND ($3::text[] IS NULL OR tenant = ANY($3))
     AND NOT EXISTS (SELECT 1 FROM cf_queues WHERE name = lane.queue AND paused_at IS NOT NULL)) AS lanes`;

/** The body of `cf_ready_lanes`; see functions.ts. */
export const READY_LANES = findReadyLanesOf('');

export async function findReadyLanes(database: PostgresDatabase, reach: Reach): Promise<ReadyLanes> {
  const { only } = reach;
  const statement = only
    ? findReadyLanesOf(`AND ${onlyCondition(only, 'postgres', (index) => `$${4 + index}`)}`)
    : 'SELECT * FROM cf_ready_lanes($1, $2, $3)';
  const values = [reach.types, reach.queues ?? null, reach.tenants ?? null, ...(only ? onlyValues(only) : [])];
  const rows = only ? database.query<ReadyRow>(statement, values) : database.keepingPlan<ReadyRow>(statement, values);
  const [row] = await rows;
  if (!row) throw new Error('the statement always returns one row');
  const lanes = row.lanes === null ? [] : (JSON.parse(row.lanes) as Lane[]);
  const limits = row.limits === null ? [] : (JSON.parse(row.limits) as QueueLimitRow[]);
  const { now, expired: expiredLeases, suspicion } = row;
  return { now, lanes, expiredLeases, suspicion: suspicion ?? 0, queueLimits: limits.map(queueLimitOf) };
}

interface ReadyRow {
  now: number;
  expired: boolean;
  suspicion: number | null;
  lanes: string | null;
  limits: string | null;
}
