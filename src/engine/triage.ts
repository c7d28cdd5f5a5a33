import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { type Database, type Executor, queryBuilder, type TransactionScope } from '../database/index.js';
import type { Alongside, ChangedJob } from './alongside.js';
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
const MAX_GROUPED = 10_000;
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

export interface TroubleGroups {
  /** The largest first. */
  groups: TroubleGroup[];
  /** All jobs that match, including those of groups beyond the limit. */
  total: number;
  /** Only the newest failed and the newest dead jobs were looked at. */
  capped: boolean;
}

/** Groups the newest `maxSeen` failed and as many dead jobs: reading 10,000 rows of a large table takes 60 ms. */
export async function troubleGroups(
  database: Executor,
  filter: TroubleFilter,
  maxSeen = MAX_GROUPED,
): Promise<TroubleGroups> {
  const { limit = DEFAULT_LIMIT, ...rest } = filter;
  const unseen = await newestUnseen(database, maxSeen);
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
      sql<number>`CAST(sum(count(*)) OVER () AS BIGINT)`.as('total'),
    ])
    .where((eb) => isTroubled(eb, rest, database))
    .$if(unseen !== null, (query) => query.where('id', '>', unseen as string))
    .groupBy(['type', sql`2`, sql`3`])
    .orderBy('count', 'desc')
    .orderBy('exampleId', 'desc')
    .limit(limit)
    .execute();
  const groups = rows.map(({ total: _, ...group }) => group);
  return { groups, total: rows[0]?.total ?? 0, capped: unseen !== null };
}

/** The newest job that is not looked at; null if there are not more jobs than may be looked at. One step in the index for each job. */
async function newestUnseen(database: Executor, maxSeen: number): Promise<string | null> {
  const ends = await Promise.all(
    (['failed', 'dead_letter'] as const).map((status) =>
      queryBuilder<EngineSchema>(database)
        .selectFrom('cf_jobs')
        .select('id')
        .where('status', '=', sql.lit(status))
        .orderBy('id', 'desc')
        .offset(maxSeen)
        .limit(1)
        .executeTakeFirst(),
    ),
  );
  const ids = ends.flatMap((end) => end?.id ?? []);
  return ids.toSorted().at(-1) ?? null;
}

/** Runs them again with fresh counters; their errors are kept. Returns how many. */
export async function retryTroubled(database: Database, filter: TroubleFilter, alongside?: Alongside): Promise<number> {
  const retried = alongside
    ? await database.transaction(async (tx) => {
        const jobs = await markAsNew(tx, filter);
        await alongside(tx, jobs);
        return jobs;
      })
    : await markAsNew(database, filter);
  if (retried.length > 0) await notifyWorkers(database);
  return retried.length;
}

function markAsNew(database: Executor, filter: TroubleFilter): Promise<ChangedJob[]> {
  return queryBuilder<EngineSchema>(database)
    .updateTable('cf_jobs')
    .set(AS_NEW)
    .where((eb) => isSelected(eb, filter, database))
    .returning(['id', 'tenant', 'type'])
    .execute();
}

/** Dismisses them: they end as cancelled. Returns how many. */
export async function dismissTroubled(
  database: Database,
  filter: TroubleFilter,
  { hook, alongside }: { hook?: TransitionHook | undefined; alongside?: Alongside | undefined } = {},
): Promise<number> {
  if (!hook && !alongside) return (await markDismissed(database, (eb) => isSelected(eb, filter, database))).length;
  return database.transaction(async (tx) => {
    const meant = await lockSelected(tx, filter);
    for (let start = 0; start < meant.length; start += JOBS_PER_STATEMENT) {
      const some = meant.slice(start, start + JOBS_PER_STATEMENT);
      const ids = some.map(({ id }) => id);
      const dismissed = await markDismissed(tx, (eb) => eb('id', 'in', ids));
      if (hook) await reportTransitions(tx, hook, some);
      await alongside?.(tx, dismissed);
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
): Promise<ChangedJob[]> {
  return queryBuilder<EngineSchema>(database)
    .updateTable('cf_jobs')
    .set({ status: 'cancelled', cancel_requested_at: NOW })
    .where(which)
    .returning(['id', 'tenant', 'type'])
    .execute();
}
