import { sql } from 'kysely';
import { type Database, queryBuilder, type TransactionScope } from '../database/index.js';
import type { Alongside, ChangedJob } from './alongside.js';
import { FINISHED_STATUSES, type JobStatus } from './job.js';
import type { EngineSchema } from './schema/tables.js';

export interface PruneOptions {
  /** Minimum time since the jobs finished. */
  olderThanMs: number;
  statuses?: readonly JobStatus[] | undefined;
  tenant?: string | undefined;
  /** Count without deleting. */
  dryRun?: boolean;
  onProgress?: (deleted: number) => void;
  /** Joins the transaction of each batch. */
  alongside?: Alongside;
  /** Called with the ids of each deleted batch, to delete related data. */
  onDeleted?: (ids: readonly string[]) => Promise<void>;
}

/** Each batch is one commit, so that pruning a year of jobs does not block workers. */
const BATCH = 1_000;

/** Deletes finished jobs and their logs. Waiting and running jobs are never deleted. */
export async function pruneJobs(database: Database, options: PruneOptions): Promise<number> {
  const statuses = (options.statuses ?? FINISHED_STATUSES).filter(
    (status) => status !== 'pending' && status !== 'running',
  );
  if (statuses.length === 0) return 0;
  const old = queryBuilder<EngineSchema>(database)
    .selectFrom('cf_jobs')
    .where('status', 'in', statuses)
    .where('finished_at', '<', sql<number>`cf_now() - ${options.olderThanMs}`)
    .$if(options.tenant !== undefined, (query) => query.where('tenant', '=', options.tenant ?? ''));
  if (options.dryRun) {
    const { count } = await old.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
    return Number(count);
  }
  let deleted = 0;
  for (;;) {
    const ids = (await old.select('id').orderBy('id').limit(BATCH).execute()).map((row) => row.id);
    if (ids.length === 0) return deleted;
    const gone = await deleteJobs(database, ids, options.alongside);
    await options.onDeleted?.(gone);
    deleted += gone.length;
    options.onProgress?.(deleted);
  }
}

function deleteJobs(database: Database, ids: readonly string[], alongside?: Alongside): Promise<string[]> {
  return database.transaction(async (tx) => {
    const gone = await deleteFinished(tx, ids);
    if (gone.length > 0) await alongside?.(tx, gone);
    return gone.map(({ id }) => id);
  });
}

/** Deletes those of the jobs that are finished, with their logs. @internal */
export async function deleteFinished(tx: TransactionScope, ids: readonly string[]): Promise<ChangedJob[]> {
  const builder = queryBuilder<EngineSchema>(tx);
  const gone = await builder
    .deleteFrom('cf_jobs')
    .where('id', 'in', ids)
    .where('status', 'in', FINISHED_STATUSES)
    .returning(['id', 'tenant', 'type'])
    .execute();
  const deleted = gone.map(({ id }) => id);
  if (deleted.length > 0) await builder.deleteFrom('cf_job_logs').where('job_id', 'in', deleted).execute();
  return gone;
}
