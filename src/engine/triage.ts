import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { type Database, type Executor, queryBuilder } from '../database/index.js';
import { jobOfRow } from './job-row.js';
import { ID_PATTERN, type JobRecord } from './job.js';
import { lastErrorField, runsProgram } from './row-fields.js';
import type { EngineSchema } from './schema/tables.js';
import { JOBS_CHANNEL } from './stores/postgres/channel.js';

/** Which of the failed and dead jobs are meant. What is absent does not matter. */
export interface TroubleFilter {
  /** What is no id is no job's. */
  ids?: readonly string[] | undefined;
  statuses?: readonly TroubleStatus[] | undefined;
  types?: readonly string[] | undefined;
  queue?: string | undefined;
  tenant?: string | undefined;
  /** The code of the last error. */
  code?: string | undefined;
  /** Words in the message of the last error, in any case. */
  message?: string | undefined;
  /** The program of a task, by its path or its name alone. */
  command?: string | undefined;
  /** How long ago it ended. */
  olderThanMs?: number | undefined;
  newerThanMs?: number | undefined;
  /** The newest so many. */
  limit?: number | undefined;
}

export type TroubleStatus = 'failed' | 'dead_letter';

/** Jobs that came to the same end, as far as their last errors tell. */
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

/** Runs them again with fresh counters; their errors stay with them. Answers how many. */
export async function retryTroubled(database: Database, filter: TroubleFilter): Promise<number> {
  const retried = await queryBuilder<EngineSchema>(database)
    .updateTable('cf_jobs')
    .set({ status: 'pending', attempts: 0, crashes: 0, run_at: NOW, finished_at: null, cancel_requested_at: null })
    .where((eb) => isMeant(eb, filter, database))
    .returning('id')
    .execute();
  if (retried.length > 0 && database.dialect === 'postgres') {
    await database.query('SELECT pg_notify($1, $2)', [JOBS_CHANNEL, '']);
  }
  return retried.length;
}

/** Nobody will look after them any more: they end as cancelled. Answers how many. */
export async function dismissTroubled(database: Executor, filter: TroubleFilter): Promise<number> {
  const dismissed = await queryBuilder<EngineSchema>(database)
    .updateTable('cf_jobs')
    .set({ status: 'cancelled', cancel_requested_at: NOW })
    .where((eb) => isMeant(eb, filter, database))
    .returning('id')
    .execute();
  return dismissed.length;
}

type Jobs = ExpressionBuilder<EngineSchema, 'cf_jobs'>;

/** Looked at twice where there is a limit: a job of the chosen may have been retried by somebody else since. */
function isMeant(eb: Jobs, filter: TroubleFilter, database: Executor): Expression<SqlBool> {
  if (filter.limit === undefined) return isTroubled(eb, filter, database);
  const chosen = eb
    .selectFrom('cf_jobs')
    .select('id')
    .where((inner) => isTroubled(inner, filter, database))
    .orderBy('id', 'desc')
    .limit(filter.limit);
  return eb.and([isTroubled(eb, filter, database), eb('id', 'in', chosen)]);
}

function isTroubled(eb: Jobs, filter: TroubleFilter, { dialect }: Executor): Expression<SqlBool> {
  const { ids, statuses, types, queue, tenant, code, message, command, olderThanMs, newerThanMs } = filter;
  // In the words of the partial index, without which SQLite would read all of history.
  const conditions: Expression<SqlBool>[] = [sql<SqlBool>`(status = 'failed' OR status = 'dead_letter')`];
  if (ids)
    conditions.push(
      amongst(
        eb,
        'id',
        ids.filter((id) => ID_PATTERN.test(id)).map((id) => id.toLowerCase()),
      ),
    );
  if (statuses) conditions.push(amongst(eb, 'status', statuses));
  if (types) conditions.push(amongst(eb, 'type', types));
  if (queue !== undefined) conditions.push(eb('queue', '=', queue));
  if (tenant !== undefined) conditions.push(eb('tenant', '=', tenant));
  if (olderThanMs !== undefined) conditions.push(eb('finished_at', '<', sql<number>`${NOW} - ${olderThanMs}`));
  if (newerThanMs !== undefined) conditions.push(eb('finished_at', '>', sql<number>`${NOW} - ${newerThanMs}`));
  if (code !== undefined) conditions.push(eb(lastErrorField('code', dialect), '=', code));
  if (message !== undefined) conditions.push(contains(lastErrorField('message', dialect), message));
  if (command !== undefined) conditions.push(runsProgram(command, dialect));
  return eb.and(conditions);
}

function amongst(eb: Jobs, column: 'id' | 'status' | 'type', values: readonly string[]): Expression<SqlBool> {
  return values.length === 0 ? sql<SqlBool>`1 = 0` : eb(column, 'in', values as never);
}

function contains(text: Expression<string | null>, words: string): Expression<SqlBool> {
  return sql<SqlBool>`lower(${text}) LIKE ${`%${escaped(words.toLowerCase())}%`} ESCAPE '!'`;
}

function escaped(text: string): string {
  return text.replace(/[!%_]/g, '!$&');
}
