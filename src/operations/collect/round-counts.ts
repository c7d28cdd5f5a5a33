import { sql } from 'kysely';
import type { CollectSchema } from '../../collect/index.js';
import { type Executor, queryBuilder, type TenantExecutor } from '../../database/index.js';
import type { EngineSchema } from '../../engine/index.js';

/** What a run of collections led to. */
export interface RoundCounts {
  readonly jobs: number;
  readonly completed: number;
  /** Waiting for their source: paused, limited, down, or to be tried again. */
  readonly snoozed: number;
  readonly failed: number;
  readonly pricePointsNew: number;
  readonly pricePointsUpdated: number;
  readonly duplicates: number;
  readonly quarantined: number;
}

/** Counts the jobs that were unfinished at a moment, or were planned after it. */
export async function countRound(
  database: TenantExecutor,
  { intakeId, sourceId, since }: { intakeId: string | undefined; sourceId: string | undefined; since: number },
): Promise<RoundCounts> {
  let query = queryBuilder<CollectSchema & EngineSchema>(database)
    .selectFrom('cf_collections as collection')
    .innerJoin('cf_jobs as job', 'job.id', 'collection.job_id')
    .select('job.status')
    .select(({ fn }) => [
      fn.countAll<number>().as('jobs'),
      fn.sum<number | null>('collection.points_new').as('added'),
      fn.sum<number | null>('collection.points_updated').as('updated'),
      fn.sum<number | null>('collection.duplicates').as('duplicates'),
      fn.sum<number | null>('collection.quarantined').as('quarantined'),
    ])
    .where('collection.tenant', '=', database.tenant)
    .where((is) => is.or([is('job.finished_at', 'is', null), is('job.finished_at', '>=', since)]));
  if (intakeId !== undefined) query = query.where('collection.intake_id', '=', intakeId);
  if (sourceId !== undefined) query = query.where('collection.source_id', '=', sourceId);
  const rows = await query.groupBy('job.status').execute();
  const total = (of: (row: (typeof rows)[number]) => number | null, ...statuses: readonly string[]): number =>
    rows
      .filter(({ status }) => statuses.length === 0 || statuses.includes(status))
      .reduce((sum, row) => sum + Number(of(row) ?? 0), 0);
  const done = ['completed', 'completed_with_warnings'];
  return {
    jobs: total(({ jobs }) => jobs),
    completed: total(({ jobs }) => jobs, ...done),
    snoozed: total(({ jobs }) => jobs, 'pending', 'running'),
    failed: total(({ jobs }) => jobs, 'failed', 'dead_letter', 'cancelled'),
    pricePointsNew: total(({ added }) => added, ...done),
    pricePointsUpdated: total(({ updated }) => updated, ...done),
    duplicates: total(({ duplicates }) => duplicates, ...done),
    quarantined: total(({ quarantined }) => quarantined, ...done),
  };
}

export interface WaitingJob {
  readonly id: string;
  readonly runAt: number;
  readonly now: number;
}

/** Jobs of a type that wait for a later time, the next one first. */
export function waitingJobs(database: Executor, tenant: string, type: string, limit: number): Promise<WaitingJob[]> {
  return queryBuilder<EngineSchema>(database)
    .selectFrom('cf_jobs')
    .select(['id', 'run_at as runAt'])
    .select(sql<number>`cf_now()`.as('now'))
    .where('tenant', '=', tenant)
    .where('type', '=', type)
    .where('status', '=', 'pending')
    .where('run_at', '>', sql<number>`cf_now()`)
    .orderBy('run_at')
    .limit(limit)
    .execute();
}
