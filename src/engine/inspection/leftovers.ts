import { sql } from 'kysely';
import { type Executor, queryBuilder } from '../../database/index.js';
import { matchesOnly } from '../payload-fields.js';
import type { EngineSchema } from '../schema/tables.js';
import type { WorkerReach } from './work-left.js';

export interface Leftovers {
  /** Jobs that failed and get another attempt later, and how long until the first of them is due. */
  readonly waiting: { readonly count: number; readonly dueInMs: number };
  /** Jobs that other workers hold, and how long until the last lease expires. */
  readonly elsewhere: { readonly count: number; readonly freeInMs: number };
  /** Jobs in paused queues. */
  readonly paused: number;
}

/** The jobs that an idle worker leaves, and why. */
export async function leftoversOf(database: Executor, { types, owner, only }: WorkerReach): Promise<Leftovers> {
  const isPaused = sql<number>`CASE WHEN queue IN (SELECT name FROM cf_queues WHERE paused_at IS NOT NULL) THEN 1 ELSE 0 END`;
  const rows = await queryBuilder<EngineSchema>(database)
    .selectFrom('cf_jobs')
    .select(['status', isPaused.as('paused'), sql<number>`count(*)`.as('count')])
    .select([
      sql<number>`min(run_at) - cf_now()`.as('due_in_ms'),
      sql<number | null>`max(lease_expires_at) - cf_now()`.as('free_in_ms'),
    ])
    .where('type', 'in', types)
    .where((eb) =>
      eb.or([eb('status', '=', 'pending'), eb.and([eb('status', '=', 'running'), eb('lease_owner', '<>', owner)])]),
    )
    .where((eb) =>
      eb.or([eb('status', '=', 'running'), eb('run_at', '>', sql<number>`cf_now()`), eb(isPaused, '=', 1)]),
    )
    .$call((query) => (only ? query.where(matchesOnly(only, database.dialect)) : query))
    .groupBy(['status', sql`2`])
    .execute();
  const waiting = rows.find(({ status, paused }) => status === 'pending' && paused === 0);
  const elsewhere = rows.filter(({ status }) => status === 'running');
  return {
    waiting: { count: waiting?.count ?? 0, dueInMs: Math.max(0, waiting?.due_in_ms ?? 0) },
    elsewhere: {
      count: elsewhere.reduce((sum, { count }) => sum + count, 0),
      freeInMs: Math.max(0, ...elsewhere.map(({ free_in_ms }) => free_in_ms ?? 0)),
    },
    paused: rows.find(({ status, paused }) => status === 'pending' && paused === 1)?.count ?? 0,
  };
}
