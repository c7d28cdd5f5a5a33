import { daysOf, digitAt, MINUS, POINT, SPACE, UPPER_T } from '../../../contract/index.js';
import { classifyTime, NO_TIME, TIME_BITS, TOO_FINE } from './classify-time.js';
import { shapeOf, type Shape } from './shape.js';

/** The orders of year, month and day. Each is a bit in the shape of a date. */
export const ORDERS = ['%Y-%m-%d', '%d-%m-%Y', '%m-%d-%Y', '%d-%m-%y', '%m-%d-%y', '%y-%m-%d'] as const;
const LONG_YEAR_FIRST = 1;
const DAY_FIRST = 2;
const MONTH_FIRST = 4;
const SHORT_DAY_FIRST = 8;
const SHORT_MONTH_FIRST = 16;
const SHORT_YEAR_FIRST = 32;

/** The orders that the digits allow: four digits first, four digits last, two digits everywhere. */
export const LAYOUTS = [
  LONG_YEAR_FIRST,
  DAY_FIRST | MONTH_FIRST,
  SHORT_DAY_FIRST | SHORT_MONTH_FIRST | SHORT_YEAR_FIRST,
] as const;
export const DATE_SEPARATORS = ['-', '/', '.'] as const;
/** Separators between date and time. */
export const TIME_SEPARATORS = [' ', 'T', ', ', ':'] as const;

const SLASH = 0x2f;
const COMMA = 0x2c;
const COLON = 0x3a;

/**
 * Detail of a date: its orders (6 bits), layout (2), separator (2), whether it is padded as in ISO 8601 (1), the form
 * of the time after it (7) and the separator before that (2). A day that does not exist has a layout and no order.
 */
export function classifyDate(bytes: Uint8Array, start: number, end: number): Shape {
  const firstEnd = readGroup(bytes, start, end);
  const first = groupValue;
  const separator = separatorAt(bytes, firstEnd);
  if (separator === -1) return -1;
  const secondEnd = readGroup(bytes, firstEnd + 1, end);
  const second = groupValue;
  if (secondEnd >= end || bytes[secondEnd] !== bytes[firstEnd]) return -1;
  const thirdEnd = readGroup(bytes, secondEnd + 1, end);
  const monthDigits = secondEnd - firstEnd - 1;
  const layout = layoutOf(firstEnd - start, monthDigits, thirdEnd - secondEnd - 1);
  if (layout === -1) return -1;
  // A day or a month may have one digit, a year has two or four.
  const orders = ordersOf(layout, first, second, groupValue) & (firstEnd - start === 1 ? ~SHORT_YEAR_FIRST : ~0);
  const isPadded = monthDigits === 2 && (layout !== 0 || thirdEnd - secondEnd === 3);
  const date = orders | (layout << 6) | (separator << 8) | (isPadded ? 1 << 10 : 0);
  if (thirdEnd === end) return shapeOf('date', date);
  const time = timeBehind(bytes, thirdEnd, end);
  if (time < 0) return time === TOO_FINE ? shapeOf('tooFine') : -1;
  return shapeOf('date', date | (time << 11));
}

/** The shape of `2024-01-31`. */
export const ISO_DATE = shapeOf('date', LONG_YEAR_FIRST | (1 << 10));

export interface DateDetail {
  readonly orders: number;
  readonly layout: number;
  readonly separator: number;
  /** Whether the date is padded as in ISO 8601. */
  readonly isPadded: boolean;
  /** The form of the time; 0 without a time. */
  readonly time: number;
  readonly timeSeparator: number;
}

export function dateDetail(detail: number): DateDetail {
  const behind = detail >> 11;
  return {
    orders: detail & 63,
    layout: (detail >> 6) & 3,
    separator: (detail >> 8) & 3,
    isPadded: ((detail >> 10) & 1) === 1,
    time: behind & TIME_MASK,
    timeSeparator: behind >> (TIME_BITS + 1),
  };
}

const TIME_MASK = (1 << (TIME_BITS + 1)) - 1;

/** The time after a date, with its separator; negative without one. */
export function timeBehind(bytes: Uint8Array, at: number, end: number): number {
  const mark = bytes[at];
  const separator =
    mark === SPACE ? 0 : mark === UPPER_T ? 1 : mark === COMMA && bytes[at + 1] === SPACE ? 2 : mark === COLON ? 3 : -1;
  if (separator === -1) return NO_TIME;
  const time = classifyTime(bytes, at + (separator === 2 ? 2 : 1), end);
  return time < 0 ? time : time | (separator << (TIME_BITS + 1));
}

function ordersOf(layout: number, first: number, second: number, third: number): number {
  if (layout === 0) return isDay(first, second, third) ? LONG_YEAR_FIRST : 0;
  if (layout === 1)
    return (isDay(third, second, first) ? DAY_FIRST : 0) | (isDay(third, first, second) ? MONTH_FIRST : 0);
  return (
    (isDay(fullYear(third), second, first) ? SHORT_DAY_FIRST : 0) |
    (isDay(fullYear(third), first, second) ? SHORT_MONTH_FIRST : 0) |
    (isDay(fullYear(first), second, third) ? SHORT_YEAR_FIRST : 0)
  );
}

export function fullYear(short: number): number {
  return short + (short >= 69 ? 1900 : 2000);
}

function isDay(year: number, month: number, day: number): boolean {
  return !Number.isNaN(daysOf(year, month, day));
}

function layoutOf(first: number, second: number, third: number): number {
  if (second !== 1 && second !== 2) return -1;
  if (first === 4) return third === 1 || third === 2 ? 0 : -1;
  if (first !== 1 && first !== 2) return -1;
  return third === 4 ? 1 : third === 2 ? 2 : -1;
}

function separatorAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at];
  return byte === MINUS ? 0 : byte === SLASH ? 1 : byte === POINT ? 2 : -1;
}

/** The number of the last group: returning a pair for each group would cost more than reading it. */
let groupValue = 0;

/** Where the digits end, at most five. */
function readGroup(bytes: Uint8Array, from: number, end: number): number {
  const last = from + 5 < end ? from + 5 : end;
  let at = from;
  let value = 0;
  for (; at < last; at += 1) {
    const digit = digitAt(bytes, at);
    if (digit > 9) break;
    value = value * 10 + digit;
  }
  groupValue = value;
  return at;
}
