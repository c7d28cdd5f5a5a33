import type { SheetTable } from './detect-excel.js';
import type { ReadBatch, WrittenAs } from '../table/table-reader.js';
import type { RowFault } from '../../contract/index.js';
import { stringColumn } from '../text/arrow-text.js';
import { hasLostDigits, type SheetCell } from './sheet-cell.js';
import { letters, rowText } from './row-text.js';
import type { SheetRow } from './sheet-rows.js';

const BATCH_ROWS = 8_192;

/** Makes batches of the rows of a sheet; adds notes at the end. */
export interface SheetBatches {
  readonly written: readonly WrittenAs[];
  add(rows: readonly SheetRow[]): Generator<ReadBatch>;
  end(nextLine: number): Generator<ReadBatch>;
}

export function createSheetBatches({ header: { columns }, firstColumn }: SheetTable, notes: string[]): SheetBatches {
  const written = columns.map(() => ({ texts: false, numbers: false, booleans: false, nested: false }));
  let hiddenRows = 0;
  let longNumbers = 0;
  let values: (string | null)[][] = columns.map(() => []);
  let lines: number[] = [];
  let faults: RowFault[] = [];

  const remember = (cell: SheetCell, column: number): void => {
    const as = written[column];
    if (as === undefined) return;
    as.texts ||= cell.kind === 'text';
    as.numbers ||= cell.kind === 'number';
    as.booleans ||= cell.kind === 'boolean';
    if (hasLostDigits(cell)) longNumbers += 1;
  };
  const addRow = (row: SheetRow): void => {
    const fault = faultOf(row, columns, firstColumn);
    if (fault !== null) faults.push({ row: lines.length, ...fault, raw: rowText(row) });
    if (row.isHidden) hiddenRows += 1;
    for (const [column, cells] of values.entries()) {
      const cell = row.cells[firstColumn + column] ?? null;
      if (cell !== null) remember(cell, column);
      cells.push(cell?.text ?? null);
    }
    lines.push(row.number);
  };
  const take = (nextLine: number): ReadBatch => {
    const batch = {
      output: null,
      rowCount: lines.length,
      columns: columns.map((name, column) => stringColumn(name, values[column] ?? [])),
    };
    const read = { batch, lines: Float64Array.from([...lines, nextLine]), faults };
    values = columns.map(() => []);
    lines = [];
    faults = [];
    return read;
  };
  return {
    written,
    *add(rows) {
      for (const row of rows) {
        if (lines.length === BATCH_ROWS) yield take(row.number);
        addRow(row);
      }
    },
    *end(nextLine) {
      if (lines.length > 0) yield take(nextLine);
      if (hiddenRows > 0) notes.push(`${counted(hiddenRows, 'row')} hidden in the sheet and read anyway.`);
      if (longNumbers > 0) {
        const why = 'Excel keeps no more: store them as text.';
        notes.push(`${counted(longNumbers, 'number')} longer than 15 digits. ${why}`);
      }
    },
  };
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun} is` : `${count} ${noun}s are`;
}

/** An error is not a value, and a value next to the table has no column. */
function faultOf(
  { cells }: SheetRow,
  columns: readonly string[],
  firstColumn: number,
): Pick<RowFault, 'code' | 'message' | 'column'> | null {
  for (const [at, cell] of cells.entries()) {
    if (cell == null) continue;
    const column = at - firstColumn;
    if (column < 0 || column >= columns.length) {
      return { code: 'too_many_fields', message: `has a value in column ${letters(at)}, beside the table` };
    }
    if (cell.kind === 'error') {
      const name = columns[column] ?? null;
      return { code: 'error_value', message: `has ${cell.text} in column '${name}'`, column: name };
    }
  }
  return null;
}
