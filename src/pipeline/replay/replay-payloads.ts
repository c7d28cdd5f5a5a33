import { sql } from 'kysely';
import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import type { ReplayPayload } from './replay-job.js';
import type { PipelineSchema } from '../schema/tables.js';
import { matches, type QuarantineFilter } from '../quarantine/filter.js';

/** One replay per job with rows to read again, oldest job first. */
export async function replayPayloads(
  database: TenantExecutor,
  filter: Pick<QuarantineFilter, 'jobId' | 'parser' | 'output'>,
): Promise<(ReplayPayload & { readonly rows: number })[]> {
  return queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_quarantine')
    .select(['job_id as replay_of', 'parser', sql<string>`min(source)`.as('path'), sql<number>`count(*)`.as('rows')])
    .where(matches(database, { ...filter, statuses: ['quarantined'] }))
    .groupBy(['job_id', 'parser'])
    .orderBy('job_id')
    .execute();
}
