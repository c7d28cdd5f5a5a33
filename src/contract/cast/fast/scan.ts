/**
 * Reads a value from the bytes of a text: an exact number, or NaN if the reference cast must decide. Numbers stay
 * within 2^53 and are stored without a bigint or a string for each row.
 */
export interface Scan {
  (bytes: Uint8Array, start: number, end: number): number;
  /** The loop that reads many texts as this scan does. It may leave texts that the scan reads. */
  readonly loop?: ScanLoop;
}

export type ScanLoop =
  | { readonly kind: 'ints' | 'floats' | 'dates' }
  | { readonly kind: 'decimals'; readonly scale: number; readonly limit: number };

/** A scan with its loop. */
export function withLoop(scan: Scan, loop: ScanLoop): Scan {
  return Object.assign(scan, { loop });
}

/** The number of digits that a double always holds exactly. */
export const EXACT_DIGITS = 15;

/** Powers of ten that are exact as doubles. */
export const POWERS_OF_TEN: readonly number[] = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

export const ZERO = 0x30;
export const MINUS = 0x2d;
export const PLUS = 0x2b;
export const POINT = 0x2e;
export const COLON = 0x3a;
export const SPACE = 0x20;
export const UPPER_T = 0x54;
export const UPPER_Z = 0x5a;
/** Makes an ASCII letter lower case. */
export const LOWER_BIT = 0x20;

/** The digit at a position; a number above 9 for other bytes. */
export function digitAt(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) - ZERO) >>> 0;
}

/** Two digits; a number above 99 for other bytes. */
export function twoDigitsAt(bytes: Uint8Array, at: number): number {
  const tens = digitAt(bytes, at);
  const ones = digitAt(bytes, at + 1);
  return tens > 9 || ones > 9 ? 100 : tens * 10 + ones;
}
