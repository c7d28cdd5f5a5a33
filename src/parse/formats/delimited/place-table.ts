import type { FormatOptions } from '../format-options.js';
import { findHeader, headerVotes, isRowOf, looksLikeHeader } from './find-header.js';
import type { Reading } from './reading.js';
import { fieldCount, fieldTexts, type SampleRecord } from './split-records.js';

/** Where a table begins in a text, and what its columns are called. */
export interface TablePlace {
  readonly width: number;
  readonly preambleLines: number;
  readonly headerLines: number;
  /** The names, line after line, as they stand. */
  readonly header: readonly (readonly string[])[];
  readonly headerIsCertain: boolean;
  readonly trailingDelimiter: boolean;
}

/** How many records are read to tell names from values. */
const READ_RECORDS = 60;
/** A title and its like stand above the table; further down a sparse line is a row. */
const MOST_SPARSE_LINES = 20;

export function placeTable(
  bytes: Uint8Array,
  reading: Reading,
  comment: string | null,
  given: FormatOptions,
): TablePlace {
  const isComment = (record: SampleRecord) => comment !== null && bytes[record.start] === comment.charCodeAt(0);
  const { records } = reading;
  const width = tableWidth(bytes, reading);
  const begins =
    given.skipLines === undefined ? tableStart(bytes, reading, width, isComment) : afterLines(records, given.skipLines);
  const table = records.slice(begins).filter((record, at) => at === 0 || !isComment(record));
  const texts = table.slice(0, READ_RECORDS).map((record) => fieldTexts(bytes, record, reading.marks.quote));
  const trailingDelimiter = endsInDelimiter(texts, width);
  const columns = trailingDelimiter ? width - 1 : width;
  const compared = texts.filter((fields, at) => at === 0 || fields.length === width || fields.length === columns);
  const found =
    given.headerLines === undefined
      ? findHeader(compared.map((fields) => fields.slice(0, columns)))
      : { records: 0, isCertain: true };
  const count = given.headerLines === undefined ? found.records : recordsWithin(table, given.headerLines);
  const first = table[0];
  const lastOfHeader = table[count - 1];
  const preambleLines = given.skipLines ?? (first === undefined ? 0 : first.line - 1);
  return {
    width: columns,
    preambleLines,
    headerLines:
      given.headerLines ??
      (lastOfHeader === undefined ? 0 : lastOfHeader.line + lastOfHeader.lineCount - 1 - preambleLines),
    // One name too few: the rows begin with names of their own, as R and pandas write them.
    header: texts
      .slice(0, count)
      .map((fields) => (fields.length === columns - 1 ? ['', ...fields] : fields.slice(0, columns))),
    headerIsCertain: found.isCertain,
    trailingDelimiter,
  };
}

/** What most records have, unless the first record reads like a header and rows agree with it, or none is better. */
function tableWidth(bytes: Uint8Array, { records, width, marks }: Reading): number {
  const [first, ...others] = records;
  if (first === undefined || fieldCount(first) < 2 || fieldCount(first) === width) return width;
  const texts = fieldTexts(bytes, first, marks.quote);
  if (!looksLikeHeader(texts)) return width;
  const agreeing = others.filter((record) => fieldCount(record) === texts.length).length;
  const fitting = others.filter((record) => fieldCount(record) === width);
  if (agreeing > 0 && agreeing + 1 >= fitting.length) return texts.length;
  // More names than fields: all rows lack some, and it is not known which.
  const follows = others[0] === fitting[0] && others[0]?.followsBlank === false;
  return texts.length > width && follows && !hasHeader(bytes, fitting, marks.quote) ? texts.length : width;
}

function hasHeader(bytes: Uint8Array, records: readonly SampleRecord[], quote: string | null): boolean {
  const [first = [], ...below] = records.slice(0, READ_RECORDS).map((record) => fieldTexts(bytes, record, quote));
  return headerVotes(first, below) > 0 || (headerVotes(first, below) === 0 && looksLikeHeader(first));
}

/** The first record of the table: names, or the first row. */
function tableStart(
  bytes: Uint8Array,
  { records, marks }: Reading,
  width: number,
  isComment: (record: SampleRecord) => boolean,
): number {
  const first = records.findIndex((record) => fieldCount(record) === width);
  if (first === -1) return 0;
  const texts = (at: number) => fieldTexts(bytes, records[at] as SampleRecord, marks.quote);
  const before = records[first - 1];
  if (before !== undefined && !isComment(before) && isNarrowHeader(texts(first - 1), width)) {
    const rows = records.slice(first).filter((record) => fieldCount(record) === width);
    if (rows[0]?.followsBlank === false && !hasHeader(bytes, rows, marks.quote)) return first - 1;
  }
  const lower = lowerHeader(bytes, records, first, width, marks.quote);
  if (lower !== null) return lower;
  let start = first;
  while (start - first < MOST_SPARSE_LINES && start + 1 < records.length && isTitle(texts(start), width)) start += 1;
  const isTable =
    start === first || (fieldCount(records[start] as SampleRecord) === width && looksLikeHeader(texts(start)));
  return isTable ? start : first;
}

/** A title may have as many fields as the table. The names come behind a gap, and no row stands above them. */
function lowerHeader(
  bytes: Uint8Array,
  records: readonly SampleRecord[],
  first: number,
  width: number,
  quote: string | null,
): number | null {
  const texts = (some: readonly SampleRecord[]) =>
    some.filter((record) => fieldCount(record) === width).map((record) => fieldTexts(bytes, record, quote));
  for (let at = Math.min(first + MOST_SPARSE_LINES, records.length - 2); at > first; at -= 1) {
    const [record, before] = [records[at], records[at - 1]];
    if (record === undefined || before === undefined || fieldCount(record) !== width) continue;
    if (!record.followsBlank && fieldCount(before) === width) continue;
    const [names = [], ...below] = texts(records.slice(at, at + READ_RECORDS));
    if (headerVotes(names, below) <= 0) continue;
    return texts(records.slice(first, at)).some((fields) => isRowOf(fields, below)) ? null : at;
  }
  return null;
}

/** Names for all columns but one, or with a delimiter behind them that the rows do not have. */
function isNarrowHeader(fields: readonly string[], width: number): boolean {
  if (fields.length === width + 1) return fields.at(-1) === '' && looksLikeHeader(fields.slice(0, -1));
  return fields.length === width - 1 && width > 2 && looksLikeHeader(fields);
}

/** A spreadsheet writes as many delimiters behind a title as its table has. */
function isTitle(fields: readonly string[], width: number): boolean {
  const given = fields.map((field) => field.trim() !== '');
  const count = given.filter(Boolean).length;
  if (fields.length !== width) return true;
  return width > 2 && count <= Math.max(1, Math.floor(width / 2)) && given.slice(0, count).every(Boolean);
}

/** Whether all records end in a delimiter that separates nothing. */
function endsInDelimiter(texts: readonly (readonly string[])[], width: number): boolean {
  const fitting = texts.filter((fields) => fields.length === width);
  return width > 1 && fitting.length > 1 && fitting.every((fields) => fields.at(-1) === '');
}

function afterLines(records: readonly SampleRecord[], lines: number): number {
  const at = records.findIndex((record) => record.line > lines);
  return at === -1 ? records.length : at;
}

function recordsWithin(records: readonly SampleRecord[], lines: number): number {
  const end = (records[0]?.line ?? 1) + lines;
  return records.filter((record) => record.line < end).length;
}
