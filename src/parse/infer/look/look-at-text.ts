import { shapeOf, type Shape } from './shape.js';

const WORD = shapeOf('word');
const CODE = shapeOf('code');
const TEXT = shapeOf('text');
/** What is longer is no misspelt number and no code. */
const LONGEST_CODE = 40;
const PERCENT = 0x25;
const CURRENCY_SIGNS = ['$', '€', '£', '¥', '₹'].map((sign) => Buffer.from(sign));
const CURRENCY_CODE = /^(?:[A-Z]{3} ?-?[0-9][0-9.,' ]*|-?[0-9][0-9.,' ]* ?[A-Z]{3})$/;

/** The shape of a text that is nothing else: what it tells about a column that is otherwise of numbers or dates. */
export function lookAtText(bytes: Uint8Array, start: number, end: number): Shape {
  if (end - start > LONGEST_CODE) return TEXT;
  let hasDigit = false;
  let hasLetter = false;
  let isCode = true;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x30 && byte <= 0x39) hasDigit = true;
    else if (isLetter(byte)) hasLetter = true;
    else if (byte !== 0x2d && byte !== 0x5f && byte !== 0x2e && byte !== 0x2f) isCode = false;
  }
  if (!hasDigit) return WORD;
  const first = bytes[start] ?? 0;
  const last = bytes[end - 1] ?? 0;
  if (last === PERCENT && !hasLetter) return shapeOf('percent');
  if (first === 0x28 && last === 0x29 && !hasLetter) return shapeOf('bracketed');
  if (isCurrency(bytes, start, end)) return shapeOf('currency');
  return hasLetter && isCode ? CODE : TEXT;
}

function isCurrency(bytes: Uint8Array, start: number, end: number): boolean {
  const from = bytes[start] === 0x2d ? start + 1 : start;
  for (const sign of CURRENCY_SIGNS) {
    if (sign.every((byte, index) => bytes[from + index] === byte)) return true;
    if (sign.every((byte, index) => bytes[end - sign.length + index] === byte)) return true;
  }
  return isUpper(bytes[start] ?? 0) || isUpper(bytes[end - 1] ?? 0)
    ? CURRENCY_CODE.test(Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1'))
    : false;
}

function isLetter(byte: number): boolean {
  const lower = byte | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || byte >= 0x80;
}

function isUpper(byte: number): boolean {
  return byte >= 0x41 && byte <= 0x5a;
}
