import { type Kysely, sql } from 'kysely';
import { preparedQuery, queryBuilder, type TenantExecutor, type TenantTransaction } from '../../database/index.js';
import { RetryableError } from '../../engine/index.js';
import type { Corrections } from '../../parse/index.js';
import type { PipelineSchema } from '../schema/tables.js';
import { type Correction, valuesOf } from './correction.js';

/** The content that rows are read from. Row numbers mean the same rows only in the same content. */
export interface CorrectedContent {
  readonly fileId: string;
  readonly parser: string;
  readonly contentHash: string;
}

/** The corrections of rows of a file, for everything that reads this content: replays and complete readings. */
export function correctionsOfContent(database: TenantExecutor, content: CorrectedContent): Promise<Correction[]> {
  return findCorrections(database, { tenant: database.tenant, ...content });
}

const findCorrections = preparedQuery(
  (
    builder: Kysely<PipelineSchema>,
    { tenant, fileId, parser, contentHash }: CorrectedContent & { readonly tenant: string },
  ) =>
    builder
      .selectFrom('cf_corrections')
      .selectAll()
      .where('tenant', '=', tenant)
      .where('file_id', '=', fileId)
      .where('parser', '=', parser)
      .where('content_hash', '=', contentHash)
      .where('ended_at', 'is', null),
);

/** The values of corrected rows, for the writer of each output. */
export function correctedRows(corrections: readonly Correction[]): {
  readonly corrections?: (output: string) => Corrections;
} {
  if (corrections.length === 0) return {};
  return {
    corrections: (output) =>
      new Map(corrections.filter((one) => one.output === output).map((one) => [one.row_number, valuesOf(one)])),
  };
}

/**
 * Records which corrected rows are in the dataset now, in the transaction that makes them visible. A row that is still not valid keeps its
 * original in the quarantine. If a correction was ended while the file was read, the job is repeated: its values must not be used.
 */
export async function settleCorrections(
  tx: TenantTransaction,
  corrections: readonly Correction[],
  { jobId, quarantinedBy }: { readonly jobId: string; readonly quarantinedBy: string },
): Promise<void> {
  const builder = queryBuilder<PipelineSchema>(tx);
  for (const { id, output, row_number, original } of corrections) {
    const rejected = await builder
      .updateTable('cf_quarantine')
      .set({ raw_data: original })
      .where('tenant', '=', tx.tenant)
      .where('job_id', '=', quarantinedBy)
      .where('output', '=', output)
      .where('row_number', '=', row_number)
      .where('status', '=', 'quarantined')
      .returning('id')
      .execute();
    const settled = await builder
      .updateTable('cf_corrections')
      .set({ used_by: rejected.length > 0 ? null : jobId })
      .where('tenant', '=', tx.tenant)
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .returning('id')
      .execute();
    if (settled.length === 0) throw new RetryableError('A correction was changed while its file was read');
  }
}

/** Ends the correction of a row, if it has one: another replaces it, or a person withdraws it. Returns whether there was one. */
export async function endCorrection(
  tx: TenantTransaction,
  { file_id, parser, content_hash, output, row_number }: Omit<CorrectedRow, 'row_id'>,
): Promise<boolean> {
  const ended = await queryBuilder<PipelineSchema>(tx)
    .updateTable('cf_corrections')
    .set({ ended_at: sql<number>`cf_now()` })
    .where('tenant', '=', tx.tenant)
    .where('file_id', '=', file_id)
    .where('parser', '=', parser)
    .where('content_hash', '=', content_hash)
    .where('output', '=', output)
    .where('row_number', '=', row_number)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute();
  return ended.length > 0;
}

/** Which row of which content a correction is about. */
export type CorrectedRow = Pick<Correction, 'row_id' | 'file_id' | 'parser' | 'content_hash' | 'output' | 'row_number'>;
