import { sql } from 'kysely';
import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import { databaseNow } from '../../engine/index.js';
import { BREAKER } from './breaker-policy.js';
import type { CollectSchema } from '../schema/tables.js';
import { listSources, type SourceWithHealth } from '../sources/find-sources.js';

export interface SourceHealthRow extends SourceWithHealth {
  /** Jobs of the source that wait, and that run. */
  readonly waiting: number;
  readonly running: number;
  /** Jobs wait, and the source has had no success for a long time. */
  readonly isStalled: boolean;
}

/** Whether sources work, and how much waits for them. */
export async function sourcesHealth(database: TenantExecutor): Promise<SourceHealthRow[]> {
  const rows = await queryBuilder<CollectSchema & { cf_jobs: { id: string; status: string; created_at: number } }>(
    database,
  )
    .selectFrom('cf_collections as collection')
    .innerJoin('cf_jobs as job', 'job.id', 'collection.job_id')
    .select(['collection.source_id'])
    .select(sql<number>`sum(CASE WHEN job.status = 'pending' THEN 1 ELSE 0 END)`.as('waiting'))
    .select(sql<number>`sum(CASE WHEN job.status = 'running' THEN 1 ELSE 0 END)`.as('running'))
    .select(sql<number>`min(job.created_at)`.as('since'))
    .where('collection.tenant', '=', database.tenant)
    .where('job.status', 'in', ['pending', 'running'])
    .groupBy('collection.source_id')
    .execute();
  const byId = new Map(rows.map((row) => [row.source_id, row]));
  const now = await databaseNow(database);
  return (await listSources(database)).map(({ source, health }) => {
    const { waiting = 0, running = 0, since = now } = byId.get(source.id) ?? {};
    const quietSince = Math.max(health.lastSuccessAt ?? 0, Number(since));
    const isStalled = Number(waiting) > 0 && now - quietSince > BREAKER.maxStallMs;
    return { source, health, waiting: Number(waiting), running: Number(running), isStalled };
  });
}
