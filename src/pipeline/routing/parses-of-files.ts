import { queryBuilder, type TenantExecutor, textsIn } from '../../database/index.js';
import { sql } from 'kysely';
import type { JobStatus } from '../../engine/index.js';
import type { FileParsesTable, PipelineSchema } from '../schema/tables.js';

/** The outcome of a file with a parser. */
export interface FileParse {
  readonly parser: string;
  readonly version: string;
  readonly jobId: string;
  readonly status: 'pending' | 'processed' | 'failed';
}

/** By file id, sorted by parser name. */
export async function parsesOfFiles(
  database: TenantExecutor,
  files: readonly { readonly id: string }[],
): Promise<Map<string, FileParse[]>> {
  const ids = files.map(({ id }) => id);
  const jobId = sql.raw(database.dialect === 'sqlite' ? 'parse.job_id' : 'CAST(parse.job_id AS uuid)');
  const { rows } = await sql<FileParsesTable & { status: JobStatus | null }>`
    SELECT parse.*, job.status FROM cf_file_parses AS parse LEFT JOIN cf_jobs AS job ON job.id = ${jobId}
    WHERE parse.tenant = ${database.tenant} AND parse.file_id IN ${textsIn(database.dialect, ids)}
    ORDER BY parse.parser`.execute(queryBuilder<PipelineSchema>(database));
  const parses = new Map<string, FileParse[]>();
  for (const { file_id, parser, version, job_id, status } of rows) {
    const one: FileParse = { parser, version, jobId: job_id, status: outcomeOf(status) };
    parses.set(file_id, [...(parses.get(file_id) ?? []), one]);
  }
  return parses;
}

/** Only finished jobs are pruned, and most of those were completed. */
function outcomeOf(status: JobStatus | null): FileParse['status'] {
  if (status === 'pending' || status === 'running') return 'pending';
  return status === null || status === 'completed' || status === 'completed_with_warnings' ? 'processed' : 'failed';
}
