import { sql } from 'kysely';
import { queryBuilder, type TenantDatabase, type TenantTransaction } from '../../database/index.js';
import { enqueueWithin } from '../../engine/index.js';
import type { CollectSchema } from '../schema/tables.js';
import { COLLECT_JOB } from './job-types.js';

export interface PlanRequest {
  readonly intakeId?: string | undefined;
  readonly sourceId?: string | undefined;
  /** Only what was not collected within the refresh time of its source. */
  readonly onlyDue?: boolean | undefined;
}

export interface PlannedCollections {
  /** New jobs. */
  readonly planned: number;
  /** Pairs whose job has not ended yet. */
  readonly unfinished: number;
}

const PAIRS_PER_TRANSACTION = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Enqueues a job for every pair of intake and enabled source that is wanted and has no unfinished job. */
export async function planCollections(
  database: TenantDatabase,
  request: PlanRequest = {},
): Promise<PlannedCollections> {
  const sources = await enabledSources(database, request.sourceId);
  let [planned, unfinished] = [0, 0];
  for (const source of sources) {
    for (let after = FIRST_ID; ;) {
      const page = await database.transaction((tx) => planPage(tx, source, request, after));
      planned += page.planned;
      unfinished += page.unfinished;
      if (page.last === undefined) break;
      after = page.last;
    }
  }
  return { planned, unfinished };
}

interface PlannedSource {
  readonly id: string;
  readonly name: string;
  readonly refresh_seconds: number;
}

function enabledSources(database: TenantDatabase, sourceId: string | undefined): Promise<PlannedSource[]> {
  let query = queryBuilder<CollectSchema>(database)
    .selectFrom('cf_sources')
    .select(['id', 'name', 'refresh_seconds'])
    .where('tenant', '=', database.tenant)
    .where('enabled', '=', 1)
    .orderBy('name');
  if (sourceId !== undefined) query = query.where('id', '=', sourceId);
  return query.execute();
}

interface Pair {
  readonly intake_id: string;
  readonly round: number | null;
  readonly is_unfinished: number;
  readonly is_recent: number;
}

async function planPage(
  tx: TenantTransaction,
  source: PlannedSource,
  { intakeId, onlyDue }: PlanRequest,
  after: string,
): Promise<PlannedCollections & { last: string | undefined }> {
  const pairs = await findPairs(tx, source, intakeId, after);
  const isWaiting = (pair: Pair): boolean => pair.is_unfinished === 1;
  const wanted = pairs.filter((pair) => !isWaiting(pair) && !(onlyDue && pair.is_recent === 1));
  if (wanted.length > 0) await enqueuePairs(tx, source, wanted);
  return {
    planned: wanted.length,
    unfinished: pairs.filter(isWaiting).length,
    last: pairs.length < PAIRS_PER_TRANSACTION ? undefined : pairs.at(-1)?.intake_id,
  };
}

async function findPairs(
  tx: TenantTransaction,
  source: PlannedSource,
  intakeId: string | undefined,
  after: string,
): Promise<Pair[]> {
  let query = queryBuilder<CollectSchema & { cf_jobs: { id: string; status: string } }>(tx)
    .selectFrom('cf_intakes as intake')
    .leftJoin('cf_collections as collection', (join) =>
      join
        .onRef('collection.tenant', '=', 'intake.tenant')
        .onRef('collection.intake_id', '=', 'intake.id')
        .on('collection.source_id', '=', source.id),
    )
    .leftJoin('cf_jobs as job', 'job.id', 'collection.job_id')
    .select(['intake.id as intake_id', 'collection.round'])
    .select(sql<number>`CASE WHEN job.status IN ('pending', 'running') THEN 1 ELSE 0 END`.as('is_unfinished'))
    .select(
      sql<number>`CASE WHEN collection.collected_at > cf_now() - ${source.refresh_seconds * 1_000} THEN 1 ELSE 0 END`.as(
        'is_recent',
      ),
    )
    .where('intake.tenant', '=', tx.tenant)
    .where('intake.id', '>', after);
  if (intakeId !== undefined) query = query.where('intake.id', '=', intakeId);
  return query.orderBy('intake.id').limit(PAIRS_PER_TRANSACTION).execute();
}

/** Two planners that plan the same round get the same job, by its key. */
async function enqueuePairs(tx: TenantTransaction, source: PlannedSource, pairs: readonly Pair[]): Promise<void> {
  const roundOf = ({ round }: Pair): number => (round ?? 0) + 1;
  const receipts = await enqueueWithin(
    tx.scope,
    COLLECT_JOB,
    pairs.map((pair) => ({
      payload: { intake_id: pair.intake_id, source_id: source.id, source: source.name },
      options: { tenant: tx.tenant, idempotencyKey: `${pair.intake_id}:${source.id}:${roundOf(pair)}` },
    })),
  );
  const none = { points_new: 0, points_updated: 0, duplicates: 0, quarantined: 0 };
  await queryBuilder<CollectSchema>(tx)
    .insertInto('cf_collections')
    .values(
      pairs.map((pair, index) => ({
        ...{ tenant: tx.tenant, intake_id: pair.intake_id, source_id: source.id, round: roundOf(pair) },
        ...{ job_id: receipts[index]?.id ?? '', collected_at: null, ...none },
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['tenant', 'intake_id', 'source_id'])
        .doUpdateSet((is) => ({ round: is.ref('excluded.round'), job_id: is.ref('excluded.job_id'), ...none })),
    )
    .execute();
}
