import type { NumberStyle } from '../../columns/contract.js';
import { boolWords } from '../values/bool.js';
import {
  digitAt,
  EXACT_DIGITS,
  LOWER_BIT,
  MINUS,
  PLUS,
  POINT,
  POWERS_OF_TEN,
  type Scan,
  withLoop,
  ZERO,
} from './scan.js';

/** A sign and up to 15 digits. */
export const scanInt: Scan = withLoop(
  (bytes, start, end) => {
    const first = bytes[start] ?? 0;
    const from = first === MINUS || first === PLUS ? start + 1 : start;
    // Also greater than: in an empty text, the sign that was read belongs to the next row.
    if (from >= end || end - from > EXACT_DIGITS) return NaN;
    let value = 0;
    for (let at = from; at < end; at += 1) {
      const digit = (bytes[at] ?? 0) - ZERO;
      if (digit < 0 || digit > 9) return NaN;
      value = value * 10 + digit;
    }
    return first === MINUS ? -value : value;
  },
  { kind: 'ints' },
);

/** Up to 15 digits around at most one point; dividing an exact number by an exact power of ten rounds only once. */
export const scanFloat: Scan = withLoop(
  (bytes, start, end) => {
    const first = bytes[start] ?? 0;
    const from = first === MINUS || first === PLUS ? start + 1 : start;
    if (end - from > EXACT_DIGITS + 1) return NaN;
    let value = 0;
    let point = -1;
    for (let at = from; at < end; at += 1) {
      const digit = (bytes[at] ?? 0) - ZERO;
      if (digit >= 0 && digit <= 9) value = value * 10 + digit;
      else if (digit === POINT - ZERO && point === -1) point = at;
      else return NaN;
    }
    const digits = end - from - (point === -1 ? 0 : 1);
    if (digits < 1 || digits > EXACT_DIGITS) return NaN;
    if (point !== -1) value /= POWERS_OF_TEN[end - point - 1] ?? NaN;
    return first === MINUS ? -value : value;
  },
  { kind: 'floats' },
);

/** Unscaled decimals of up to 15 digits, with at most `scale` digits after the point. */
export function createDecimalScan(precision: number, scale: number): Scan {
  const limit = Math.min(POWERS_OF_TEN[precision] ?? Infinity, Number.MAX_SAFE_INTEGER);
  return withLoop(
    (bytes, start, end) => {
      const first = bytes[start] ?? 0;
      const from = first === MINUS || first === PLUS ? start + 1 : start;
      if (end - from > EXACT_DIGITS + 1) return NaN;
      let value = 0;
      let point = -1;
      for (let at = from; at < end; at += 1) {
        const digit = (bytes[at] ?? 0) - ZERO;
        if (digit >= 0 && digit <= 9) value = value * 10 + digit;
        else if (digit === POINT - ZERO && point === -1) point = at;
        else return NaN;
      }
      const digits = end - from - (point === -1 ? 0 : 1);
      const places = point === -1 ? 0 : end - point - 1;
      if (digits < 1 || digits > EXACT_DIGITS || places > scale) return NaN;
      value *= POWERS_OF_TEN[scale - places] ?? NaN;
      if (!(value < limit)) return NaN;
      return first === MINUS ? -value : value;
    },
    { kind: 'decimals', scale, limit },
  );
}

/** `true`, `false` in any case, `1` and `0`. */
export const scanBool: Scan = (bytes, start, end) => {
  switch (end - start) {
    case 1: {
      const digit = (bytes[start] ?? 0) - ZERO;
      return digit === 0 || digit === 1 ? digit : NaN;
    }
    case 4:
      return spells(bytes, start, TRUE) ? 1 : NaN;
    case 5:
      return spells(bytes, start, FALSE) ? 0 : NaN;
    default:
      return NaN;
  }
};

/** The two words of a format such as `yes/no`, in any case; null if they contain other characters than letters. */
export function createWordScan(format: string): Scan | null {
  const words = boolWords(format)?.map((word) => [...Buffer.from(word)]);
  const [yes, no] = words ?? [];
  if (yes === undefined || no === undefined || ![...yes, ...no].every(isLetter)) return null;
  return (bytes, start, end) => {
    if (end - start === yes.length && spells(bytes, start, yes)) return 1;
    return end - start === no.length && spells(bytes, start, no) ? 0 : NaN;
  };
}

function isLetter(byte: number): boolean {
  return byte >= 0x61 && byte <= 0x7a;
}

const TRUE = [...Buffer.from('true')];
const FALSE = [...Buffer.from('false')];

function spells(bytes: Uint8Array, start: number, word: readonly number[]): boolean {
  return word.every((letter, index) => ((bytes[start + index] ?? 0) | LOWER_BIT) === letter);
}

const LONGEST = 64;

/**
 * Rewrites a styled number as a plain one in a separate buffer and reads it there: a sign, thousands in groups of three
 * or not grouped, a fraction. Everything else goes to the reference cast.
 */
export function createStyledScan({ decimal, thousands }: NumberStyle, scanPlain: Scan): Scan {
  const plain = new Uint8Array(LONGEST);
  const mark = decimal.charCodeAt(0);
  const separator = Buffer.from(thousands);

  return (bytes, start, end) => {
    if (end - start > LONGEST) return NaN;
    let at = start;
    let length = 0;
    const first = bytes[start] ?? 0;
    if (first === MINUS || first === PLUS) {
      plain[length++] = first;
      at += 1;
    }
    const from = at;
    let group = 0;
    let groups = 0;
    for (; at < end;) {
      const byte = bytes[at] ?? 0;
      if (digitAt(bytes, at) <= 9) {
        plain[length++] = byte;
        group += 1;
        at += 1;
      } else if (separator.length > 0 && isAt(separator, bytes, at, end)) {
        if (groups === 0 ? group < 1 || group > 3 || bytes[from] === ZERO : group !== 3) return NaN;
        groups += 1;
        group = 0;
        at += separator.length;
      } else {
        break;
      }
    }
    if (groups > 0 && group !== 3) return NaN;
    if (at < end) {
      if (bytes[at] !== mark) return NaN;
      plain[length++] = POINT;
      for (at += 1; at < end; at += 1) {
        if (digitAt(bytes, at) > 9) return NaN;
        plain[length++] = bytes[at] ?? 0;
      }
    }
    return scanPlain(plain, 0, length);
  };
}

function isAt(separator: Uint8Array, bytes: Uint8Array, at: number, end: number): boolean {
  if (at + separator.length > end) return false;
  for (let index = 0; index < separator.length; index += 1) {
    if (bytes[at + index] !== separator[index]) return false;
  }
  return true;
}
