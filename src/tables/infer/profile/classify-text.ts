import { MINUS } from '../../../contract/index.js';
import { shapeOf, type Shape } from './shape.js';

export const WORD = shapeOf('word');
export const CODE = shapeOf('code');
export const TEXT = shapeOf('text');
/** Longer texts are neither misspelt numbers nor codes. */
export const LONGEST_CODE = 40;
const PERCENT = 0x25;

export const DIGIT = 1;
const LETTER = 2;
const OTHER = 4;
/** The kinds of a code. */
export const CODE_KINDS = DIGIT | LETTER;
/** First UTF-8 bytes of signs: Latin-1 (`°`, `²`, the no-break space) and typography (`–`, `…`, `−`). */
const SIGNS: ReadonlySet<number> = new Set([0xc2, 0xe2]);
/** The class of each byte. Hyphens, underscores, points and slashes occur in codes and are ignored. */
export const KIND_OF = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (SIGNS.has(byte)) return OTHER;
  const character = String.fromCharCode(byte);
  if (/[0-9]/.test(character)) return DIGIT;
  if (/[A-Za-z]/.test(character) || byte >= 0x80) return LETTER;
  return '-_./'.includes(character) ? 0 : OTHER;
});

/** The shape of any other text: it decides whether a column of numbers or dates may have it as a misfit. */
export function classifyText(bytes: Uint8Array, start: number, end: number): Shape {
  if (end - start > LONGEST_CODE) return TEXT;
  let kinds = 0;
  for (let at = start; at < end; at += 1) kinds |= KIND_OF[bytes[at] ?? 0] ?? 0;
  if ((kinds & DIGIT) === 0) return WORD;
  const hasLetter = (kinds & LETTER) !== 0;
  const first = bytes[start] ?? 0;
  const last = bytes[end - 1] ?? 0;
  if (last === PERCENT && !hasLetter) return shapeOf('percent');
  if (first === 0x28 && last === 0x29 && !hasLetter) return shapeOf('bracketed');
  if (isCurrency(bytes, start, end)) return shapeOf('currency');
  return kinds === CODE_KINDS ? CODE : TEXT;
}

/** A sign at either end, or a code of three letters (`EUR 5`, `5 EUR`). */
function isCurrency(bytes: Uint8Array, start: number, end: number): boolean {
  const from = bytes[start] === MINUS ? start + 1 : start;
  if (isSign(bytes, from, from + signLength(bytes[from] ?? 0))) return true;
  for (let length = 1; length <= 3; length += 1) if (isSign(bytes, end - length, end)) return true;
  if (areUpper(bytes, start)) return isAmount(bytes, start + 3, end);
  return areUpper(bytes, end - 3) && isAmount(bytes, start, end - 3);
}

function signLength(byte: number): number {
  return byte < 0x80 ? 1 : byte < 0xe0 ? 2 : 3;
}

function isSign(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start === 1) return bytes[start] === 0x24;
  if (end - start === 2) return bytes[start] === 0xc2 && (bytes[start + 1] === 0xa3 || bytes[start + 1] === 0xa5);
  return bytes[start] === 0xe2 && bytes[start + 1] === 0x82 && (bytes[start + 2] === 0xac || bytes[start + 2] === 0xb9);
}

function areUpper(bytes: Uint8Array, at: number): boolean {
  return isUpper(bytes[at] ?? 0) && isUpper(bytes[at + 1] ?? 0) && isUpper(bytes[at + 2] ?? 0);
}

/** Digits and their separators, with optional spaces. */
function isAmount(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte !== 0x20 && (byte < 0x2c || byte > 0x39 || byte === 0x2f)) return false;
  }
  return true;
}

function isUpper(byte: number): boolean {
  return byte >= 0x41 && byte <= 0x5a;
}
