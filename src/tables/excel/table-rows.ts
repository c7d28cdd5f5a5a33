import { findFooter } from '../delimited/detect/find-footer.js';
import type { SheetTable } from './detect-excel.js';
import type { LineAccounting } from '../table/table-reader.js';
import type { SheetRow } from './sheet-rows.js';

/** This many rows are held back until the end of the sheet: the last may be totals and remarks. */
const HELD_ROWS = 20;

/** Separates the rows of a table from the lines around them, and counts all of them. */
export interface TableRows {
  /** Returns the rows that are now known to belong to the table. */
  add(rows: readonly SheetRow[]): SheetRow[];
  /** Returns the rows that were held back. */
  end(): SheetRow[];
}

export function createTableRows({ header, firstColumn }: SheetTable, accounting: LineAccounting): TableRows {
  const headerEnd = header.preambleLines + header.headerLines;
  const held: SheetRow[] = [];
  let counted = 0;

  /** Rows that the file omits are empty rows of the sheet. */
  const countUpTo = (row: number): void => {
    for (; counted < row; counted += 1) {
      accounting.lines += 1;
      if (counted < header.preambleLines) accounting.preamble += 1;
      else if (counted < headerEnd) accounting.header += 1;
      else accounting.skipped.blank += 1;
    }
  };
  /** A header that repeats, as at the top of each printed page, is not a row. */
  const isHeader = ({ cells }: SheetRow): boolean =>
    header.headerLines === 1 &&
    header.columns.every((name, at) => cells[firstColumn + at]?.text.trim() === name) &&
    cells.length <= firstColumn + header.columns.length;
  const countRow = (row: SheetRow): SheetRow[] => {
    countUpTo(row.number - 1);
    counted += 1;
    accounting.lines += 1;
    const isRow = !isHeader(row);
    accounting[isRow ? 'rows' : 'header'] += 1;
    return isRow ? [row] : [];
  };
  return {
    add(rows) {
      for (const row of rows) {
        if (row.number <= headerEnd) countUpTo(row.number);
        else held.push(row);
      }
      return held.splice(0, Math.max(0, held.length - HELD_ROWS)).flatMap(countRow);
    },
    end() {
      const width = header.columns.length;
      const last = held.map((row, at) => ({
        fields: fieldsOf(row, firstColumn, width),
        followsBlank: row.number > (held[at - 1]?.number ?? row.number - 1) + 1,
      }));
      const footer = held.splice(held.length - findFooter(last, width));
      const rows = held.splice(0).flatMap(countRow);
      for (const { number } of footer) {
        countUpTo(number - 1);
        counted += 1;
        accounting.lines += 1;
        accounting.skipped.footer += 1;
      }
      return rows;
    },
  };
}

/** Without the empty cells at the end. */
function fieldsOf({ cells }: SheetRow, firstColumn: number, width: number): string[] {
  const texts = Array.from({ length: width }, (_, at) => cells[firstColumn + at]?.text ?? '');
  return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1);
}
