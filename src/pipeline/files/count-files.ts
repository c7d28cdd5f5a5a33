import { sql } from 'kysely';
import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import type { EngineSchema } from '../../engine/index.js';
import type { PipelineSchema } from '../schema/tables.js';

const DONE = ['completed', 'completed_with_warnings'] as const;

/** Counts files that needed no work: their content was read before, or another file has the same content. */
export async function countFinishedFiles(
  database: TenantExecutor,
  { before, parser }: { before: number; parser: string | undefined },
): Promise<number> {
  const jobId = database.dialect === 'sqlite' ? sql`parse.job_id` : sql`CAST(parse.job_id AS UUID)`;
  const [row] = await queryBuilder<PipelineSchema & EngineSchema>(database)
    .selectFrom('cf_files as file')
    .innerJoin('cf_file_parses as parse', (join) =>
      join
        .onRef('parse.tenant', '=', 'file.tenant')
        .onRef('parse.file_id', '=', 'file.id')
        .onRef('parse.content_hash', '=', 'file.hash'),
    )
    // Only finished jobs are pruned, so a missing job had finished.
    .leftJoin('cf_jobs as job', (join) => join.on(sql<boolean>`job.id = ${jobId}`))
    .select(sql<number>`count(DISTINCT file.id)`.as('count'))
    .where('file.tenant', '=', database.tenant)
    .where('file.missing_at', 'is', null)
    .where((eb) => eb.or([eb('job.status', 'is', null), eb('job.status', 'in', DONE)]))
    .where((eb) =>
      eb.or([
        eb('job.finished_at', 'is', null),
        eb('job.finished_at', '<', before),
        eb(sql<string>`job.payload ->> 'file_id'`, '<>', eb.ref('file.id')),
      ]),
    )
    .$if(parser !== undefined, (query) => query.where('parse.parser', '=', parser ?? ''))
    .execute();
  return Number(row?.count ?? 0);
}

/** Counts files without rows because their job failed permanently. */
export async function countFailedFiles(database: TenantExecutor, parser: string | undefined): Promise<number> {
  const [row] = await queryBuilder<PipelineSchema & EngineSchema>(database)
    .selectFrom('cf_jobs as job')
    .innerJoin('cf_file_parses as parse', (join) =>
      join.on(sql<boolean>`parse.job_id = ${database.dialect === 'sqlite' ? sql`job.id` : sql`CAST(job.id AS TEXT)`}`),
    )
    .select(sql<number>`count(DISTINCT parse.file_id)`.as('count'))
    .where('parse.tenant', '=', database.tenant)
    .where('job.tenant', '=', database.tenant)
    // Written like the condition of the partial index for these jobs, so that the index is used.
    .where((eb) => eb.or([eb('job.status', '=', 'failed'), eb('job.status', '=', 'dead_letter')]))
    .$if(parser !== undefined, (query) => query.where('parse.parser', '=', parser ?? ''))
    .execute();
  return Number(row?.count ?? 0);
}
