import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import { type Dialect, type Executor, queryBuilder } from '../../database/index.js';
import { jobConditions, type JobFilter } from '../find-jobs.js';
import type { EngineSchema } from '../schema/tables.js';

/** Selects jobs for a change of many. Times are absolute: the selection must not move while it is worked on. */
export interface ManyJobsFilter extends Omit<JobFilter, 'limit' | 'olderThanMs' | 'newerThanMs'> {
  readonly tenant: string;
  /** Jobs that were created, or came to their final state, after this time do not match. */
  readonly asOf: number;
}

export interface MatchingJobs {
  /** In ascending order. */
  readonly ids: readonly string[];
  /** Where the next look begins; null at the end. */
  readonly next: string | null;
}

/** The rows that one statement may look at, so that a rare match does not keep a transaction open. */
const LOOK = 20_000;

type Jobs = ExpressionBuilder<EngineSchema, 'cf_jobs'>;

export async function countMatchingJobs(database: Executor, filter: ManyJobsFilter): Promise<number> {
  const { count } = await queryBuilder<EngineSchema>(database)
    .selectFrom('cf_jobs')
    .select(sql<number>`count(*)`.as('count'))
    .where((eb) => matches(eb, database.dialect, filter))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The next matching jobs in the order of their ids. There can be none although the end is not reached. */
export async function nextMatchingJobs(
  database: Executor,
  filter: ManyJobsFilter,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<MatchingJobs> {
  const builder = queryBuilder<EngineSchema>(database);
  const inOrder = builder
    .selectFrom('cf_jobs')
    .$if(after !== null, (query) => query.where('id', '>', after as string))
    .orderBy('id');
  // A subquery with a limit is read in the order of ids. Otherwise, the databases would use the index of a status and sort all its jobs
  // again for every batch.
  const rows = await builder
    .selectFrom(inOrder.selectAll().limit(LOOK).as('cf_jobs'))
    .select('cf_jobs.id')
    .where((eb) => matches(eb as unknown as Jobs, database.dialect, filter))
    .orderBy('cf_jobs.id')
    .limit(limit)
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length === limit) return { ids, next: ids.at(-1) ?? null };
  const end = await inOrder
    .select('id')
    .offset(LOOK - 1)
    .limit(1)
    .executeTakeFirst();
  return { ids, next: end?.id ?? null };
}

function matches(eb: Jobs, dialect: Dialect, filter: ManyJobsFilter): Expression<SqlBool> {
  const { asOf, statuses } = filter;
  return eb.and([
    jobConditions(eb, dialect, filter),
    eb('created_at', '<=', asOf),
    // With a status, a job that reached it later did not match. Without one, it matches in any state.
    ...(statuses === undefined ? [] : [eb.or([eb('finished_at', 'is', null), eb('finished_at', '<=', asOf)])]),
  ]);
}
