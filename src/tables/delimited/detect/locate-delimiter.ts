import { isNullWord, valueKind, type ValueKind } from './value-kind.js';

/**
 * The column in which a row with one field too many has an extra delimiter, or in which a row with one field too few
 * lacks one. The values on both sides must have the kinds of their columns; -1 if several columns are possible.
 */
export function locateDelimiter(fields: readonly string[], kinds: readonly ValueKind[]): number {
  const columns = kinds.map((_, column) => column);
  if (fields.length === kinds.length + 1) {
    const possible = columns.filter((column) => isSplit(fields, kinds, column));
    // `Smith, John`: a space follows the delimiter of a sentence.
    const spaced = possible.filter((column) => /^\s\S/.test(fields[column + 1] ?? ''));
    return only(spaced.length > 0 ? spaced : possible);
  }
  if (fields.length !== kinds.length - 1) return -1;
  return only(columns.slice(0, -1).filter((column) => isGlued(fields, kinds, column)));
}

function only(columns: readonly number[]): number {
  return columns.length === 1 ? (columns[0] ?? -1) : -1;
}

/** Whether all fit when the fields `column` and `column + 1` are one value. */
function isSplit(fields: readonly string[], kinds: readonly ValueKind[], column: number): boolean {
  const [one = '', other = ''] = fields.slice(column, column + 2);
  const kind = kinds[column] ?? 'text';
  return (
    fields.slice(0, column).every((field, at) => fits(field, kinds[at])) &&
    fields.slice(column + 2).every((field, at) => fits(field, kinds[column + 1 + at])) &&
    (kind === 'text' || fits(`${one}.${other}`, kind) || one.trim() === '' || other.trim() === '')
  );
}

/** Whether all fit when the field `column` contains the values of two columns. */
function isGlued(fields: readonly string[], kinds: readonly ValueKind[], column: number): boolean {
  const glued = fields[column] ?? '';
  const hasBoth = [kinds[column], kinds[column + 1]].every((kind) => kind === 'text' || /\d/.test(glued));
  return (
    hasBoth &&
    fields.slice(0, column).every((field, at) => fits(field, kinds[at])) &&
    fields.slice(column + 1).every((field, at) => fits(field, kinds[column + 2 + at]))
  );
}

/** Whether a value may be in a column of this kind. */
export function fits(text: string, kind: ValueKind | undefined): boolean {
  return kind === undefined || kind === 'text' || text.trim() === '' || valueKind(text) === kind || isNullWord(text);
}
