import { COMMON_DELIMITERS } from '../../../contract/index.js';
import { headerVotes } from './find-header.js';
import { isValue, looksLikeHeader } from './name-like.js';

export interface AlignedNames {
  /** One for each column; empty where it is unknown. */
  readonly names: readonly string[];
  /** What is wrong with the header; null if nothing is. */
  readonly problem: string | null;
}

/** Longer texts with more words are titles and sentences. */
const MOST_CHARACTERS = 60;
const MOST_WORDS = 5;

/**
 * Whether a line directly above rows of another width contains their names: a delimiter of the header is missing, or it
 * has one too many. The rows must not have names themselves.
 */
export function isDamagedHeader(
  fields: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
): boolean {
  const [first = [], ...below] = rows;
  const names = fields.filter((field) => field.trim() !== '');
  if (fields.length === width || names.length === 0 || !names.every(isNameLike)) return false;
  if (new Set(names).size < names.length || fields.length > 2 * width) return false;
  // One word above two columns may be two names without a delimiter; above more columns it is a title.
  if (names.length < Math.max(width === 2 ? 1 : 2, width / 2)) return false;
  const votes = headerVotes(first, below);
  if (votes > 0) return false;
  // In a table of texts the first row may contain the names. One delimiter more or less is a damaged header.
  return votes < 0 || !looksLikeHeader(first) || Math.abs(fields.length - width) === 1 || names.length === width;
}

/** The names of a header that is separated by another delimiter than the rows; null for other lines. */
export function otherwiseSeparated(
  fields: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
  delimiter: string,
): readonly string[] | null {
  const [first = [], ...below] = rows;
  if (width < 2 || fields.length >= width || below.length === 0) return null;
  const votes = headerVotes(first, below);
  if (votes > 0 || (votes === 0 && looksLikeHeader(first))) return null;
  for (const mark of COMMON_DELIMITERS.filter((one) => one !== delimiter)) {
    const names = fields.join(delimiter).split(mark);
    if (names.length === width && looksLikeHeader(names) && names.every(isNameLike)) return names;
  }
  return null;
}

function isNameLike(field: string): boolean {
  const text = field.trim();
  if (isValue(text) || text.length > MOST_CHARACTERS || /[.:!?]\s/.test(text)) return false;
  return text.split(/\s+/).length <= MOST_WORDS;
}

/**
 * The names of a header for the columns of the rows. If their numbers differ, a name is used only where it certainly
 * belongs; otherwise the columns are numbered. R omits the name of its row names, and quotes them and all names.
 */
export function alignNames(fields: readonly string[], width: number, hasRowNames: boolean): AlignedNames {
  if (fields.length === width) return { names: fields, problem: null };
  if (fields.length === width + 1 && fields.at(-1) === '') return { names: fields.slice(0, -1), problem: null };
  if (fields.length === width - 1 && hasRowNames) return { names: ['', ...fields], problem: null };
  const names = fields.filter((field) => field.trim() !== '');
  const counts = `the header has ${counted(fields.length, 'field')} and the rows have ${width}`;
  if (names.length === width) return { names, problem: `${counts}. The empty names are left out` };
  return { names: Array.from({ length: width }, () => ''), problem: `${counts}. The columns are numbered` };
}

/** Fewer rows without a value in a column are no evidence. */
const FEWEST_ROWS = 2;

/**
 * The names of a header with a delimiter too many, above rows that all end in a delimiter: as many fields, but a name in
 * the middle is missing, and the last name has no values. Only the names before the gap are certain. Null for other
 * headers; an index without a name comes first.
 */
export function shiftedNames(
  fields: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
): AlignedNames | null {
  const gap = fields.findIndex((field) => field.trim() === '');
  if (fields.length !== width || gap < 1 || fields.at(-1)?.trim() === '' || rows.length < FEWEST_ROWS) return null;
  const hasValue = (column: number) => rows.some((row) => (row[column] ?? '').trim() !== '');
  if (!hasValue(gap) || hasValue(width - 1)) return null;
  const problem = `column ${gap + 1} has no name, and the last name has no values. The columns from there on are numbered`;
  return { names: fields.map((field, at) => (at < gap ? field : '')), problem };
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
