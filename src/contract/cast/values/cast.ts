import type { Cell } from '../../columns/cell.js';
import type { Problem } from '../../problems/row-error.js';

/** A value a cast can be asked about. Null never is: whether it may be missing is a question of its own. */
export type GivenCell = Exclude<Cell, null>;

/**
 * What a cast makes of a cell: text or bytes for string, json and binary; a bigint for int, decimal (unscaled),
 * datetime and time (microseconds); a number for float and date (days); a boolean for bool.
 */
export type CastValue = string | Uint8Array | bigint | number | boolean;

/** Says what is right for one value. It loses nothing, and answers with a problem what it would have to lose. */
export type Cast = (cell: GivenCell) => CastValue | Problem;

/** Spaces around a number or a date carry no meaning, so text is read without them. */
export function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charCodeAt(start))) start += 1;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Space, tab, line feed and carriage return; the rarer spaces of Unicode are a sign that something is odd. */
function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
}
