import { sql } from 'kysely';
import { queryBuilder, type TenantTransaction } from '../../database/index.js';
import type { PipelineSchema } from '../schema/tables.js';
import type { OutputOrigin } from '../outputs/register-outputs.js';

type Reader = Pick<OutputOrigin, 'fileId' | 'jobId'> & { readonly parsers: readonly string[] };

/** Written like the index cf_jobs_failed_files. */
const failedJobs = (tenant: string, { fileId, jobId, parsers }: Reader) =>
  sql`type = 'parse' AND (status = 'failed' OR status = 'dead_letter') AND tenant = ${tenant}
    AND payload ->> 'file_id' = ${fileId} AND payload ->> 'parser' IN (${sql.join(parsers)}) AND CAST(id AS TEXT) <> ${jobId}`;

/** The failed jobs of a file and its parser, as a query for a union of ids. */
export function failuresOf(tenant: string, reader: Reader) {
  return sql<{ id: string }>`SELECT CAST(id AS TEXT) AS id FROM cf_jobs WHERE ${failedJobs(tenant, reader)}`;
}

/**
 * Closes earlier failures: a later job has read the file, so nothing is left to do. They end as cancelled, with the id of that job, and are no
 * longer listed as failures.
 */
export async function supersedeFailures(tx: TenantTransaction, reader: Reader): Promise<string[]> {
  const result = JSON.stringify({ superseded_by: reader.jobId });
  const { rows } = await sql<{ id: string }>`
    UPDATE cf_jobs SET status = 'cancelled', result = ${result} WHERE ${failedJobs(tx.tenant, reader)} RETURNING id`.execute(
    queryBuilder<PipelineSchema>(tx),
  );
  return rows.map(({ id }) => id);
}
