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
import { ISO_DATE, classifyDate } from './classify-date.js';
import { classifyNamedDate } from './classify-named-date.js';
import { classifyNumber } from './classify-number.js';
import { classifyStyled } from './classify-styled-number.js';
import { classifyText } from './classify-text.js';
import { classifyTime, TOO_FINE } from './classify-time.js';
import { classifyWord } from './classify-word.js';
import { shapeOf, type Shape } from './shape.js';
import { textAt } from './text-at.js';

const OPENING_BRACE = 0x7b;
const OPENING_BRACKET = 0x5b;
const LONGEST_VALUE = 64;
const SHORTEST_NAMED_DATE = 8;
const DATE_ENDS: ReadonlySet<number> = new Set(Buffer.from('mzc'));
const WEEKDAY_LETTERS: ReadonlySet<number> = new Set(Buffer.from('mtwfs'));

/** The shape of a text. Surrounding spaces are ignored, as in casts. */
export function classify(bytes: Uint8Array, given: number, givenEnd: number): Shape {
  let start = given;
  let end = givenEnd;
  while (start < end && isSpace(bytes[start] ?? 0)) start += 1;
  while (end > start && isSpace(bytes[end - 1] ?? 0)) end -= 1;
  const first = bytes[start] ?? 0;
  const isDigit = first >= 0x30 && first <= 0x39;
  // The most common dates are checked first.
  if (end - start === 10 && isDigit && !Number.isNaN(scanIsoDate(bytes, start, end))) return ISO_DATE;
  if (start < end && (isDigit || first === MINUS || first === POINT || first === PLUS)) {
    const shape = classifyNumber(bytes, start, end);
    if (shape !== -1) return shape;
    if (end - start <= LONGEST_VALUE) {
      const other = isDigit ? classifyDigits(bytes, start, end) : classifyStyled(bytes, start, end);
      if (other !== -1) return other;
    }
  }
  if (start < end && (first === OPENING_BRACE || first === OPENING_BRACKET)) return classifyJson(bytes, start, end);
  const word = classifyWord(bytes, start, end);
  if (word !== -1) return word;
  if (isDateWord(bytes, start, end)) {
    const date = classifyNamedDate(bytes, start, end);
    if (date !== -1) return date;
  }
  return first === 0x2c
    ? orText(classifyStyled(bytes, start, end), bytes, start, end)
    : classifyText(bytes, start, end);
}

function classifyDigits(bytes: Uint8Array, start: number, end: number): Shape {
  if (bytes[start + 1] === COLON || bytes[start + 2] === COLON) {
    const time = classifyTime(bytes, start, end);
    return time >= 0 ? shapeOf('time', time) : time === TOO_FINE ? shapeOf('tooFine') : -1;
  }
  const date = classifyDate(bytes, start, end);
  if (date !== -1) return date;
  const number = classifyStyled(bytes, start, end);
  return number === -1 ? classifyNamedDate(bytes, start, end) : number;
}

function classifyJson(bytes: Uint8Array, start: number, end: number): Shape {
  const text = textAt(bytes, start, end, 'utf8');
  return shapeOf(isJson(text) ? 'json' : 'brokenJson');
}

/** Whether it may begin with a month or weekday: dates end in a digit, AM or PM, `Z` or `UTC`. */
function isDateWord(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start < SHORTEST_NAMED_DATE || end - start > LONGEST_VALUE) return false;
  const last = bytes[end - 1] ?? 0;
  const endsLikeDate = digitAt(bytes, end - 1) <= 9 || DATE_ENDS.has(last | LOWER_BIT);
  return endsLikeDate && (monthNameAt(bytes, start) !== 0 || WEEKDAY_LETTERS.has((bytes[start] ?? 0) | LOWER_BIT));
}

function orText(shape: Shape, bytes: Uint8Array, start: number, end: number): Shape {
  return shape === -1 ? classifyText(bytes, start, end) : shape;
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}
