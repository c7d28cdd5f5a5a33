import { sql, type SqlBool } from 'kysely';
import { queryBuilder, type TenantExecutor, textsIn } from '../../database/index.js';
import type { ReplayPayload } from './replay-job.js';
import type { PipelineSchema } from '../schema/tables.js';
import { matches, type QuarantineFilter } from '../quarantine/filter.js';

/** One replay per job with rows to read again, oldest job first. */
export async function replayPayloads(
  database: TenantExecutor,
  filter: Pick<QuarantineFilter, 'jobId' | 'parser' | 'output'>,
  { sameVersion = false }: { readonly sameVersion?: boolean | undefined } = {},
): Promise<(ReplayPayload & { readonly rows: number })[]> {
  const found = await queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_quarantine')
    .select(['job_id as replay_of', 'parser', sql<string>`min(source)`.as('path'), sql<number>`count(*)`.as('rows')])
    .where(matches(database, { ...filter, statuses: ['quarantined'] }))
    .groupBy(['job_id', 'parser'])
    .orderBy('job_id')
    .execute();
  if (!sameVersion) return found;
  const versions = await queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_outputs')
    .select(['job_id', 'version'])
    .where('tenant', '=', database.tenant)
    .where(
      'job_id',
      'in',
      textsIn(
        database.dialect,
        found.map(({ replay_of }) => replay_of),
      ),
    )
    .execute();
  const versionOf = new Map(versions.map(({ job_id, version }) => [job_id, version]));
  return found.map((one) => ({ ...one, version: versionOf.get(one.replay_of) }));
}

/** Jobs that failed because of their rows: none was written, so the whole file must be read again. */
export async function failedWithEvidence(
  database: TenantExecutor,
  filter: Pick<QuarantineFilter, 'jobId' | 'parser'>,
): Promise<string[]> {
  const jobId = sql.raw(database.dialect === 'sqlite' ? 'cf_quarantine.job_id' : 'CAST(cf_quarantine.job_id AS uuid)');
  const rows = await queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_quarantine')
    .select('job_id')
    .distinct()
    .where(matches(database, { ...filter, statuses: ['evidence'] }))
    .where(
      sql<SqlBool>`EXISTS (SELECT 1 FROM cf_jobs WHERE cf_jobs.id = ${jobId} AND cf_jobs.status IN ('failed', 'dead_letter'))`,
    )
    .orderBy('job_id')
    .execute();
  return rows.map(({ job_id }) => job_id);
}
