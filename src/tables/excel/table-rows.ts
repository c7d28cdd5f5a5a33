import { findFooter } from '../delimited/detect/find-footer.js';
import type { SheetTable } from './detect-excel.js';
import type { LineAccounting, OnSkipped, SkippedKind } from '../table/table-reader.js';
import { rowText } from './row-text.js';
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

export function createTableRows(
  { header, firstColumn, shape, footerLines, endLine = Infinity, otherTables = [], headerReason }: SheetTable,
  accounting: LineAccounting,
  onSkipped?: OnSkipped,
): TableRows {
  const headerEnd = header.preambleLines + header.headerLines;
  const heldRows = Math.max(HELD_ROWS, footerLines ?? 0);
  const held: SheetRow[] = [];
  let counted = 0;

  const keep = (row: SheetRow, kind: SkippedKind, reason: string): void => {
    const other = otherTables.find(({ firstLine, lastLine }) => row.number >= firstLine && row.number <= lastLine);
    const why = other === undefined ? reason : `belongs to another table: ${other.columns.join(', ')}`;
    onSkipped?.({
      line: row.number,
      kind: other === undefined ? kind : 'other_table',
      reason: why,
      text: rowText(row),
    });
  };
  const skip = (row: SheetRow): void => {
    countUpTo(row.number - 1);
    counted += 1;
    accounting.lines += 1;
    accounting.skipped.footer += 1;
    keep(row, 'footer', 'below the table');
  };
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
    if (!isRow) keep(row, 'header', 'repeats the header');
    return isRow ? [row] : [];
  };
  /** All rows of the table have come: its last ones may be a footer. */
  const finish = (): SheetRow[] => {
    const width = header.columns.length;
    const last = held.map((row, at) => ({
      fields: fieldsOf(row, firstColumn, width),
      followsBlank: row.number > (held[at - 1]?.number ?? row.number - 1) + 1,
    }));
    const found = footerLines ?? findFooter(last, shape).records;
    const footer = held.splice(held.length - Math.min(found, held.length));
    const rows = held.splice(0).flatMap(countRow);
    for (const row of footer) skip(row);
    return rows;
  };
  const addRow = (row: SheetRow): SheetRow[] => {
    if (row.number > endLine) {
      const rows = finish();
      skip(row);
      return rows;
    }
    if (row.number > headerEnd) {
      held.push(row);
      return held.splice(0, Math.max(0, held.length - heldRows)).flatMap(countRow);
    }
    countUpTo(row.number);
    const isPreamble = row.number <= header.preambleLines;
    const [kind, reason] = isPreamble
      ? (['preamble', 'above the table'] as const)
      : (['header', headerReason ?? 'the names of the columns'] as const);
    keep(row, kind, reason);
    return [];
  };
  return { add: (rows) => rows.flatMap(addRow), end: finish };
}

/** One for each column of the table, so that a row with blanks has the width of the table; more if it is wider. */
function fieldsOf({ cells }: SheetRow, firstColumn: number, width: number): string[] {
  return Array.from({ length: Math.max(width, cells.length - firstColumn) }, (_, at) => {
    return cells[firstColumn + at]?.text ?? '';
  });
}
