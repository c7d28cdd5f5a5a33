import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { type Database, type Executor, queryBuilder, type TransactionScope } from '../database/index.js';
import { jobOfRow } from './job-row.js';
import type { JobRecord } from './job.js';
import { notifyWorkers } from './stores/postgres/channel.js';
import { AS_NEW } from './retry-job.js';
import { lastErrorField } from './row-fields.js';
import type { EngineSchema } from './schema/tables.js';
import { type Ended, reportTransitions, type TransitionHook } from './transitions.js';
import { isSelected, isTroubled, type TroubleFilter } from './trouble-filter.js';

/** Jobs with the same type and last error. */
export interface TroubleGroup {
  type: string;
  code: string | null;
  message: string | null;
  count: number;
  firstFinishedAt: number;
  lastFinishedAt: number;
  /** The newest of them. */
  exampleId: string;
}

const NOW = sql<number>`cf_now()`;
const DEFAULT_LIMIT = 50;
const JOBS_PER_STATEMENT = 1_000;
/** PostgreSQL has no max() of UUIDs before version 18. */
const NEWEST_ID = sql<string>`max(CAST(id AS TEXT))`;

/** Newest first. */
export async function findTroubled(database: Executor, filter: TroubleFilter): Promise<JobRecord[]> {
  const rows = await queryBuilder<EngineSchema>(database)
    .selectFrom('cf_jobs')
    .selectAll()
    .where((eb) => isTroubled(eb, filter, database))
    .orderBy('id', 'desc')
    .limit(filter.limit ?? DEFAULT_LIMIT)
    .execute();
  return rows.map(jobOfRow);
}

/** How many there are, up to the limit if there is one. */
export async function countTroubled(database: Executor, filter: TroubleFilter): Promise<number> {
  const { count } = await queryBuilder<EngineSchema>(database)
    .selectFrom('cf_jobs')
    .select(sql<number>`count(*)`.as('count'))
    .where((eb) => isTroubled(eb, filter, database))
    .executeTakeFirstOrThrow();
  return Math.min(count, filter.limit ?? count);
}

/** The largest first. */
export async function troubleGroups(database: Executor, filter: TroubleFilter): Promise<TroubleGroup[]> {
  const { limit = DEFAULT_LIMIT, ...rest } = filter;
  const [code, message] = [lastErrorField('code', database.dialect), lastErrorField('message', database.dialect)];
  const rows = await queryBuilder<EngineSchema>(database)
    .selectFrom('cf_jobs')
    .select([
      'type',
      code.as('code'),
      message.as('message'),
      sql<number>`count(*)`.as('count'),
      sql<number>`min(finished_at)`.as('firstFinishedAt'),
      sql<number>`max(finished_at)`.as('lastFinishedAt'),
      NEWEST_ID.as('exampleId'),
    ])
    .where((eb) => isTroubled(eb, rest, database))
    .groupBy(['type', sql`2`, sql`3`])
    .orderBy('count', 'desc')
    .orderBy('exampleId', 'desc')
    .limit(limit)
    .execute();
  return rows;
}

/** Runs them again with fresh counters; their errors are kept. Returns how many. */
export async function retryTroubled(database: Database, filter: TroubleFilter): Promise<number> {
  const retried = await queryBuilder<EngineSchema>(database)
    .updateTable('cf_jobs')
    .set(AS_NEW)
    .where((eb) => isSelected(eb, filter, database))
    .returning('id')
    .execute();
  if (retried.length > 0) await notifyWorkers(database);
  return retried.length;
}

/** Dismisses them: they end as cancelled. Returns how many. */
export async function dismissTroubled(
  database: Database,
  filter: TroubleFilter,
  hook?: TransitionHook,
): Promise<number> {
  if (!hook) return (await markDismissed(database, (eb) => isSelected(eb, filter, database))).length;
  return database.transaction(async (tx) => {
    const meant = await lockSelected(tx, filter);
    for (let start = 0; start < meant.length; start += JOBS_PER_STATEMENT) {
      const some = meant.slice(start, start + JOBS_PER_STATEMENT);
      const ids = some.map(({ id }) => id);
      await markDismissed(tx, (eb) => eb('id', 'in', ids));
      await reportTransitions(tx, hook, some);
    }
    return meant.length;
  });
}

/** An update does not return overwritten values, so the hook's `from` is read first, under a lock. */
function lockSelected(tx: TransactionScope, filter: TroubleFilter): Promise<Ended[]> {
  return queryBuilder<EngineSchema>(tx)
    .selectFrom('cf_jobs')
    .select(['id', 'status as from'])
    .where((eb) => isSelected(eb, filter, tx))
    .orderBy('id')
    .$if(tx.dialect === 'postgres', (query) => query.forUpdate())
    .execute();
}

function markDismissed(
  database: Executor,
  which: (eb: ExpressionBuilder<EngineSchema, 'cf_jobs'>) => Expression<SqlBool>,
): Promise<{ id: string }[]> {
  return queryBuilder<EngineSchema>(database)
    .updateTable('cf_jobs')
    .set({ status: 'cancelled', cancel_requested_at: NOW })
    .where(which)
    .returning('id')
    .execute();
}
