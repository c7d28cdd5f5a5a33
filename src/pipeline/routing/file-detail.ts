import { sql } from 'kysely';
import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import { CasparianError } from '../../platform/index.js';
import type { PipelineSchema } from '../schema/tables.js';
import { describeFiles, type ListedFile } from './list-files.js';

/** A file with what became of it. */
export interface FileDetail extends ListedFile {
  /** The rows that its jobs wrote, the newest first. */
  readonly outputs: readonly FileOutput[];
  readonly quarantined: number;
  readonly skipped: number;
}

export interface FileOutput {
  readonly parser: string;
  readonly version: string;
  readonly output: string;
  readonly jobId: string;
  readonly rows: number;
  readonly createdAt: number;
  readonly supersededAt: number | null;
}

const MOST_OUTPUTS = 100;

export async function fileDetail(database: TenantExecutor, id: string): Promise<FileDetail> {
  const builder = queryBuilder<PipelineSchema>(database);
  const row = await builder
    .selectFrom('cf_files')
    .selectAll()
    .where('tenant', '=', database.tenant)
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw unknownFile(id);
  const [file] = await describeFiles(database, [row]);
  const outputs = await builder
    .selectFrom('cf_outputs')
    .selectAll()
    .where('tenant', '=', database.tenant)
    .where('file_id', '=', id)
    .orderBy('id', 'desc')
    .limit(MOST_OUTPUTS)
    .execute();
  const rowsOf = (table: 'cf_quarantine' | 'cf_skipped') =>
    builder
      .selectFrom(table)
      .select(sql<number>`count(*)`.as('rows'))
      .where('tenant', '=', database.tenant)
      .where('file_id', '=', id);
  const quarantined = await rowsOf('cf_quarantine')
    .where(sql<boolean>`status = 'quarantined'`)
    .executeTakeFirstOrThrow();
  const skipped = await rowsOf('cf_skipped')
    .where(sql<boolean>`superseded_at IS NULL`)
    .executeTakeFirstOrThrow();
  return {
    ...(file as ListedFile),
    outputs: outputs.map((one) => ({
      ...{ parser: one.parser, version: one.version, output: one.output, jobId: one.job_id, rows: one.row_count },
      ...{ createdAt: one.created_at, supersededAt: one.superseded_at },
    })),
    ...{ quarantined: Number(quarantined.rows), skipped: Number(skipped.rows) },
  };
}

function unknownFile(id: string): CasparianError {
  return new CasparianError('FILE_NOT_FOUND', `No file has the id ${id}`, { why: 'No scan has recorded it.' });
}
