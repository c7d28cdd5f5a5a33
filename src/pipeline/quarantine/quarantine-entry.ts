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
  /** The number of errors of the row; the one above is the first. */
  readonly errorCount: number;
  /** JSON text, because parsing could change large numbers. */
  readonly raw: string;
  readonly status: QuarantineStatus;
  /** The job that recovered or superseded it. */
  readonly resolvedBy: string | null;
  /** Why it was discarded. */
  readonly reason: string | null;
}

/** The errors' JSON is exact; the searched columns are approximate (see `searchable`). */
export function entryOfRow(row: Selectable<QuarantineTable>): QuarantineEntry {
  const errors = JSON.parse(row.errors) as { column: string; error_message: string }[];
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
    errorCount: errors.length,
    raw: row.raw_data,
    status: row.status,
    resolvedBy: row.resolved_by,
    reason: row.reason,
  };
}
