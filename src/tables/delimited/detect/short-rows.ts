import { commonKind } from './find-header.js';

/** Which part of the rows must be short for it to be how the file is written; fewer are faults. */
const REGULAR = 0.2;
const FEWEST = 3;

/**
 * Whether cells are left out at the end of rows as a matter of course: many rows are short, some are whole, none is too
 * long, and none of the columns of the short ones holds what the whole ones have in the next: then it was left out before.
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
