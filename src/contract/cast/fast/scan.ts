/**
 * Reads a value out of the bytes of a text: an exact number, or NaN, which means that the reference has to be asked.
 * Numbers stay within 2^53 and go into their slots without a bigint or a string for each row.
 */
export type Scan = (bytes: Uint8Array, start: number, end: number) => number;

/** Digits that a double holds exactly, whatever they are. */
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

/** The digit at a place, or a number above 9 without one. */
export function digitAt(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) - ZERO) >>> 0;
}

/** Two digits, or a number above 99 when they are not there. */
export function twoDigitsAt(bytes: Uint8Array, at: number): number {
  const tens = digitAt(bytes, at);
  const ones = digitAt(bytes, at + 1);
  return tens > 9 || ones > 9 ? 100 : tens * 10 + ones;
}
