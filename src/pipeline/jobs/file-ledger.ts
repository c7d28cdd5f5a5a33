import { type Kysely, sql } from 'kysely';
import {
  preparedQuery,
  queryBuilder,
  type TenantExecutor,
  type TenantTransaction,
  textsIn,
} from '../../database/index.js';
import type { FileSignature } from '../files/signature.js';
import type { FileParsesTable, FilesTable, PipelineSchema } from '../schema/tables.js';

export type RecordedFile = Pick<FilesTable, 'hash' | 'size_bytes' | 'modified_us' | 'changed_us'>;
export type CurrentParse = Pick<FileParsesTable, 'job_id'>;

/** Returns what the last scan recorded about a file, and the current job of the file and parser. */
export async function ledgerOf(
  database: TenantExecutor,
  fileId: string,
  parser: string,
): Promise<{ file: RecordedFile | undefined; current: CurrentParse | undefined }> {
  const [row] = await findLedger(database, { tenant: database.tenant, fileId, parser });
  if (row === undefined) return { file: undefined, current: undefined };
  const { job_id, ...file } = row;
  return { file, current: job_id === null ? undefined : { job_id } };
}

const findLedger = preparedQuery(
  (builder: Kysely<PipelineSchema>, { tenant, fileId, parser }: { tenant: string; fileId: string; parser: string }) =>
    builder
      .selectFrom('cf_files as file')
      .leftJoin('cf_file_parses as parse', (join) =>
        join
          .onRef('parse.tenant', '=', 'file.tenant')
          .onRef('parse.file_id', '=', 'file.id')
          .on('parse.parser', '=', parser),
      )
      .select(['file.hash', 'file.size_bytes', 'file.modified_us', 'file.changed_us'])
      .select('parse.job_id')
      .where('file.tenant', '=', tenant)
      .where('file.id', '=', fileId),
);

/**
 * Records content that differs from what the scan found. The file is planned again, because it concerns other parsers
 * too.
 */
export async function renewFile(
  tx: TenantTransaction,
  fileId: string,
  contentHash: string,
  { sizeBytes, modifiedUs, changedUs }: FileSignature,
): Promise<void> {
  await queryBuilder<PipelineSchema>(tx)
    .updateTable('cf_files')
    .set({ hash: contentHash, size_bytes: sizeBytes, modified_us: modifiedUs, changed_us: changedUs })
    .set({ planned_revision: 0 })
    .where('tenant', '=', tx.tenant)
    .where('id', '=', fileId)
    .execute();
}

/** A missing file cannot be planned; the scan that finds it again plans it. */
export async function markMissing(tx: TenantTransaction, fileId: string): Promise<void> {
  await queryBuilder<PipelineSchema>(tx)
    .updateTable('cf_files')
    .set({ missing_at: sql<number>`cf_now()`, planned_revision: 0 })
    .where('tenant', '=', tx.tenant)
    .where('id', '=', fileId)
    .execute();
}

/**
 * Copies of a file share the job of the first one. When that job no longer has rows for them, each copy is planned
 * separately.
 */
export async function releaseCopies(
  tx: TenantTransaction,
  { jobIds, exceptFile, exceptContent }: { jobIds: readonly string[]; exceptFile?: string; exceptContent?: string },
): Promise<void> {
  const builder = queryBuilder<PipelineSchema>(tx);
  const released = await builder
    .deleteFrom('cf_file_parses')
    .where('tenant', '=', tx.tenant)
    .where('job_id', 'in', jobIds)
    .$if(exceptFile !== undefined, (query) => query.where('file_id', '<>', exceptFile ?? ''))
    .$if(exceptContent !== undefined, (query) => query.where('content_hash', '<>', exceptContent ?? ''))
    .returning('file_id')
    .execute();
  if (released.length === 0) return;
  const fileIds = released.map(({ file_id }) => file_id);
  await builder
    .updateTable('cf_files')
    .set({ planned_revision: 0 })
    .where('tenant', '=', tx.tenant)
    .where('id', 'in', textsIn(tx.dialect, fileIds))
    .execute();
}
