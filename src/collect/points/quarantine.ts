import { sql } from 'kysely';
import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import { newId } from '../../platform/index.js';
import type { CollectSchema, SourceQuarantineTable } from '../schema/tables.js';

/** A row that breaks the contract of its source. */
export interface BrokenRow {
  readonly responseId: string | null;
  readonly rowNumber: number;
  readonly field: string | null;
  readonly errorType: string;
  readonly message: string;
  readonly raw: unknown;
}

const MAX_RAW_CHARS = 10_000;
const ROWS_PER_STATEMENT = 500;

export async function storeBrokenRows(
  tx: TenantExecutor,
  about: { sourceId: string; intakeId: string; jobId: string },
  rows: readonly BrokenRow[],
): Promise<void> {
  for (let first = 0; first < rows.length; first += ROWS_PER_STATEMENT) {
    await queryBuilder<CollectSchema>(tx)
      .insertInto('cf_source_quarantine')
      .values(
        rows.slice(first, first + ROWS_PER_STATEMENT).map((row) => ({
          ...{
            id: newId(),
            tenant: tx.tenant,
            source_id: about.sourceId,
            intake_id: about.intakeId,
            job_id: about.jobId,
          },
          ...{ response_id: row.responseId, row_number: row.rowNumber, field: row.field, error_type: row.errorType },
          error_message: row.message.replaceAll('\0', '\uFFFD'),
          raw_data: JSON.stringify(row.raw ?? null)
            .slice(0, MAX_RAW_CHARS)
            .replaceAll('\\u0000', '\\uFFFD'),
          created_at: sql<number>`cf_now()`,
        })),
      )
      .execute();
  }
}

/** The newest rows that broke the contract of a source. */
export async function findBrokenRows(
  database: TenantExecutor,
  { sourceId, limit }: { sourceId: string; limit: number },
): Promise<SourceQuarantineTable[]> {
  return queryBuilder<CollectSchema>(database)
    .selectFrom('cf_source_quarantine')
    .selectAll()
    .where('tenant', '=', database.tenant)
    .where('source_id', '=', sourceId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
