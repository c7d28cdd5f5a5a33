import { onlyCondition, onlyValues } from '../../payload-fields.js';
import type { ExpiredJob } from '../shared-endings.js';
import type { ClaimedJob, Reach } from '../../store.js';
import type { Prepare } from './statements.js';

const EXPIRED = `SELECT id, fence, tenant, queue, type, run_at AS runAt, attempts, max_attempts AS maxAttempts, crashes, errors,
    started_at AS startedAt, lease_owner AS owner, coalesce(heartbeat_at, started_at) AS heartbeatAt,
    suspect_fence IS fence AS isMarked
  FROM cf_jobs WHERE status = 'running' AND lease_expires_at < ? ORDER BY lease_expires_at LIMIT ?`;

const MARK_SUSPECTS = `UPDATE cf_jobs SET suspicion = suspicion + 1, suspect_fence = fence
  WHERE status = 'running' AND lease_expires_at >= 0 AND lease_owner = ? AND suspect_fence IS NOT fence`;

const RUN_ALONE = `UPDATE cf_jobs SET suspicion = max(suspicion, 1) WHERE id = ?`;

const FIRST_SUSPECT = `SELECT rowid, id, fence, tenant, queue, type, payload, priority, run_at AS runAt, attempts,
    max_attempts AS maxAttempts, crashes, errors, spec_hash AS specHash, traceparent, correlation_id AS correlationId, suspicion
  FROM cf_jobs WHERE status = 'pending' AND suspicion > 0 AND run_at <= ?
    AND type IN (SELECT value FROM json_each(?))
    AND (? IS NULL OR queue IN (SELECT value FROM json_each(?)))
    AND (? IS NULL OR tenant IN (SELECT value FROM json_each(?)))
    AND queue NOT IN (SELECT name FROM cf_queues WHERE paused_at IS NOT NULL)`;
const IN_ORDER = 'ORDER BY priority, run_at, rowid LIMIT 1';

/**
 * The jobs whose lease has expired. Jobs whose worker held several become suspects, also those whose lease still runs:
 * the leases of a dead worker expire one after another, and the last job must not look as if it had been alone.
 */
export function takeExpired(
  prepare: Prepare,
  now: number,
  limit: number,
  countHeldBy: (owner: string) => number,
): ExpiredJob[] {
  const expired = prepare(EXPIRED).all(now, limit) as (Omit<ExpiredJob, 'wasAlone'> & { isMarked: 0 | 1 })[];
  const owners = new Set(expired.map(({ owner }) => owner));
  const heldSeveral = new Set([...owners].filter((owner) => countHeldBy(owner) > 1));
  for (const owner of heldSeveral) prepare(MARK_SUSPECTS).run(owner);
  return expired.map(({ isMarked, ...job }) => {
    const wasAlone = isMarked === 0 && !heldSeveral.has(job.owner);
    if (wasAlone) prepare(RUN_ALONE).run(job.id);
    return { ...job, wasAlone };
  });
}

export function firstSuspect(
  prepare: Prepare,
  { types, queues, tenants, only }: Reach,
  now: number,
): (Omit<ClaimedJob, 'startedAt'> & { rowid: number }) | undefined {
  const which = only ? `AND ${onlyCondition(only, 'sqlite', () => '?')}` : '';
  const lists = [queues, tenants].flatMap((list) => {
    const text = list ? JSON.stringify(list) : null;
    return [text, text];
  });
  const values = [now, JSON.stringify(types), ...lists, ...(only ? onlyValues(only) : [])];
  const row = prepare(`${FIRST_SUSPECT} ${which} ${IN_ORDER}`).get(...values);
  return row as (Omit<ClaimedJob, 'startedAt'> & { rowid: number }) | undefined;
}
