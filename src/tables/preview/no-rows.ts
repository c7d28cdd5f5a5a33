import type { PreviewTable } from '../format/preview.js';

/** A table of which nothing can be shown. */
export function noRows(format: PreviewTable['format'], notes: readonly string[] = []): PreviewTable {
  return { format, columns: [], rows: [], truncated: true, rowCount: null, delimiter: null, header: null, notes };
}
