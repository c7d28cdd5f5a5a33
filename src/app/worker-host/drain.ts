import { setTimeout as sleep } from 'node:timers/promises';
import { type SelectQueryBuilder, sql } from 'kysely';
import { type Executor, queryBuilder } from '../../database/index.js';
import { type EngineSchema, isAmong, type OnlyJobs } from '../../engine/index.js';
import { errorMessage, type Logger } from '../../platform/index.js';

const LOOK_EVERY_MS = 100;
const NOW = sql<number>`cf_now()`;

/** Whose work is meant: what this worker holds, and what it may take. */
export interface DrainReach {
  owner: string;
  types: readonly string[];
  queues?: readonly string[] | undefined;
  tenants?: readonly string[] | undefined;
  only?: OnlyJobs | undefined;
}

/**
 * Resolves when nothing within reach is due and this worker runs nothing, or when it is told that nobody waits for it
 * any more. Jobs planned for later do not count.
 */
export async function whenDrained(
  database: Executor,
  reach: DrainReach,
  { logger, over }: { logger: Logger; over: AbortSignal },
): Promise<void> {
  while (!over.aborted) {
    try {
      if (!(await isWorkLeft(database, reach))) return;
    } catch (error) {
      logger.debug({ error: errorMessage(error) }, 'Could not look for work that is left, trying again');
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal: over }).catch(() => undefined);
  }
}

/**
 * One statement, so one moment: a job cannot slip from due to running between two looks. Jobs of paused queues do not
 * count, since nobody may take them; those whose lease has expired do, since the next look takes them over.
 */
export async function isWorkLeft(database: Executor, reach: DrainReach): Promise<boolean> {
  const held = queryBuilder<EngineSchema>(database)
    .selectFrom('cf_jobs')
    .select('id')
    .where('status', '=', 'running')
    .where((eb) => eb.or([eb('lease_owner', '=', reach.owner), eb('lease_expires_at', '<', NOW)]));
  return (await held.unionAll(dueJobs(database, reach)).limit(1).execute()).length > 0;
}

/** How many jobs within reach are due. */
export async function countDue(database: Executor, reach: DrainReach): Promise<number> {
  const [row] = await queryBuilder<EngineSchema>(database)
    .selectFrom(dueJobs(database, reach).as('due'))
    .select(sql<number>`count(*)`.as('count'))
    .execute();
  return Number(row?.count ?? 0);
}

function dueJobs(database: Executor, reach: DrainReach): SelectQueryBuilder<EngineSchema, 'cf_jobs', { id: string }> {
  const builder = queryBuilder<EngineSchema>(database);
  return builder
    .selectFrom('cf_jobs')
    .select('id')
    .where('status', '=', 'pending')
    .where('run_at', '<=', NOW)
    .where('type', 'in', reach.types)
    .where('queue', 'not in', builder.selectFrom('cf_queues').select('name').where('paused_at', 'is not', null))
    .$if(reach.queues !== undefined, (query) => query.where('queue', 'in', reach.queues ?? []))
    .$if(reach.tenants !== undefined, (query) => query.where('tenant', 'in', reach.tenants ?? []))
    .$call((query) => (reach.only ? query.where(isAmong(reach.only, database.dialect)) : query));
}
