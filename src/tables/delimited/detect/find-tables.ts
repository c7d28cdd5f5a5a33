import { headerVotes, isRowOf } from './find-header.js';
import { looksLikeHeader } from './name-like.js';
import type { Reading } from './dialect-trial.js';
import type { TextSample } from '../../text/text-samples.js';
import { fieldCount, fieldTexts, type SampleRecord } from './split-records.js';

/** One of several tables in a text. */
export interface FoundTable {
  /** The indexes of its first record, which may be a title, of its names, and of the record after its last one. */
  readonly begin: number;
  readonly names: number;
  readonly end: number;
  readonly width: number;
  readonly rows: number;
  readonly columns: readonly string[];
}

/** The number of rows that are compared with the possible names of another table. */
const COMPARED_ROWS = 50;
/** Without a gap, so many rows must follow the names of another table, and precede them. */
const FEWEST_ROWS = 2;
/** The share of records that must have the width of their table. */
const MOSTLY = 0.9;

/**
 * The tables of a text: each begins with its names, after a blank line or where the number of fields changes for good.
 * `main` is the record with which the table begins that would be read if it were the only one. One table gives an empty
 * list.
 */
export function findTables(
  { bytes }: TextSample,
  reading: Reading,
  main: number,
  isComment: (record: SampleRecord) => boolean,
): FoundTable[] {
  const { records, marks } = reading;
  const texts = (some: readonly SampleRecord[]) =>
    some.filter((record) => !isComment(record)).map((record) => fieldTexts(bytes, record, marks.quote));
  const begins = blockStarts(records, (at) => !isComment(records[at] as SampleRecord) && isChange(records, at, texts));
  if (begins.length < 2) return [];
  const tables: Pick<FoundTable, 'begin' | 'names' | 'width' | 'columns'>[] = [];
  for (const [which, begin] of begins.entries()) {
    const end = begins[which + 1] ?? records.length;
    const isMain = main >= begin && main < end;
    const names = isMain ? main : untitled(records, begin, end);
    const [head = [], ...rows] = texts(records.slice(names, Math.min(end, names + COMPARED_ROWS)));
    const above = tables.at(-1);
    const isOther = isTable(head, rows, above === undefined ? null : rowsOf(above, records, begin, texts));
    if (!isMain && (!isOther || (above === undefined && which > 0 && main < begin))) continue;
    const width = isMain ? reading.width : head.length;
    tables.push({ begin: isMain ? main : begin, names, width, columns: head.map((name) => name.trim()) });
  }
  if (tables.length < 2) return [];
  // Blocks that are not tables belong to the table above them.
  return tables.map((table, which) => {
    const end = tables[which + 1]?.begin ?? records.length;
    return { ...table, end, rows: end - table.names - 1 };
  });
}

type Texts = (some: readonly SampleRecord[]) => string[][];

function blockStarts(records: readonly SampleRecord[], isChangeAt: (at: number) => boolean): number[] {
  const starts: number[] = [];
  for (const [at, { followsBlank }] of records.entries()) {
    if (at === 0 || followsBlank || isChangeAt(at)) starts.push(at);
  }
  return starts;
}

/** Whether the records before this one have one width, it contains names of another width, and all records below have that. */
function isChange(records: readonly SampleRecord[], at: number, texts: Texts): boolean {
  const [before, names] = [records[at - 1], records[at]];
  if (before === undefined || names === undefined || fieldCount(names) < 2) return false;
  const width = fieldCount(names);
  if (fieldCount(before) === width || fieldCount(before) < 2) return false;
  const above = blockAround(records, at - 1, -1);
  const below = blockAround(records, at + 1, 1);
  if (above.length <= FEWEST_ROWS || below.length < FEWEST_ROWS) return false;
  const share = (some: readonly SampleRecord[], fields: number) =>
    some.filter((record) => fieldCount(record) === fields).length / some.length;
  if (share(above, fieldCount(before)) < MOSTLY || share(below, width) < MOSTLY) return false;
  const [head = [], ...rows] = texts([names, ...below.slice(0, COMPARED_ROWS)]);
  return (
    looksLikeHeader(head) &&
    headerVotes(
      head,
      rows.filter((row) => row.length === width),
    ) >= 0
  );
}

/** The records up to the next gap. */
function blockAround(records: readonly SampleRecord[], from: number, step: 1 | -1): SampleRecord[] {
  const block: SampleRecord[] = [];
  for (let at = from; at >= 0 && at < records.length; at += step) {
    const record = records[at] as SampleRecord;
    if (step === 1 && record.followsBlank) break;
    block.push(record);
    if (step === -1 && record.followsBlank) break;
  }
  return block;
}

/** The first record of a block that is not a title: titles have one field. */
function untitled(records: readonly SampleRecord[], begin: number, end: number): number {
  const first = records.slice(begin, end).findIndex((record) => fieldCount(record) > 1);
  return first === -1 ? end : begin + first;
}

export interface TableAbove {
  readonly width: number;
  /** The names, and some rows. */
  readonly texts: readonly (readonly string[])[];
}

function rowsOf(
  { names, width }: Pick<FoundTable, 'names' | 'width'>,
  records: readonly SampleRecord[],
  end: number,
  texts: Texts,
): TableAbove {
  const rows = records.slice(names, Math.min(end, names + COMPARED_ROWS));
  return { width, texts: texts(rows.filter((record) => fieldCount(record) >= width)) };
}

/** A few lines such as `Account,DE00123` above a table describe it. */
function isDetails(names: readonly string[], rows: readonly (readonly string[])[]): boolean {
  return names.length === 2 && (rows.length < FEWEST_ROWS || names.some((name) => /\d|:\s*$/.test(name)));
}

/**
 * Names and at least one row, most of them of the same width. In a table as wide as the one above, the names must
 * differ from the rows of both.
 */
export function isTable(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  above: TableAbove | null,
): boolean {
  if (rows.length === 0 || names.length < 2 || !looksLikeHeader(names)) return false;
  const fitting = rows.filter((row) => row.length === names.length);
  if (fitting.length * 2 <= rows.length) return false;
  if (above === null) return headerVotes(names, fitting) >= 0 && !isDetails(names, rows);
  if (above.texts.some((row) => row.every((field, at) => field === names[at]))) return false;
  if (names.length !== above.width) return true;
  const [, ...rowsOfAbove] = above.texts;
  if (headerVotes(names, fitting) <= 0) return false;
  return headerVotes(names, rowsOfAbove) > 0 || !isRowOf(fitting[0] ?? [], rowsOfAbove);
}
