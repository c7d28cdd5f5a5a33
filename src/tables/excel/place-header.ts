import { nameColumns } from '../table/column-names.js';
import { type RowShape, rowShape } from '../delimited/detect/find-footer.js';
import { shiftedNames } from '../delimited/detect/damaged-header.js';
import { findHeader } from '../delimited/detect/find-header.js';
import type { FormatOptions, HeaderPlace } from '../format.js';
import type { MergedCell } from './merged-cells.js';
import { letters } from './row-text.js';
import type { SheetRow } from './sheet-rows.js';

export interface TablePlace {
  readonly header: HeaderPlace;
  /** The first column of the table, from 0. */
  readonly firstColumn: number;
  readonly shape: RowShape;
  readonly isCertain: boolean;
  /** What is wrong with the header; null if nothing is. */
  readonly headerProblem: string | null;
  readonly notes: readonly string[];
}

/** A column without a name belongs to the table when more than this share of the rows has a value in it. */
const SHARE_OF_A_COLUMN = 0.5;
/** Fewer rows say little about a column without a name. */
const FEWEST_ROWS = 2;
/** A row with at most this share of the values of the fullest row is a title. */
const SHARE_OF_A_TITLE = 0.5;

/** Finds where the table of a sheet begins, from its first rows. There is at least one row. */
export function placeHeader(
  rows: readonly SheetRow[],
  merged: readonly MergedCell[],
  given: FormatOptions,
): TablePlace {
  const begins = given.skipLines === undefined ? tableStart(rows) : rowsWithin(rows, given.skipLines);
  const table = rows.slice(begins);
  const firstColumn = Math.min(...table.map((row) => firstFilled(row)));
  const widest = Math.max(...table.map((row) => row.cells.length)) - firstColumn;
  const texts = table.map((row) => Array.from({ length: widest }, (_, at) => row.cells[firstColumn + at]?.text ?? ''));
  const preambleLines = given.skipLines ?? (table[0]?.number ?? 1) - 1;
  const found = findHeader(
    texts.map((row, at) => row.map((text, column) => asName(table, at, firstColumn + column, text))),
  );
  const count =
    given.headerLines === undefined
      ? rowsWithin(table, mergedHeaderEnd(table, headerRows(table, found.records), merged))
      : rowsWithin(table, preambleLines + given.headerLines);
  const headerEnd = table[count - 1]?.number ?? preambleLines;
  const width = tableWidth(texts, count);
  const names = texts.slice(0, count).map((fields) => fields.slice(0, width));
  const rowTexts = texts.slice(count).map((fields) => fields.slice(0, width));
  const shifted = count === 1 ? shiftedNames(names[0] ?? [], rowTexts, width) : null;
  const { columns, notes } = nameColumns(shifted === null ? names : [shifted.names], width);
  return {
    header: { preambleLines, headerLines: given.headerLines ?? headerEnd - preambleLines, columns },
    firstColumn,
    shape: rowShape(rowTexts, width),
    isCertain: found.isCertain,
    headerProblem: shifted?.problem ?? unnamedProblem(names, rowTexts, firstColumn),
    notes,
  };
}

/** Columns with values in most rows but without a name. An index, which is the first column, often has none. */
function unnamedProblem(
  names: readonly (readonly string[])[],
  rows: readonly (readonly string[])[],
  firstColumn: number,
): string | null {
  if (names.length === 0 || rows.length < FEWEST_ROWS) return null;
  const unnamed = (names[0] ?? []).flatMap((_, column) => {
    const hasName = names.some((fields) => fields[column] !== '');
    const filledRows = rows.filter((fields) => fields[column] !== '').length;
    return column > 0 && !hasName && filledRows > rows.length * SHARE_OF_A_COLUMN
      ? [letters(firstColumn + column)]
      : [];
  });
  if (unnamed.length === 0) return null;
  return unnamed.length === 1 ? `column ${unnamed[0]} has no name` : `columns ${unnamed.join(', ')} have no names`;
}

