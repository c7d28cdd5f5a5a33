import { sql } from 'kysely';
import { type Database, queryBuilder } from '../../database/index.js';
import type { EngineSchema } from '../schema/tables.js';
import { wakeForSlots } from './wake.js';

const MAX_LIMITS_PER_SWEEP = 100;
/** A bucket that is full is the same as none. */
const IDLE_US = 3_600_000_000;

const DELETE_ENDED_WAITS = `DELETE FROM cf_limit_waits WHERE NOT EXISTS (SELECT 1 FROM cf_jobs
  WHERE cf_jobs.id = job_id AND cf_jobs.fence = cf_limit_waits.fence AND status IN ('pending', 'running'))`;

const DELETE_EXPIRED_SLOTS = 'DELETE FROM cf_limit_slots WHERE expires_at <= cf_now()';

const DELETE_IDLE_LIMITS = `DELETE FROM cf_limits WHERE tat_us < cf_now() * 1000 - ${IDLE_US}
  AND seen_us < cf_now() * 1000 - ${IDLE_US}
  AND NOT EXISTS (SELECT 1 FROM cf_limit_slots AS slot WHERE slot.tenant = cf_limits.tenant AND slot.key = cf_limits.key)
  AND NOT EXISTS (SELECT 1 FROM cf_limit_waits AS wait WHERE wait.tenant = cf_limits.tenant AND wait.key = cf_limits.key)`;

/**
 * Wakes jobs whose slot became free without a wake-up, because a worker crashed, and removes rows without effect. Cheap if no
 * limit was used. Returns how many jobs were woken.
 */
export async function sweepLimits(database: Database): Promise<number> {
  const used = await database.query(
    'SELECT 1 WHERE EXISTS (SELECT 1 FROM cf_limits) OR EXISTS (SELECT 1 FROM cf_limit_slots)',
  );
  if (used.length === 0) return 0;
  await database.query(DELETE_ENDED_WAITS);
  await database.query(DELETE_EXPIRED_SLOTS);
  const waiting = await queryBuilder<EngineSchema>(database)
    .selectFrom('cf_limit_waits')
    .select(['tenant', 'key'])
    .distinct()
    .where('kind', '=', 'concurrency')
    .limit(MAX_LIMITS_PER_SWEEP)
    .execute();
  let woken = 0;
  for (const name of waiting) woken += await wakeForSlots(database, name);
  await database.query(DELETE_IDLE_LIMITS);
  return woken;
}

/** The limits of which these jobs hold slots. */
export async function limitsHeldBy(
  database: Database,
  jobIds: readonly string[],
): Promise<{ tenant: string; key: string }[]> {
  return queryBuilder<EngineSchema>(database)
    .selectFrom('cf_limit_slots')
    .select(['tenant', 'key'])
    .distinct()
    .where('job_id', 'in', jobIds)
    .orderBy(sql`tenant`)
    .orderBy('key')
    .execute();
}
