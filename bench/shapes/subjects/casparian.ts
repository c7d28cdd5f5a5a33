import { cellAt } from '../../../src/contract/columns/cell-at.js';
import { detectFormat, openReader } from '../../../src/tables/detect-format.js';
import { CasparianError } from '../../../src/platform/index.js';
import type { Outcome } from '../score.js';

/** Rows with a fault go to the quarantine, so they are not returned here. */
export async function readByCasparian(path: string): Promise<Outcome> {
  const file = { name: path, path, bytes: undefined };
  try {
    const format = await detectFormat(file);
    const reader = await openReader(file, format);
    const rows: (string | null)[][] = [];
    for await (const { batch, faults } of reader.batches(new AbortController().signal)) {
      const faulty = new Set(faults.map(({ row }) => row));
      for (let row = 0; row < batch.rowCount; row += 1) {
        if (!faulty.has(row)) rows.push(batch.columns.map((column) => cellAt(column, row) as string | null));
      }
    }
    const { lines, header, preamble, rows: taken, skipped } = reader.accounting;
    const addsUp = lines === header + preamble + taken + skipped.blank + skipped.comment + skipped.footer;
    const isText = format.kind === 'delimited' || format.kind === 'fixed_width';
    const place = format.kind === 'delimited' ? format.dialect : format.kind === 'fixed_width' ? format.layout : null;
    return {
      delimiter: format.kind === 'delimited' ? format.dialect.delimiter : isText ? 'fixed' : null,
      quote: format.kind === 'delimited' ? format.dialect.quote : null,
      columns: place === null || place.headerLines === 0 ? null : reader.columns,
      rows,
      lines: { counted: lines, addsUp },
    };
  } catch (error) {
    if (!(error instanceof CasparianError)) throw error;
    return { delimiter: null, quote: null, columns: null, rows: [], error: `${error.code}: ${error.message}` };
  }
}