/** Names are text: a row with a date or a truth value is not a header, unless the date is a name. */
function headerRows(table: readonly SheetRow[], found: number): number {
  const isNames = (row: SheetRow, at: number): boolean =>
    row.cells.every((_, column) => !isMoment(row, column) || isMomentName(table, at, column));
  const values = table.slice(0, found).findIndex((row, at) => !isNames(row, at));
  return values === -1 ? found : values;
}

/** The last row of the names: names over several rows, and groups of names, are merged cells. */
function mergedHeaderEnd(table: readonly SheetRow[], found: number, merged: readonly MergedCell[]): number {
  const first = table[0]?.number ?? 0;
  const foundEnd = table[found - 1]?.number ?? 0;
  if (found === 0) return foundEnd;
  let end = foundEnd;
  for (const { top, bottom, column, lastColumn } of [...merged].sort((a, b) => a.top - b.top)) {
    if (top < first) continue;
    if (top > end) break;
    const isGroup = lastColumn > column && bottom === end && areNames(table, end + 1);
    end = Math.max(end, isGroup ? bottom + 1 : bottom);
  }
  return end < (table.at(-1)?.number ?? 0) ? end : foundEnd;
}

/** Whether a row has only text, and the rows below have other values. */
function areNames(table: readonly SheetRow[], number: number): boolean {
  const isText = ({ cells }: SheetRow): boolean => cells.every((cell) => cell == null || cell.kind === 'text');
  const row = table.find((one) => one.number === number);
  return row !== undefined && isText(row) && !table.filter((one) => one.number > number).every(isText);
}

/** Marks a date that is a name, so that it does not look like a value. */
function asName(table: readonly SheetRow[], at: number, column: number, text: string): string {
  return at === 0 && isMomentName(table, at, column) ? `name ${text}` : text;
}

/** A date is a name when all values below it are something else, as in a table of months. */
function isMomentName(table: readonly SheetRow[], at: number, column: number): boolean {
  const below = table.slice(at + 1).filter((row) => row.cells[column] != null);
  return isMoment(table[at], column) && below.length > 0 && below.every((row) => !isMoment(row, column));
}

function isMoment(row: SheetRow | undefined, column: number): boolean {
  const kind = row?.cells[column]?.kind;
  return kind === 'moment' || kind === 'boolean';
}

/** Titles above a table are rows with few values, usually followed by an empty row. */
function tableStart(rows: readonly SheetRow[]): number {
  const fullest = Math.max(...rows.map(filled));
  if (fullest < 2) return 0;
  const start = rows.findIndex((row) => filled(row) > Math.max(1, fullest * SHARE_OF_A_TITLE));
  const before = rows[start - 1];
  // A line of groups is directly above the names and is not a title.
  const isGroups = before !== undefined && before.number + 1 === rows[start]?.number && filled(before) > 1;
  return isGroups ? start - 1 : start;
}

/** Up to the last name, and further where most rows have values. */
function tableWidth(texts: readonly (readonly string[])[], headerCount: number): number {
  const width = texts[0]?.length ?? 0;
  const rows = texts.slice(headerCount);
  for (let last = width - 1; last > 0; last -= 1) {
    if (texts.slice(0, headerCount).some((fields) => fields[last] !== '')) return last + 1;
    if (rows.filter((fields) => fields[last] !== '').length > rows.length * SHARE_OF_A_COLUMN) return last + 1;
    if (headerCount === 0) return width;
  }
  return 1;
}

function filled({ cells }: SheetRow): number {
  return cells.filter((cell) => cell != null).length;
}

function firstFilled({ cells }: SheetRow): number {
  return cells.findIndex((cell) => cell != null);
}

function rowsWithin(rows: readonly SheetRow[], last: number): number {
  return rows.filter(({ number }) => number <= last).length;
}
