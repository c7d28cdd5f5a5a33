import { daysOf, digitAt, LOWER_BIT, MONTH_NAMES, monthNameAt } from '../../../contract/index.js';
import { fullYear, timeBehind } from './classify-date.js';
import { TIME_BITS, TOO_FINE } from './classify-time.js';
import { type Shape, shapeOf } from './shape.js';

const ORDERS = ['dby', 'bdy', 'ybd'] as const;
/** The last one means no separator: `5Jan2024`. */
const NAMED_DATE_SEPARATORS = [' ', '-', '/', '.', ', ', '. ', ''] as const;
const WEEKDAY_PREFIXES = ['', '%a, ', '%a '] as const;

interface NamedDateDetail {
  readonly exists: boolean;
  /** Identifies the dates that one format reads. */
  readonly form: number;
  readonly time: number;
  readonly timeSeparator: number;
}

export function namedDateDetail(detail: number): NamedDateDetail {
  const behind = detail >> 12;
  return {
    exists: ((detail >> 11) & 1) === 1,
    form: detail & ~(1 << 11),
    time: behind & ((1 << TIME_BITS) - 1),
    timeSeparator: behind >> TIME_BITS,
  };
}

/** The strptime format of the date, without the time. */
export function namedDateFormat(detail: number): string {
  const year = ((detail >> 8) & 1) === 1 ? '%Y' : '%y';
  const fields = { d: '%d', b: '%b', y: year };
  const separatorText = (index: number): string => NAMED_DATE_SEPARATORS[index] ?? '';
  const [first, second, third] = [...(ORDERS[detail & 3] ?? 'dby')] as ('d' | 'b' | 'y')[];
  const between = [separatorText((detail >> 2) & 7), separatorText((detail >> 5) & 7)] as const;
  const prefix = WEEKDAY_PREFIXES[(detail >> 9) & 3] ?? '';
  return `${prefix}${fields[first ?? 'd']}${between[0]}${fields[second ?? 'b']}${between[1]}${fields[third ?? 'y']}`;
}

const SEPARATORS = NAMED_DATE_SEPARATORS.map((text) => [...Buffer.from(text)]);
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const ABBREVIATION_LETTERS = 3;

/**
 * `5 Jan 2024`, `Jan 5, 2024`, `Mon, 05 Jan 2024 10:00:00 +0000`. Detail: order (2 bits), separators (3 each), whether
 * the year has four digits (1), the weekday (2), whether the day exists (1), the time (9). -1 for other texts.
 */
export function classifyNamedDate(bytes: Uint8Array, start: number, end: number): Shape {
  const weekday = weekdayAt(bytes, start, end);
  const read = readParts(bytes, start + weekday.length, end);
  if (read === null) return -1;
  const { order, separators, yearDigits, year, month, day, at } = read;
  const days = daysOf(yearDigits === 2 ? fullYear(year) : year, month, day);
  const exists = !Number.isNaN(days) && (weekday.index === -1 || (((days + 3) % 7) + 7) % 7 === weekday.index);
  const date =
    order | (separators << 2) | (yearDigits === 4 ? 1 << 8 : 0) | (weekday.prefix << 9) | (exists ? 1 << 11 : 0);
  if (at === end) return shapeOf('namedDate', date);
  const time = timeBehind(bytes, at, end);
  if (time < 0) return time === TOO_FINE ? shapeOf('tooFine') : -1;
  // Hours of one and of two digits are read alike.
  const behind = (time & ((1 << TIME_BITS) - 1)) | ((time >> (TIME_BITS + 1)) << TIME_BITS);
  return shapeOf('namedDate', date | (behind << 12));
}

interface Parts {
  readonly order: number;
  readonly separators: number;
  readonly yearDigits: number;
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly at: number;
}

