import { cellAt } from '../../../src/parse/columns/cell-at.js';
import type { Cell } from '../../../src/parse/columns/cell.js';
import type { LineAccounting, RowFault, TableReader } from '../../../src/parse/readers/table-reader.js';

export interface ReadTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly lines: readonly number[];
  /** Their rows count over the whole file. */
  readonly faults: readonly RowFault[];
  readonly accounting: LineAccounting;
  readonly batches: number;
}

/** Everything a reader gives, as values that a test can compare. */
export async function readAll(reader: TableReader): Promise<ReadTable> {
  const rows: Cell[][] = [];
  const lines: number[] = [];
  const faults: RowFault[] = [];
  let batches = 0;
  for await (const read of reader.batches(new AbortController().signal)) {
    batches += 1;
    for (const fault of read.faults) faults.push({ ...fault, row: fault.row + rows.length });
    for (let row = 0; row < read.batch.rowCount; row += 1) {
      rows.push(read.batch.columns.map((column) => cellAt(column, row)));
      lines.push(read.lines[row] ?? NaN);
    }
  }
  return { columns: reader.columns, rows, lines, faults, accounting: reader.accounting, batches };
}
