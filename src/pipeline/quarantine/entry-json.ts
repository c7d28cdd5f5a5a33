import type { QuarantineEntry } from './quarantine-entry.js';

/** A row as one line of JSON for scripts. Add names, never change them. `raw` comes last and is copied unchanged. */
export function entryJson(entry: QuarantineEntry): string {
  const { id, jobId, output, source, rowNumber, column, errorType, errorMessage, status, raw } = entry;
  const head = JSON.stringify({
    job_id: jobId,
    output,
    source,
    row_number: rowNumber,
    column,
    error_type: errorType,
    error_message: errorMessage,
    status,
    // Rows of a file that failed have no output to be replayed into.
    failed: status === 'evidence',
    id,
  });
  return `${head.slice(0, -1)},"raw":${raw}}`;
}
