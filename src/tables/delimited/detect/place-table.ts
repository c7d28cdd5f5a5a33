import type { FormatOptions } from '../../format.js';
import { commonKind, findHeader } from './find-header.js';
import { looksLikeHeader } from './name-like.js';
import type { Reading } from './dialect-trial.js';
import { fieldCount, fieldTexts, type SampleRecord } from './split-records.js';
import { declaredNames, hasHeader, READ_RECORDS, tableStart } from './table-start.js';

/** Where a table begins in a text, and the names of its columns. */
export interface TablePlace {
  readonly width: number;
  /** Its index among the records of the sample. */
  readonly firstRecord: number;
  readonly preambleLines: number;
  readonly headerLines: number;
  /** The names, line by line, unchanged. */
  readonly header: readonly (readonly string[])[];
  readonly headerIsCertain: boolean;
  readonly trailingDelimiter: boolean;
  readonly shortRows: boolean;
}

export function placeTable(
  bytes: Uint8Array,
  reading: Reading,
  comment: string | null,
  given: FormatOptions,
): TablePlace {
  const isComment = (record: SampleRecord) => comment !== null && bytes[record.start] === comment.charCodeAt(0);
  const { records } = reading;
  const width = tableWidth(bytes, { ...reading, records: records.filter((record) => !isComment(record)) });
  const begins =
    given.skipLines === undefined ? tableStart(bytes, reading, width, isComment) : afterLines(records, given.skipLines);
  const table = records.slice(begins).filter((record, at) => at === 0 || !isComment(record));
  const [firstTexts = [], ...below] = table
    .slice(0, READ_RECORDS)
    .map((record) => fieldTexts(bytes, record, reading.marks.quote));
  const declared = declaredNames(firstTexts, width);
  const texts = table.length === 0 ? [] : [declared ?? firstTexts, ...below];
  const trailingDelimiter = endsInDelimiter(texts, width);
  const columns = trailingDelimiter ? width - 1 : width;
  const compared = texts.filter((fields, at) => at === 0 || fields.length === width || fields.length === columns);
  const hasKnownNames = declared !== null || given.headerLines !== undefined;
  const found = hasKnownNames
    ? { records: 1, isCertain: true }
    : findHeader(compared.map((fields) => fields.slice(0, columns)));
  const count = given.headerLines === undefined ? found.records : recordsWithin(table, given.headerLines);
  const first = table[0];
  const lastOfHeader = table[count - 1];
  const preambleLines = given.skipLines ?? (first === undefined ? 0 : first.line - 1);
  return {
    width: columns,
    firstRecord: begins,
    preambleLines,
    headerLines:
      given.headerLines ??
      (lastOfHeader === undefined ? 0 : lastOfHeader.line + lastOfHeader.lineCount - 1 - preambleLines),
    // One name is missing: R and pandas begin rows with a row name that has no column name.
    header: texts
      .slice(0, count)
      .map((fields) => (fields.length === columns - 1 ? ['', ...fields] : fields.slice(0, columns))),
    headerIsCertain: found.isCertain,
    trailingDelimiter,
    // After a gap another table may begin.
    shortRows: haveShortRows(texts.slice(count, gapAfter(table, count)), columns),
  };
}

/** The width of most records, unless the first record looks like a header and rows agree with it. */
function tableWidth(bytes: Uint8Array, { records, width, marks }: Reading): number {
  const [first, ...others] = records;
  if (first === undefined || fieldCount(first) < 2 || fieldCount(first) === width) return width;
  const texts = fieldTexts(bytes, first, marks.quote);
  if (!looksLikeHeader(texts)) return width;
  const agreeing = others.filter((record) => fieldCount(record) === texts.length).length;
  const fitting = others.filter((record) => fieldCount(record) === width);
  if (agreeing > 0 && (agreeing + 1 >= fitting.length || endEarly(others, texts.length))) return texts.length;
  // More names than fields: every row lacks some, and it is unknown which.
  const follows = others[0] === fitting[0] && others[0]?.followsBlank === false;
  return texts.length > width && follows && !hasHeader(bytes, fitting, marks.quote) ? texts.length : width;
}

function gapAfter(table: readonly SampleRecord[], count: number): number {
  const gap = table.findIndex(({ followsBlank }, at) => followsBlank && at > count);
  return gap === -1 ? table.length : gap;
}

/** Whether the rows below the names have as many fields or fewer, and never more. */
function endEarly([next, ...others]: readonly SampleRecord[], names: number): boolean {
  if (next === undefined || next.followsBlank) return false;
  return [next, ...others].every((record) => fieldCount(record) <= names && !record.isBroken);
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

/** The share of rows that must be short for short rows to be regular; fewer are faults. */
const REGULAR = 0.2;
const FEWEST = 3;

/**
 * Whether rows regularly omit cells at their end: many rows are short, some are complete, none is too long, and no
 * column of the short rows holds the values of its neighbour. Otherwise a cell in the middle is missing.
 */
export function haveShortRows(rows: readonly (readonly string[])[], width: number): boolean {
  const whole = rows.filter((row) => row.length === width);
  const short = rows.filter((row) => row.length > 1 && row.length < width);
  if (whole.length === 0 || short.length < Math.max(FEWEST, REGULAR * rows.length)) return false;
  if (whole.length + short.length < rows.length) return false;
  const kinds = Array.from({ length: width }, (_, column) => commonKind(valuesIn(whole, column)));
  return kinds.every((kind, column) => {
    const found = commonKind(valuesIn(short, column));
    return found === kind || found === 'text' || found !== kinds[column + 1];
  });
}

function valuesIn(rows: readonly (readonly string[])[], column: number): string[] {
  return rows.map((row) => row[column] ?? '').filter((value) => value.trim() !== '');
}
