import { sql } from 'kysely';
import { queryBuilder } from '../../database/index.js';
import { newId } from '../../platform/index.js';
import type { PipelineSchema } from '../schema/tables.js';
import type { MovedOutput } from './move-outputs.js';
import type { TenantExecutor, TenantTransaction } from '../tenant.js';

/** What the rows of a job were made of. */
export interface OutputOrigin {
  readonly jobId: string;
  readonly fileId: string;
  /** The parser's name. */
  readonly parser: string;
  readonly version: string;
  readonly sourceHash: string;
  readonly contentHash: string;
}

/** Registered is visible: from this commit on, queries see the files. */
export async function registerOutputs(
  tx: TenantTransaction,
  origin: OutputOrigin,
  outputs: readonly MovedOutput[],
): Promise<void> {
  if (outputs.length === 0) return;
  const rows = outputs.map(({ output, path, format, rows, bytes, sha256 }) => ({
    id: newId(),
    tenant: tx.tenant,
    job_id: origin.jobId,
    file_id: origin.fileId,
    parser: origin.parser,
    version: origin.version,
    source_hash: origin.sourceHash,
    content_hash: origin.contentHash,
    ...{ output, path, format, row_count: rows, size_bytes: bytes, sha256 },
    created_at: sql<number>`cf_now()`,
  }));
  await queryBuilder<PipelineSchema>(tx).insertInto('cf_outputs').values(rows).execute();
}

/** Later rows of the same file and parser take the place of all that are current. Returns whose they were. */
export async function supersedeOutputs(
  tx: TenantTransaction,
  { fileId, parser, jobId }: Pick<OutputOrigin, 'fileId' | 'parser' | 'jobId'>,
): Promise<string[]> {
  const superseded = await queryBuilder<PipelineSchema>(tx)
    .updateTable('cf_outputs')
    .set({ superseded_at: sql<number>`cf_now()`, superseded_by: jobId })
    .where('tenant', '=', tx.tenant)
    .where('file_id', '=', fileId)
    .where('parser', '=', parser)
    .where('superseded_at', 'is', null)
    .where('job_id', '<>', jobId)
    .returning('job_id')
    .execute();
  return [...new Set(superseded.map(({ job_id }) => job_id))];
}

/** Whether any of a job's files is listed. */
export async function isRegistered(
  database: TenantExecutor,
  jobId: string,
  outputs: readonly Pick<MovedOutput, 'path'>[],
): Promise<boolean> {
  const paths = new Set(outputs.map(({ path }) => path));
  const listed = await queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_outputs')
    .select('path')
    .where('tenant', '=', database.tenant)
    .where('job_id', '=', jobId)
    .execute();
  return listed.some(({ path }) => paths.has(path));
}
