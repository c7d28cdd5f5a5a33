import { isDamagedHeader, otherwiseSeparated } from './damaged-header.js';
import { headerVotes, isMostlyRowOf } from './find-header.js';
import { isValue, looksLikeHeader } from './name-like.js';
import type { Reading } from './dialect-trial.js';
import { fieldCount, fieldText, fieldTexts, type SampleRecord } from './split-records.js';
import { valueKind } from './value-kind.js';

/** The number of records that are read to distinguish names from values. */
export const READ_RECORDS = 60;
/** Titles are above the table; further down a sparse line is a row. */
const MOST_SPARSE_LINES = 20;

/** The first record of the table: names, or the first row. */
export function tableStart(
  bytes: Uint8Array,
  { records, marks }: Reading,
  width: number,
  isComment: (record: SampleRecord) => boolean,
): number {
  const first = firstOfTable(bytes, records, marks.quote, width, isComment);
  if (first === -1) return 0;
  const texts = (at: number) => fieldTexts(bytes, records[at] as SampleRecord, marks.quote);
  const declared = records.slice(0, first).findLastIndex((_, at) => declaredNames(texts(at), width) !== null);
  if (declared !== -1) return declared;
  const before = records[first - 1];
  if (before !== undefined && !isComment(before) && records[first]?.followsBlank === false) {
    const rows = records.slice(first).filter((record) => fieldCount(record) === width);
    const rowTexts = rows.slice(0, READ_RECORDS).map((record) => fieldTexts(bytes, record, marks.quote));
    const fields = before.isBroken ? plainFields(bytes, before, marks.delimiter) : texts(first - 1);
    if (isDamagedHeader(fields, rowTexts, width)) return first - 1;
    if (otherwiseSeparated(fields, rowTexts, width, marks.delimiter) !== null) return first - 1;
    // A row with broken quotes is a fault, not a title.
    if (before.isBroken && fields.length > width / 2 && headerVotes(rowTexts[0] ?? [], rowTexts.slice(1)) <= 0) {
      return first - 1;
    }
  }
  if (before !== undefined && !isComment(before) && records[first]?.followsBlank === false) {
    if (isNarrowRow(texts(first - 1), texts(first))) return first - 1;
  }
  const lower = lowerHeader(bytes, records, first, width, marks.quote);
  if (lower !== null) return lower;
  let start = first;
  while (start - first < MOST_SPARSE_LINES && start + 1 < records.length && isTitle(texts(start), width)) start += 1;
  if (start === first || fieldCount(records[start] as SampleRecord) !== width) return first;
  const titles = Array.from({ length: start - first }, (_, at) => texts(first + at));
  if (looksLikeHeader(withoutEmptyEnd(texts(start))) || titles.every(isOnlyTitle)) return start;
  const below = records.slice(start + 1, start + READ_RECORDS).filter((record) => fieldCount(record) === width);
  return headerVotes(
    texts(start),
    below.map((record) => fieldTexts(bytes, record, marks.quote)),
  ) > 0
    ? start
    : first;
}

/** The names in a comment such as `#Fields: date time`, which web servers and network monitors write. */
export function declaredNames([first = '', ...names]: readonly string[], width: number): readonly string[] | null {
  return names.length === width && /^#\s*fields:?$/i.test(first) ? names : null;
}

/** Removes the field after a trailing delimiter. */
function withoutEmptyEnd(fields: readonly string[]): readonly string[] {
  return fields.length > 2 && fields.at(-1) === '' ? fields.slice(0, -1) : fields;
}

/** Text in the first column only, or no text at all. */
function isOnlyTitle([first = '', ...others]: readonly string[]): boolean {
  if (others.some((field) => field.trim() !== '')) return false;
  return first.trim() === '' || (valueKind(first) === 'text' && /\S\s+\S/.test(first));
}

/**
 * The first record as wide as the table. A comment may be as wide by chance, if names follow; otherwise it contains the
 * names.
 */
function firstOfTable(
  bytes: Uint8Array,
  records: readonly SampleRecord[],
  quote: string | null,
  width: number,
  isComment: (record: SampleRecord) => boolean,
): number {
  const fitting = records.filter((record) => fieldCount(record) === width);
  const rows = fitting.filter((record) => !isComment(record));
  if (rows.length === fitting.length) return fitting[0] === undefined ? -1 : records.indexOf(fitting[0]);
  const [names = [], ...below] = rows.slice(0, READ_RECORDS).map((record) => fieldTexts(bytes, record, quote));
  const [first] = headerVotes(names, below) > 0 ? rows : fitting;
  return first === undefined ? -1 : records.indexOf(first);
}

/** A title may have as many fields as the table. The names then come after a gap, without a row above them. */
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
    if (!record.followsBlank && fieldCount(before) === width && !isEmpty(bytes, before)) continue;
    const [names = [], ...below] = texts(records.slice(at, at + READ_RECORDS));
    // A block with more rows than follow it is a table, not a title.
    if (headerVotes(names, below) <= 0 || at - first > below.length) continue;
    return texts(records.slice(first, at)).some((fields) => isMostlyRowOf(fields, below)) ? null : at;
  }
  return null;
}

/** A spreadsheet writes a gap as a line of delimiters. */
function isEmpty(bytes: Uint8Array, record: SampleRecord): boolean {
  for (let field = 0; field < fieldCount(record); field += 1) {
    if (fieldText(bytes, record, field, null).trim() !== '') return false;
  }
  return true;
}

/**
 * A row that lacks fields is a fault, not a title: half of its fields, and half of those of the next row, are values.
 */
function isNarrowRow(fields: readonly string[], next: readonly string[]): boolean {
  const isHalfValues = (some: readonly string[]) => some.filter(isValue).length * 2 >= some.length;
  return fields.length > 2 && fields.length < next.length && isHalfValues(fields) && isHalfValues(next);
}

/** The fields of a record with broken quotes, split at every delimiter. */
export function plainFields(bytes: Uint8Array, { start, end }: SampleRecord, delimiter: string): string[] {
  return Buffer.from(bytes.subarray(start, end)).toString('utf8').trimEnd().split(delimiter);
}

/** A spreadsheet pads a title with as many delimiters as its table has. */
function isTitle(fields: readonly string[], width: number): boolean {
  const given = fields.map((field) => field.trim() !== '');
  const count = given.filter(Boolean).length;
  if (fields.length !== width) return true;
  return width > 2 && count <= Math.max(1, Math.floor(width / 2)) && given.slice(0, count).every(Boolean);
}
