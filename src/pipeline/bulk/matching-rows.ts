import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import type { ReplayPayload } from '../replay/replay-job.js';
import type { PipelineSchema } from '../schema/tables.js';
import { matches, type QuarantineFilter } from '../quarantine/filter.js';

/** Selects quarantined rows for a change of many. */
export interface ManyRowsFilter extends Omit<QuarantineFilter, 'statuses' | 'rowNumbers'> {
  /** Rows that were quarantined later do not match. */
  readonly asOf: number;
}

/** Where a batch begins, and how much it may have. */
export interface BatchPlace {
  readonly after: string | null;
  readonly limit: number;
}

export async function countMatchingRows(database: TenantExecutor, filter: ManyRowsFilter): Promise<number> {
  const { rows } = await queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_quarantine')
    .where((eb) => matching(database, filter, eb))
    .select(sql<number>`count(*)`.as('rows'))
    .executeTakeFirstOrThrow();
  return rows;
}

export interface MatchingRows {
  /** In ascending order. */
  readonly ids: readonly string[];
  /** Where the next look begins; null at the end. */
  readonly next: string | null;
}

/** The rows that one statement may look at, so that a rare match does not keep a transaction open. */
const LOOK = 20_000;
const SEARCHED = [
  ...(['id', 'tenant', 'status', 'job_id', 'parser', 'output', 'column_name', 'error_type'] as const),
  ...(['row_number', 'source', 'created_at'] as const),
];

type Rows = ExpressionBuilder<PipelineSchema, 'cf_quarantine'>;

/**
 * The next quarantined rows that match, in the order of their ids. There can be none although the end is not reached. A subquery with a
 * limit is read in the order of ids; otherwise, all quarantined rows would be sorted again for every batch.
 */
export async function nextMatchingRows(
  database: TenantExecutor,
  filter: ManyRowsFilter,
  { after, limit }: BatchPlace,
): Promise<MatchingRows> {
  const builder = queryBuilder<PipelineSchema>(database);
  const inOrder = builder
    .selectFrom('cf_quarantine')
    .where('id', '>', after ?? '')
    .orderBy('id');
  const rows = await builder
    .selectFrom(inOrder.select(SEARCHED).limit(LOOK).as('cf_quarantine'))
    .select('cf_quarantine.id')
    .where((eb) => matching(database, filter, eb as unknown as Rows))
    .orderBy('cf_quarantine.id')
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

export interface MatchingReplays {
  readonly replays: readonly (ReplayPayload & { readonly rows: number })[];
  /** The job after which the next look begins; null at the end. */
  readonly next: string | null;
}

/** The next jobs with quarantined rows that match, with the number of these rows. Looks at a number of jobs. */
export async function nextMatchingReplays(
  database: TenantExecutor,
  filter: ManyRowsFilter,
  { after, limit }: BatchPlace,
): Promise<MatchingReplays> {
  const builder = queryBuilder<PipelineSchema>(database);
  const behind = builder
    .selectFrom('cf_quarantine')
    .where('tenant', '=', database.tenant)
    .where('job_id', '>', after ?? '');
  const jobs = await behind.select('job_id').distinct().orderBy('job_id').limit(limit).execute();
  const last = jobs.at(-1)?.job_id;
  if (last === undefined) return { replays: [], next: null };
  // The limit keeps the conditions out of the subquery, which is therefore read by the index of jobs and rows.
  const rowsOfJobs = behind.where('job_id', '<=', last).select(SEARCHED).limit(Number.MAX_SAFE_INTEGER);
  const replays = await builder
    .selectFrom(rowsOfJobs.as('cf_quarantine'))
    .select(['job_id as replay_of', 'parser', sql<string>`min(source)`.as('path'), sql<number>`count(*)`.as('rows')])
    .where((eb) => matching(database, filter, eb as unknown as Rows))
    .groupBy(['job_id', 'parser'])
    .orderBy('job_id')
    .execute();
  return { replays, next: jobs.length < limit ? null : last };
}

function matching(database: TenantExecutor, { asOf, ...filter }: ManyRowsFilter, eb: Rows): Expression<SqlBool> {
  return eb.and([matches(database, { ...filter, statuses: ['quarantined'] })(eb), eb('created_at', '<=', asOf)]);
}
