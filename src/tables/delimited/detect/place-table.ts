import type { FormatOptions } from '../../format.js';
import { commonKind, findHeader, type FoundHeader, isRowOf, valuesIn } from './find-header.js';
import { type RowShape, rowShape } from './find-footer.js';
import { isValue, looksLikeHeader } from './name-like.js';
import type { Reading } from './dialect-trial.js';
import { fieldCount, fieldTexts, isQuotedField, quotedFields, type SampleRecord } from './split-records.js';
import { alignNames, otherwiseSeparated, shiftedNames } from './damaged-header.js';
import { declaredNames, plainFields, READ_RECORDS, tableStart } from './table-start.js';

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
  /** What is wrong with the header; null if nothing is. */
  readonly headerProblem: string | null;
  readonly shape: RowShape;
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
  const read = table.slice(0, READ_RECORDS).map((record) => fieldTexts(bytes, record, reading.marks.quote));
  const [first] = table;
  const firstTexts = first?.isBroken === true ? plainFields(bytes, first, reading.marks.delimiter) : (read[0] ?? []);
  const otherNames = otherwiseSeparated(
    firstTexts,
    read.slice(1).filter((fields) => fields.length === width),
    width,
    reading.marks.delimiter,
  );
  const declared = otherNames ?? declaredNames(firstTexts, width);
  const texts = table.length === 0 ? [] : [declared ?? firstTexts, ...read.slice(1)];
  const trailingDelimiter = endsInDelimiter(texts, width);
  const columns = trailingDelimiter ? width - 1 : width;
  const isFitting = (fields: readonly string[]) => fields.length === width || fields.length === columns;
  const compared = texts.filter((fields, at) => at === 0 || isFitting(fields));
  const hasKnownNames = declared !== null || given.headerLines !== undefined;
  const isDamaged = !isFitting(firstTexts) && compared.length > 1;
  const found = hasKnownNames
    ? { records: 1, isCertain: true }
    : isDamaged
      ? damagedHeader(firstTexts, compared.slice(1))
      : findHeader(compared.map((fields) => fields.slice(0, columns)));
  const count = given.headerLines === undefined ? found.records : recordsWithin(table, given.headerLines);
  const lastOfHeader = table[count - 1];
  const preambleLines = given.skipLines ?? (first === undefined ? 0 : first.line - 1);
  const rows = texts.slice(count).filter(isFitting);
  const names = texts.slice(0, count).map((fields) => withoutTrailing(fields, columns, trailingDelimiter));
  const aligned = names.map(
    (fields) => shiftedNames(fields, rows, columns) ?? alignNames(fields, columns, hasRowNames(table)),
  );
  return {
    width: columns,
    firstRecord: begins,
    preambleLines,
    headerLines:
      given.headerLines ??
      (lastOfHeader === undefined ? 0 : lastOfHeader.line + lastOfHeader.lineCount - 1 - preambleLines),
    header: aligned.map(({ names }) => names),
    headerIsCertain: found.isCertain,
    headerProblem:
      otherNames === null
        ? (aligned.find(({ problem }) => problem !== null)?.problem ?? null)
        : 'the header has another delimiter than the rows',
    shape: rowShape(rows, columns),
    trailingDelimiter,
    // After a gap another table may begin.
    shortRows: haveShortRows(texts.slice(count, gapAfter(table, count)), columns),
  };
}

/** If the rows end in a delimiter, an empty last name is one too: the header lacks a name. */
function withoutTrailing(fields: readonly string[], width: number, trailingDelimiter: boolean): readonly string[] {
  return trailingDelimiter && fields.length === width && fields.at(-1) === '' ? fields.slice(0, -1) : fields;
}

/** Whether the header and the first field of all rows are quoted, and numbers are not, as R writes them. */
function hasRowNames([header, ...rows]: readonly SampleRecord[]): boolean {
  if (header === undefined || rows.length === 0 || quotedFields(header) < fieldCount(header)) return false;
  const hasNumbers = rows.every((record) => quotedFields(record) < fieldCount(record));
  return hasNumbers && rows.every((record) => isQuotedField(record, 0));
}

/** A first record of another width is a damaged header, unless it has values as a row has. */
function damagedHeader(first: readonly string[], below: readonly (readonly string[])[]): FoundHeader {
  const isNames = !first.some(isValue) && !isRowOf(first, below);
  return { records: isNames ? 1 : 0, isCertain: isNames };
}

/** The width of most records, unless the first record looks like a header and rows agree with it. */
function tableWidth(bytes: Uint8Array, { records, width, marks }: Reading): number {
  const [first] = records;
  if (first === undefined || fieldCount(first) < 2 || fieldCount(first) === width) return width;
  const texts = fieldTexts(bytes, first, marks.quote);
  if (!looksLikeHeader(texts)) return width;
  const others = records.slice(1);
  const agreeing = others.filter((record) => fieldCount(record) === texts.length).length;
  const fitting = others.filter((record) => fieldCount(record) === width).length;
  return agreeing > 0 && (agreeing + 1 >= fitting || endEarly(others, texts.length)) ? texts.length : width;
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
