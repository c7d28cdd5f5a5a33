/** Results of a scanner without a position after the value: the text ends first, or it is not JSON. */
export const CUT = -1;
export const MALFORMED = -2;

/** The type of a value as a bit, so that the types of a column can be combined. Null is 0. */
export const NULL = 0;
export const TEXT = 1;
export const NUMBER = 2;
export const BOOLEAN = 4;
export const NESTED = 8;

/** Results of the scanners besides a position. One object per file: nothing is allocated per value. */
export interface Scan {
  type: number;
  /** Whether the value must be rewritten: a string with escapes, a list or object with white space. */
  rewritten: boolean;
  /** Whether there was white space between the parts of a list or object. */
  spaced: boolean;
  /** Why the last result was MALFORMED. */
  problem: string;
}

export function createScan(): Scan {
  return { type: NULL, rewritten: false, spaced: false, problem: '' };
}

export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const BACKSLASH = 0x5c;
export const OPEN_LIST = 0x5b;
export const CLOSE_LIST = 0x5d;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;

/** Tab, line feed, carriage return, space. */
export function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

export function spaceEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && isSpace(bytes[at])) at += 1;
  return at;
}

/** Records the reason and returns MALFORMED. */
export function malformed(scan: Scan, problem: string): number {
  scan.problem = problem;
  return MALFORMED;
}
