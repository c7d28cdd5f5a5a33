import {
  COLON,
  digitAt,
  isJson,
  LOWER_BIT,
  MINUS,
  monthNameAt,
  PLUS,
  POINT,
  scanIsoDate,
} from '../../../contract/index.js';
import { ISO_DATE, lookAtDate } from './look-at-date.js';
import { lookAtNamedDate } from './look-at-named-date.js';
import { lookAtNumber } from './look-at-number.js';
import { lookAtStyled } from './look-at-styled.js';
import { lookAtText } from './look-at-text.js';
import { lookAtTime, TOO_FINE } from './look-at-time.js';
import { lookAtWord } from './look-at-word.js';
import { shapeOf, type Shape } from './shape.js';
import { textAt } from './text-at.js';

const OPENING_BRACE = 0x7b;
const OPENING_BRACKET = 0x5b;
const LONGEST_VALUE = 64;
const SHORTEST_NAMED_DATE = 8;
const DATE_ENDS: ReadonlySet<number> = new Set(Buffer.from('mzc'));
const WEEKDAY_LETTERS: ReadonlySet<number> = new Set(Buffer.from('mtwfs'));

/** The shape of a text. Spaces around it are ignored, as the casts do. */
export function look(bytes: Uint8Array, given: number, givenEnd: number): Shape {
  let start = given;
  let end = givenEnd;
  while (start < end && isSpace(bytes[start] ?? 0)) start += 1;
  while (end > start && isSpace(bytes[end - 1] ?? 0)) end -= 1;
  const first = bytes[start] ?? 0;
  const isDigit = first >= 0x30 && first <= 0x39;
  // The commonest dates, before anything else is tried on them.
  if (end - start === 10 && isDigit && !Number.isNaN(scanIsoDate(bytes, start, end))) return ISO_DATE;
  if (start < end && (isDigit || first === MINUS || first === POINT || first === PLUS)) {
    const shape = lookAtNumber(bytes, start, end);
    if (shape !== -1) return shape;
    if (end - start <= LONGEST_VALUE) {
      const other = isDigit ? lookBehindDigits(bytes, start, end) : lookAtStyled(bytes, start, end);
      if (other !== -1) return other;
    }
  }
  if (start < end && (first === OPENING_BRACE || first === OPENING_BRACKET)) return lookAtJson(bytes, start, end);
  const word = lookAtWord(bytes, start, end);
  if (word !== -1) return word;
  if (isDateWord(bytes, start, end)) {
    const date = lookAtNamedDate(bytes, start, end);
    if (date !== -1) return date;
  }
  return first === 0x2c ? orText(lookAtStyled(bytes, start, end), bytes, start, end) : lookAtText(bytes, start, end);
}

function lookBehindDigits(bytes: Uint8Array, start: number, end: number): Shape {
  if (bytes[start + 1] === COLON || bytes[start + 2] === COLON) {
    const time = lookAtTime(bytes, start, end);
    return time >= 0 ? shapeOf('time', time) : time === TOO_FINE ? shapeOf('tooFine') : -1;
  }
  const date = lookAtDate(bytes, start, end);
  if (date !== -1) return date;
  const number = lookAtStyled(bytes, start, end);
  return number === -1 ? lookAtNamedDate(bytes, start, end) : number;
}

function lookAtJson(bytes: Uint8Array, start: number, end: number): Shape {
  const text = textAt(bytes, start, end, 'utf8');
  return shapeOf(isJson(text) ? 'json' : 'brokenJson');
}

/** Whether it may begin with the name of a month or of a weekday: dates end in a digit, AM or PM, `Z` or `UTC`. */
function isDateWord(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start < SHORTEST_NAMED_DATE || end - start > LONGEST_VALUE) return false;
  const last = bytes[end - 1] ?? 0;
  const endsLikeDate = digitAt(bytes, end - 1) <= 9 || DATE_ENDS.has(last | LOWER_BIT);
  return endsLikeDate && (monthNameAt(bytes, start) !== 0 || WEEKDAY_LETTERS.has((bytes[start] ?? 0) | LOWER_BIT));
}

function orText(shape: Shape, bytes: Uint8Array, start: number, end: number): Shape {
  return shape === -1 ? lookAtText(bytes, start, end) : shape;
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}