function readParts(bytes: Uint8Array, start: number, end: number): Parts | null {
  const first = partAt(bytes, start, end);
  const firstSeparator = first === null ? -1 : separatorAt(bytes, first.end, end);
  if (first === null || firstSeparator === -1) return null;
  const second = partAt(bytes, first.end + separatorLength(firstSeparator), end);
  const secondSeparator = second === null ? -1 : separatorAt(bytes, second.end, end);
  if (second === null || secondSeparator === -1) return null;
  const third = partAt(bytes, second.end + separatorLength(secondSeparator), end);
  if (third === null) return null;
  const order = first.isMonth ? 1 : second.isMonth ? (first.length === 4 ? 2 : 0) : -1;
  if (order === -1 || third.isMonth || (first.isMonth && second.isMonth)) return null;
  const [day, month, year] =
    order === 0 ? [first, second, third] : order === 1 ? [second, first, third] : [third, second, first];
  if (day.length > 2 || (year.length !== 4 && year.length !== 2)) return null;
  return {
    order,
    separators: firstSeparator | (secondSeparator << 3),
    yearDigits: year.length,
    year: year.value,
    month: month.value,
    day: day.value,
    at: third.end,
  };
}

interface Part {
  readonly isMonth: boolean;
  readonly value: number;
  readonly length: number;
  readonly end: number;
}

/** Digits, or the name of a month. */
function partAt(bytes: Uint8Array, start: number, end: number): Part | null {
  let at = start;
  let value = 0;
  while (at < end && at - start < 5 && digitAt(bytes, at) <= 9) {
    value = value * 10 + digitAt(bytes, at);
    at += 1;
  }
  if (at > start) return { isMonth: false, value, length: at - start, end: at };
  const month = start + ABBREVIATION_LETTERS <= end ? monthNameAt(bytes, start) : 0;
  if (month === 0) return null;
  const letters = lettersEnd(bytes, start, end) - start;
  const isWhole = spellsAt(bytes, start, (MONTH_NAMES[month - 1] ?? '').toLowerCase(), letters);
  if (letters !== ABBREVIATION_LETTERS && !isWhole) return null;
  return { isMonth: true, value: month, length: letters, end: start + letters };
}

function weekdayAt(bytes: Uint8Array, start: number, end: number): { index: number; length: number; prefix: number } {
  const letters = lettersEnd(bytes, start, end) - start;
  const index =
    letters < ABBREVIATION_LETTERS
      ? -1
      : WEEKDAYS.findIndex((name) =>
          spellsAt(
            bytes,
            start,
            letters === ABBREVIATION_LETTERS ? name.slice(0, ABBREVIATION_LETTERS) : name,
            letters,
          ),
        );
  const after = start + letters;
  if (index !== -1 && bytes[after] === 0x2c && bytes[after + 1] === 0x20)
    return { index, length: letters + 2, prefix: 1 };
  if (index !== -1 && bytes[after] === 0x20) return { index, length: letters + 1, prefix: 2 };
  return { index: -1, length: 0, prefix: 0 };
}

function separatorAt(bytes: Uint8Array, at: number, end: number): number {
  const two = SEPARATORS.findIndex((mark) => mark.length === 2 && mark[0] === bytes[at] && mark[1] === bytes[at + 1]);
  if (two !== -1) return two;
  const one = SEPARATORS.findIndex((mark) => mark.length === 1 && mark[0] === bytes[at]);
  return one !== -1 || at >= end ? one : SEPARATORS.length - 1;
}

function separatorLength(index: number): number {
  return SEPARATORS[index]?.length ?? 0;
}

function lettersEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && isLetter(bytes[at] ?? 0)) at += 1;
  return at;
}

function isLetter(byte: number): boolean {
  const lower = byte | LOWER_BIT;
  return lower >= 0x61 && lower <= 0x7a;
}

function spellsAt(bytes: Uint8Array, start: number, word: string, letters: number): boolean {
  if (word.length !== letters) return false;
  for (let at = 0; at < letters; at += 1) {
    if (((bytes[start + at] ?? 0) | LOWER_BIT) !== word.charCodeAt(at)) return false;
  }
  return true;
}
