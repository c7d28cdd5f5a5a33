import type { ReadBatch, TableReader, WrittenAs } from '../readers/table-reader.js';
import { decideColumn } from './decide/decide-column.js';
import { overriddenColumn } from './decide/overridden-column.js';
import type { InferredColumn, InferredTable } from './inferred-table.js';
import type { InferOptions } from './infer-options.js';
import { createColumnView, type ColumnView } from './look/column-view.js';

/**
 * Finds out the types of all columns in one pass over all rows, with the evidence. What is kept of a column is a counter
 * for each shape its values have, so memory does not grow with the file, and the answer does not depend on the order of
 * the rows.
 */
export async function inferTable(reader: TableReader, options: InferOptions = {}): Promise<InferredTable> {
  const views = reader.columns.map(() => createColumnView());
  const limit = options.maxRows ?? Infinity;
  let rows = 0;
  let isWhole = true;
  for await (const { batch, faults } of reader.batches(options.signal ?? new AbortController().signal)) {
    const count = Math.min(batch.rowCount, limit - rows);
    const faulty = faultyRows(faults, batch.rowCount);
    for (const [index, column] of batch.columns.entries()) views[index]?.add(column, count, rows, faulty);
    rows += count;
    isWhole = count === batch.rowCount;
    if (!isWhole) break;
  }
  return { columns: decideColumns(reader, views, options), rows, isWhole };
}

/** Twice when a column has decimal commas: then a column of `1.234` may have thousands, and is asked about. */
function decideColumns(
  { columns: names, written }: TableReader,
  views: readonly ColumnView[],
  { types, hasTypes = false }: InferOptions,
): readonly InferredColumn[] {
  const decide = (hasDecimalCommas: boolean): InferredColumn[] =>
    views.map((view, index) => {
      const name = names[index] ?? '';
      const override = types?.get(name);
      if (override !== undefined) return overriddenColumn(name, view, override);
      return decideColumn(name, view, { hasDecimalCommas, areTextsTexts: areTexts(written?.[index], hasTypes) });
    });
  const columns = decide(false);
  return columns.some(({ numberStyle }) => numberStyle?.decimal === ',') ? decide(true) : columns;
}

/** Whoever wrote "12345" as a text meant one. Among numbers it may be a slip, and is looked at as one of them. */
function areTexts(written: WrittenAs | undefined, hasTypes: boolean): boolean {
  return written === undefined ? hasTypes : written.texts && !written.numbers && !written.booleans;
}

function faultyRows(faults: ReadBatch['faults'], rowCount: number): Uint8Array | null {
  if (faults.length === 0) return null;
  const faulty = new Uint8Array(rowCount);
  for (const { row } of faults) faulty[row] = 1;
  return faulty;
}
