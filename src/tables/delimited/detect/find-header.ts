import { isValue, readsLikeNames } from './name-like.js';
import { isNullWord, valueKind, type ValueKind } from './value-kind.js';

/** The number of records that are compared with a possible header. */
const COMPARED_RECORDS = 50;
/** The first columns of a very wide table are enough. */
export const COMPARED_COLUMNS = 200;
/** The share of a column's values that must have the same kind, so that a different value above them is significant. */
const ALIKE = 0.8;
/** A header that repeats is a sign of concatenated files; more repetitions than this are a sign of a value. */
const MOST_REPEATS = 0.2;

export interface FoundHeader {
  /** The number of leading records that are names. */
  readonly records: number;
  /** Whether values below confirm it, and not only the look of the names. */
  readonly isCertain: boolean;
}

/** Counts the leading records that are column names. */
export function findHeader(records: readonly (readonly string[])[]): FoundHeader {
  const [first = []] = records;
  const votes = headerVotes(first, records.slice(1));
  if (votes < 0 || (votes === 0 && !readsLikeNames(first, records.slice(1)))) {
    const second = records[1];
    // A line of groups above the names: `,Sales,,Cost,`.
    if (second !== undefined && isGroupLine(first) && headerVotes(second, records.slice(2)) > 0) {
      return { records: 2, isCertain: true };
    }
    return { records: 0, isCertain: votes < 0 };
  }
  let count = 1;
  while (count < records.length - 1 && isFurtherHeader(records[count] ?? [], records.slice(count + 1))) count += 1;
  return { records: count, isCertain: votes > 0 };
}

/** Positive when the record differs from the columns below it, negative when it resembles them. */
export function headerVotes(fields: readonly string[], below: readonly (readonly string[])[]): number {
  const compared = below.slice(0, COMPARED_RECORDS);
  const others = compared.filter((record) => !isSame(record, fields));
  const repeats = compared.length - others.length;
  if (repeats > others.length) return -1;
  let votes = 0;
  for (const [column, field] of fields.slice(0, COMPARED_COLUMNS).entries()) {
    votes += vote(field, valuesIn(others, column));
  }
  return votes <= 0 && repeats > MOST_REPEATS * compared.length ? -1 : votes;
}

function vote(field: string, values: readonly string[]): number {
  if (values.length === 0 || field.trim() === '') return 0;
  const kind = commonKind(values);
  return kind === 'text' && values.includes(field) ? -1 : voteAbove(field, kind);
}

/** The vote of a name above values of one kind. */
export function voteAbove(name: string, kind: ValueKind): number {
  if (kind === 'text') return 0;
  if (isNameAbove(name, kind)) return isNullWord(name) ? 0 : 1;
  return isValue(name) ? -1 : 0;
}

/** `y` and `no` are names where the values below are not truth values. */
function isNameAbove(field: string, kind: ValueKind): boolean {
  const own = valueKind(field);
  return own === 'text' || (own === 'bool' && kind !== 'bool');
}

/** The kind of nearly all values of a column. */
export function commonKind(values: readonly string[]): ValueKind {
  const counts = new Map<ValueKind, number>();
  let total = 0;
  for (const value of values) {
    if (isNullWord(value)) continue;
    const kind = valueKind(value);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    total += 1;
  }
  for (const [kind, count] of counts) if (count >= ALIKE * total) return kind;
  return 'text';
}

/** Whether a record has a value of a column's kind: then it is a row, not a title. */
export function isRowOf(fields: readonly string[], below: readonly (readonly string[])[]): boolean {
  return kindsBelow(fields, below).some((kind, column) => kind !== 'text' && valueKind(fields[column] ?? '') === kind);
}

/** Whether that is so for most columns with values: a preamble may have a number next to a name by chance. */
export function isMostlyRowOf(fields: readonly string[], below: readonly (readonly string[])[]): boolean {
  const kinds = kindsBelow(fields, below);
  const valued = kinds.filter((kind) => kind !== 'text').length;
  const alike = kinds.filter((kind, column) => kind !== 'text' && valueKind(fields[column] ?? '') === kind).length;
  return alike * 2 > valued;
}

function kindsBelow(fields: readonly string[], below: readonly (readonly string[])[]): ValueKind[] {
  return columnKinds(below, Math.min(fields.length, COMPARED_COLUMNS));
}

/** The values of a column, without empty ones. */
export function valuesIn(rows: readonly (readonly string[])[], column: number): string[] {
  const values: string[] = [];
  for (const row of rows) {
    const value = row[column] ?? '';
    if (value.trim() !== '') values.push(value);
  }
  return values;
}

/** Which columns have a value in every row. */
export function filledColumns(rows: readonly (readonly string[])[], width: number): boolean[] {
  return Array.from({ length: width }, (_, column) => rows.every((row) => (row[column] ?? '').trim() !== ''));
}

/** The kind of each column's values; `text` for an empty column. */
export function columnKinds(rows: readonly (readonly string[])[], width: number): ValueKind[] {
  const compared = rows.slice(0, COMPARED_RECORDS);
  return Array.from({ length: width }, (_, column) => kindIn(compared, column));
}

function kindIn(rows: readonly (readonly string[])[], column: number): ValueKind {
  return commonKind(valuesIn(rows, column));
}

/**
 * A second line of names (units, translations) differs from the values in all columns that have some, and in several.
 */
function isFurtherHeader(fields: readonly string[], below: readonly (readonly string[])[]): boolean {
  if (areDashes(fields)) return !below.some(areDashes);
  const compared = below.slice(0, COMPARED_RECORDS);
  let differing = 0;
  const kinds: ValueKind[] = [];
  for (const [column, field] of fields.slice(0, COMPARED_COLUMNS).entries()) {
    const kind = kindIn(compared, column);
    kinds.push(kind);
    if (kind === 'text' || field.trim() === '') continue;
    if (!isNameAbove(field, kind) || isNullWord(field)) return false;
    differing += 1;
  }
  const given = fields.filter((field) => field.trim() !== '').length;
  // Where every column has values, a single word in place of a number would not be a row.
  const isLone = differing === 1 && given === 1 && fields.length > 1 && !kinds.includes('text');
  if (differing > 1 || isLone) return true;
  return areUnits(fields) && (differing === 1 || !below.some(areUnits));
}

/** sqlcmd draws dashes below the names, as wide as the column. */
function areDashes(fields: readonly string[]): boolean {
  return fields.every((field) => /^\s*-+\s*$/.test(field)) && fields.some((field) => field.includes('---'));
}

/** `(kg)`, `[°C]`, or the dashes of a drawn table. */
function areUnits(fields: readonly string[]): boolean {
  const given = fields.filter((field) => field.trim() !== '');
  return given.length > 0 && given.every((field) => /^\s*(?:[([].*[)\]]|:?-{2,}:?)\s*$/.test(field));
}

/** Some names that span several columns, with an empty first column. */
function isGroupLine(fields: readonly string[]): boolean {
  const given = fields.filter((field) => field.trim() !== '');
  return (
    given.length > 0 &&
    given.length < fields.length &&
    (fields[0] ?? '').trim() === '' &&
    given.every((field) => !isValue(field) || /^\d{4}$/.test(field.trim()))
  );
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((field, at) => field === other[at]);
}
