import {
  castFloat,
  daysOf,
  EXACT_DIGITS,
  isProblem,
  LOWER_BIT,
  MINUS,
  PLUS,
  POINT,
  ZERO,
} from '../../../contract/index.js';
import { measure, measured } from './tally.js';
import { textAt } from './text-at.js';
import { COULD_BE_GROUPED, KEPT_BY_FLOAT, shapeOf, type Shape } from './shape.js';

const INT = shapeOf('int');
const COMPACT_DATE = shapeOf('compactDate');
const DECIMAL = shapeOf('decimal');
const PADDED = shapeOf('padded');
const PLUS_SIGNED = shapeOf('plus');
const LONGEST_INT_DIGITS = 19;
const LARGEST_PRECISION = 38;
const LOWER_E = 0x65;

/**
 * The shape of a plain number (`-12`, `1.50`, `.5`, `1e-7`), except whether a float keeps a long one; -1 for other
 * texts.
 */
export function classifyNumber(bytes: Uint8Array, start: number, end: number): Shape {
  const first = bytes[start] ?? 0;
  const from = first === MINUS || first === PLUS ? start + 1 : start;
  let at = digitsEnd(bytes, from, end);
  const whole = at - from;
  let places = 0;
  if (at < end && bytes[at] === POINT) {
    const pointAt = at;
    at = digitsEnd(bytes, at + 1, end);
    places = at - pointAt - 1;
    if (whole + places === 0) return -1;
    if (at === end) return decimal(bytes, start, from, end, whole, places);
  } else if (at === end) {
    return whole === 0 ? -1 : integer(bytes, start, from, end);
  }
  if (whole + places === 0 || ((bytes[at] ?? 0) | LOWER_BIT) !== LOWER_E) return -1;
  return exponent(bytes, start, from, at, end);
}

function integer(bytes: Uint8Array, start: number, from: number, end: number): Shape {
  const digits = end - from;
  measure(digits, 0, digits);
  if (from > start && bytes[start] === PLUS) return PLUS_SIGNED;
  if (digits > 1 && bytes[from] === ZERO) return PADDED;
  if (digits === 8 && from === start) return isCompactDate(bytes, start) ? COMPACT_DATE : INT;
  if (digits <= EXACT_DIGITS) return INT;
  if (digits <= LONGEST_INT_DIGITS) {
    const value = BigInt(textAt(bytes, start, end, 'latin1'));
    return BigInt.asIntN(64, value) === value ? shapeOf('longInt') : shapeOf('bigInt');
  }
  return shapeOf(digits <= LARGEST_PRECISION ? 'bigInt' : 'hugeInt');
}

function decimal(bytes: Uint8Array, start: number, from: number, end: number, whole: number, places: number): Shape {
  measure(whole, places, whole + places);
  if (from > start && bytes[start] === PLUS) return PLUS_SIGNED;
  const leadsWithZero = bytes[from] === ZERO;
  if (whole > 1 && leadsWithZero) return PADDED;
  if (whole + places <= EXACT_DIGITS) {
    return places === 3 && whole >= 1 && whole <= 3 && !leadsWithZero ? DECIMAL | COULD_BE_GROUPED : DECIMAL;
  }
  const family = whole + places <= LARGEST_PRECISION ? 'longDecimal' : 'hugeDecimal';
  return shapeOf(family);
}

/** `mantissaEnd` is the position of the `e`. */
function exponent(bytes: Uint8Array, start: number, from: number, mantissaEnd: number, end: number): Shape {
  const sign = bytes[mantissaEnd + 1];
  const isSigned = sign === PLUS || sign === MINUS;
  const digitsFrom = mantissaEnd + (isSigned ? 2 : 1);
  if (digitsFrom >= end || digitsEnd(bytes, digitsFrom, end) !== end) return -1;
  measure(mantissaEnd - from, 0, mantissaEnd - from);
  const isBare = !isSigned && from === start && digitsEnd(bytes, from, end) === mantissaEnd;
  return shapeOf(isBare ? 'bareExponent' : 'exponent', keptByFloat(bytes, start, end));
}

/** KEPT_BY_FLOAT when a double keeps the digits of the text; otherwise 0. */
export function keptByFloat(bytes: Uint8Array, start: number, end: number): number {
  const text = textAt(bytes, start, end, 'latin1');
  // A text that a double prints is the most common case, and the fastest to check.
  return String(Number(text)) === text || !isProblem(castFloat(text)) ? KEPT_BY_FLOAT : 0;
}

function isCompactDate(bytes: Uint8Array, start: number): boolean {
  let value = 0;
  for (let at = start; at < start + 8; at += 1) value = value * 10 + (bytes[at] ?? 0) - ZERO;
  measured.compact = value;
  const year = Math.floor(value / 10_000);
  if (year < 1900 || year > 2099) return false;
  return !Number.isNaN(daysOf(year, Math.floor(value / 100) % 100, value % 100));
}

export function digitsEnd(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && ((bytes[at] ?? 0) - ZERO) >>> 0 <= 9) at += 1;
  return at;
}
