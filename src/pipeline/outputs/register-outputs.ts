import { type Insertable, type Kysely, sql } from 'kysely';
import { preparedQuery, queryBuilder, type TenantExecutor, type TenantTransaction } from '../../database/index.js';
import { newId } from '../../platform/index.js';
import type { OutputsTable, PipelineSchema } from '../schema/tables.js';
import type { MovedOutput } from './move-outputs.js';

/** The job, file and parser that rows come from. */
export interface OutputOrigin {
  readonly jobId: string;
  readonly fileId: string;
  /** The parser's name. */
  readonly parser: string;
  readonly version: string;
  readonly sourceHash: string;
  readonly contentHash: string;
}

/** Queries see the files after this commit. */
export async function registerOutputs(
  tx: TenantTransaction,
  origin: OutputOrigin,
  outputs: readonly MovedOutput[],
): Promise<void> {
  for (const { output, path, format, rows, bytes, sha256 } of outputs) {
    await insertOutput(tx, {
      id: newId(),
      tenant: tx.tenant,
      job_id: origin.jobId,
      file_id: origin.fileId,
      parser: origin.parser,
      version: origin.version,
      source_hash: origin.sourceHash,
      content_hash: origin.contentHash,
      ...{ output, path, format, row_count: rows, size_bytes: bytes, sha256 },
    });
  }
}

type NewOutput = Omit<Insertable<OutputsTable>, 'created_at' | 'superseded_at' | 'superseded_by'>;

const insertOutput = preparedQuery((builder: Kysely<PipelineSchema>, row: NewOutput) =>
  builder.insertInto('cf_outputs').values({
    ...{ id: row.id, tenant: row.tenant, job_id: row.job_id, file_id: row.file_id },
    ...{ parser: row.parser, version: row.version, source_hash: row.source_hash, content_hash: row.content_hash },
    ...{ output: row.output, path: row.path, format: row.format, sha256: row.sha256 },
    ...{ row_count: row.row_count, size_bytes: row.size_bytes, created_at: sql<number>`cf_now()` },
  }),
);

/** What was replaced: the jobs that wrote it, and the outputs it was in. */
export interface SupersededOutputs {
  readonly jobIds: readonly string[];
  readonly outputs: readonly string[];
}

/** Replaces all current rows of the same file and parser. */
export async function supersedeOutputs(
  tx: TenantTransaction,
  { fileId, parser, jobId }: Pick<OutputOrigin, 'fileId' | 'parser' | 'jobId'>,
): Promise<SupersededOutputs> {
  const superseded = await queryBuilder<PipelineSchema>(tx)
    .updateTable('cf_outputs')
    .set({ superseded_at: sql<number>`cf_now()`, superseded_by: jobId })
    .where('tenant', '=', tx.tenant)
    .where('file_id', '=', fileId)
    .where('parser', '=', parser)
    .where('superseded_at', 'is', null)
    .where('job_id', '<>', jobId)
    .returning(['job_id', 'output'])
    .execute();
  return {
    jobIds: [...new Set(superseded.map(({ job_id }) => job_id))],
    outputs: [...new Set(superseded.map(({ output }) => output))],
  };
}

/** Whether any file of a job is registered. */
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
