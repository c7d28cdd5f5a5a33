import type { Cell } from '../../columns/cell.js';
import type { Problem } from '../../problems/row-error.js';

/** A value that can be cast. Never null: whether null is allowed is checked separately. */
export type GivenCell = Exclude<Cell, null>;

/**
 * The result of a cast: text or bytes for string, json and binary; a bigint for int, decimal (unscaled), datetime and
 * time (microseconds); a number for float and date (days); a boolean for bool.
 */
export type CastValue = string | Uint8Array | bigint | number | boolean;

/** Casts one value without loss. Returns a problem if the cast would lose something. */
export type Cast = (cell: GivenCell) => CastValue | Problem;

/** Spaces around a number or date have no meaning and are removed. */
export function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charCodeAt(start))) start += 1;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Space, tab, line feed and carriage return. Rarer Unicode spaces are reported as problems. */
function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
}
