import { type SelectQueryBuilder, sql } from 'kysely';
import { type Executor, queryBuilder } from '../../database/index.js';
import { SLOT_COUNTS } from '../limits/limit-rows.js';
import { matchesOnly } from '../payload-fields.js';
import type { EngineSchema } from '../schema/tables.js';
import type { Reach } from '../store.js';

const NOW = sql<number>`cf_now()`;

/** What a worker holds and may claim. */
export interface WorkerReach extends Reach {
  owner: string;
  /** Jobs of this type that have had no attempt count as due if they will be within this time: they only wait for their turn. */
  turns?: { readonly type: string; readonly withinMs: number } | undefined;
}

/**
 * One statement, so that a job cannot move from due to running between two reads. Jobs of paused queues do not count,
 * because no worker may claim them. Jobs with an expired lease count, because the next claim rescues them.
 */
export async function isWorkLeft(database: Executor, reach: WorkerReach): Promise<boolean> {
  const held = queryBuilder<EngineSchema>(database)
    .selectFrom('cf_jobs')
    .select('id')
    .where('status', '=', 'running')
    .where((eb) => eb.or([eb('lease_owner', '=', reach.owner), eb('lease_expires_at', '<', NOW)]));
  const work = held.unionAll(dueJobs(database, reach)).unionAll(jobsWithFreeSlot(database, reach));
  return (await work.limit(1).execute()).length > 0;
}

/** Jobs that waited for a slot which is free now. They are about to be woken: by the worker that freed it, or by the sweep. */
function jobsWithFreeSlot(
  database: Executor,
  reach: Reach,
): SelectQueryBuilder<EngineSchema, 'cf_jobs', { id: string }> {
  const waiting = sql<string>`(SELECT wait.job_id FROM cf_limit_waits AS wait
    JOIN cf_limits AS bound ON bound.tenant = wait.tenant AND bound.key = wait.key
    JOIN cf_jobs AS waiting ON waiting.id = wait.job_id AND waiting.fence = wait.fence
    WHERE wait.kind = 'concurrency' AND wait.woken_at = 0 AND bound.concurrency > (SELECT count(*) FROM cf_limit_slots
      WHERE cf_limit_slots.tenant = wait.tenant AND cf_limit_slots.key = wait.key AND ${SLOT_COUNTS}))`;
  return pendingJobs(database, reach).where('id', 'in', waiting);
}

/** How many jobs within reach are due. */
export async function countDue(database: Executor, reach: Reach): Promise<number> {
  const [row] = await queryBuilder<EngineSchema>(database)
    .selectFrom(dueJobs(database, reach).as('due'))
    .select(sql<number>`count(*)`.as('count'))
    .execute();
  return Number(row?.count ?? 0);
}

function dueJobs(
  database: Executor,
  reach: Reach & Pick<WorkerReach, 'turns'>,
): SelectQueryBuilder<EngineSchema, 'cf_jobs', { id: string }> {
  return pendingJobs(database, reach).where((eb) => {
    const { turns } = reach;
    const isDue = eb('run_at', '<=', NOW);
    if (turns === undefined) return isDue;
    const isSoon = eb('run_at', '<=', sql<number>`cf_now() + ${sql.lit(turns.withinMs)}`);
    return eb.or([isDue, eb.and([eb('type', '=', turns.type), eb('attempts', '=', 0), isSoon])]);
  });
}

function pendingJobs(database: Executor, reach: Reach): SelectQueryBuilder<EngineSchema, 'cf_jobs', { id: string }> {
  const builder = queryBuilder<EngineSchema>(database);
  return builder
    .selectFrom('cf_jobs')
    .select('id')
    .where('status', '=', 'pending')
    .where('type', 'in', reach.types)
    .where('queue', 'not in', builder.selectFrom('cf_queues').select('name').where('paused_at', 'is not', null))
    .$if(reach.queues !== undefined, (query) => query.where('queue', 'in', reach.queues ?? []))
    .$if(reach.tenants !== undefined, (query) => query.where('tenant', 'in', reach.tenants ?? []))
    .$call((query) => (reach.only ? query.where(matchesOnly(reach.only, database.dialect)) : query));
}
