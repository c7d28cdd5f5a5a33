import type { Selectable } from 'kysely';
import type { QuarantineStatus, QuarantineTable } from '../schema/tables.js';

/** A row of the ledger for display. */
export interface QuarantineEntry {
  readonly id: string;
  readonly jobId: string;
  readonly parser: string;
  readonly output: string;
  readonly source: string;
  readonly rowNumber: number;
  readonly column: string | null;
  readonly errorType: string;
  readonly errorMessage: string;
  readonly fileId: string;
  /** All errors of the row; the one above is the first. */
  readonly errors: readonly { readonly column: string | null; readonly type: string; readonly message: string }[];
  /** JSON text, because parsing could change large numbers. */
  readonly raw: string;
  readonly status: QuarantineStatus;
  /** The job that recovered or superseded it. */
  readonly resolvedBy: string | null;
  /** Why it was discarded. */
  readonly reason: string | null;
  readonly createdAt: number;
  readonly resolvedAt: number | null;
}

/** The errors' JSON is exact; the searched columns are approximate (see `searchable`). */
export function entryOfRow(row: Selectable<QuarantineTable>): QuarantineEntry {
  const errors = JSON.parse(row.errors) as StoredError[];
  return {
    id: row.id,
    jobId: row.job_id,
    parser: row.parser,
    output: row.output,
    source: row.source,
    rowNumber: row.row_number,
    column: errors[0]?.column ?? row.column_name,
    errorType: row.error_type,
    errorMessage: errors[0]?.error_message ?? row.error_message,
    fileId: row.file_id,
    errors: errors.map((one) => ({ column: one.column, type: one.error_type, message: one.error_message })),
    raw: row.raw_data,
    status: row.status,
    resolvedBy: row.resolved_by,
    reason: row.reason,
    createdAt: row.created_at,
    resolvedAt: row.resolved_at,
  };
}

interface StoredError {
  readonly column: string | null;
  readonly error_type: string;
  readonly error_message: string;
}
