import { type FormatPart, parseFormat } from '../../calendar/format.js';
import { daysFromCivil, isLeapYear } from '../../columns/civil.js';
import {
  COLON,
  digitAt,
  LOWER_BIT,
  MINUS,
  PLUS,
  POINT,
  POWERS_OF_TEN,
  type Scan,
  SPACE,
  twoDigitsAt,
  UPPER_T,
  UPPER_Z,
  withLoop,
} from './scan.js';

/** Days before each supported year, and before each month: two lookups instead of six divisions. */
const DAYS_BEFORE_YEAR = Int32Array.from({ length: 10_000 }, (_, year) => daysFromCivil(year, 1, 1));
const LEAP = Uint8Array.from({ length: 10_000 }, (_, year) => (isLeapYear(year) ? 1 : 0));
const DAYS_IN_MONTH = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const DAYS_BEFORE_MONTH = [0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

/** Days since 1970-01-01; NaN if the day does not exist. */
export function daysOf(year: number, month: number, day: number): number {
  if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1) return NaN;
  const leap = LEAP[year] ?? 0;
  if (day > (DAYS_IN_MONTH[month] ?? 0) + (month === 2 ? leap : 0)) return NaN;
  return (DAYS_BEFORE_YEAR[year] ?? NaN) + (DAYS_BEFORE_MONTH[month] ?? NaN) + (month > 2 ? leap : 0) + day - 1;
}

/** `2024-01-31`. */
export const scanIsoDate: Scan = withLoop((bytes, start, end) => (end - start === 10 ? isoDateAt(bytes, start) : NaN), {
  kind: 'dates',
});

/** Microseconds since midnight, from hours, minutes and optional seconds with a fraction. */
export const scanIsoTime: Scan = (bytes, start, end) => {
  const length = end - start;
  if (length !== 5 && length < 8) return NaN;
  const hour = twoDigitsAt(bytes, start);
  const minute = twoDigitsAt(bytes, start + 3);
  if (hour > 23 || minute > 59 || bytes[start + 2] !== COLON) return NaN;
  if (length === 5) return (hour * 60 + minute) * 60_000_000;
  const second = twoDigitsAt(bytes, start + 6);
  if (second > 59 || bytes[start + 5] !== COLON) return NaN;
  const microseconds = (hour * 3600 + minute * 60 + second) * 1_000_000;
  return length === 8 ? microseconds : microseconds + fractionAt(bytes, start + 8, end);
};

/** A date and a time, or a date alone, which means midnight. With an offset for instants, without for local times. */
export function createIsoDatetimeScan(zoned: boolean): Scan {
  return (bytes, start, end) => {
    const days = end - start >= 10 ? isoDateAt(bytes, start) : NaN;
    if (end - start === 10) return zoned ? NaN : ofDay(days, 0);
    const separator = bytes[start + 10];
    if (separator !== UPPER_T && separator !== SPACE) return NaN;
    if (!zoned) return ofDay(days, scanIsoTime(bytes, start + 11, end));
    if (bytes[end - 1] === UPPER_Z) return ofDay(days, scanIsoTime(bytes, start + 11, end - 1));
    const sign = bytes[end - 6];
    const hours = twoDigitsAt(bytes, end - 5);
    const minutes = twoDigitsAt(bytes, end - 2);
    if ((sign !== PLUS && sign !== MINUS) || bytes[end - 3] !== COLON || hours > 23 || minutes > 59) return NaN;
    const offset = (hours * 60 + minutes) * 60_000_000;
    const wall = ofDay(days, scanIsoTime(bytes, start + 11, end - 6));
    return sign === PLUS ? wall - offset : wall + offset;
  };
}

/** Microseconds since 1970; NaN beyond the years 1684 to 2255, where a double is not exact. */
export function ofDay(days: number, microseconds: number): number {
  const sum = days * 86_400_000_000 + microseconds;
  return sum > -9e15 && sum < 9e15 ? sum : NaN;
}

const MONTHS: readonly number[] = 'jan feb mar apr may jun jul aug sep oct nov dec'
  .split(' ')
  .map((name) => letters(name.charCodeAt(0), name.charCodeAt(1), name.charCodeAt(2)));

/** The month whose first three letters are here; 0 if none. */
export function monthNameAt(bytes: Uint8Array, at: number): number {
  const key = letters((bytes[at] ?? 0) | LOWER_BIT, (bytes[at + 1] ?? 0) | LOWER_BIT, (bytes[at + 2] ?? 0) | LOWER_BIT);
  return MONTHS.indexOf(key) + 1;
}

function letters(first: number, second: number, third: number): number {
  return (first << 16) | (second << 8) | third;
}

function isoDateAt(bytes: Uint8Array, start: number): number {
  if (bytes[start + 4] !== MINUS || bytes[start + 7] !== MINUS) return NaN;
  const century = twoDigitsAt(bytes, start);
  const year = twoDigitsAt(bytes, start + 2);
  return year > 99 ? NaN : daysOf(century * 100 + year, twoDigitsAt(bytes, start + 5), twoDigitsAt(bytes, start + 8));
}

/** A point and one to six digits. */
function fractionAt(bytes: Uint8Array, start: number, end: number): number {
  const digits = end - start - 1;
  if (bytes[start] !== POINT || digits < 1 || digits > 6) return NaN;
  let value = 0;
  for (let at = start + 1; at < end; at += 1) {
    const digit = digitAt(bytes, at);
    if (digit > 9) return NaN;
    value = value * 10 + digit;
  }
  return value * (POWERS_OF_TEN[6 - digits] ?? NaN);
}

/** One step of a scan: digits for a field, the name of a month, or a literal byte. */
type Step =
  | { readonly kind: 'digits'; readonly field: number; readonly least: number; readonly most: number }
  | { readonly kind: 'month' }
  | { readonly kind: 'literal'; readonly byte: number };

/** The index of each field. */
const FIELDS: Readonly<Record<string, number>> = {
  year: 0,
  shortYear: 1,
  month: 2,
  day: 3,
  hour: 4,
  minute: 5,
  second: 6,
};
const ABBREVIATION_LETTERS = 3;

/** A scan for formats of numbers, month names and ASCII; null for rarer formats, which the reference cast reads. */
export function createFormatScan(format: string, purpose: 'date' | 'datetime'): Scan | null {
  const steps: Step[] = [];
  for (const part of parseFormat(format)) {
    const step = stepOf(part);
    if (step === null) return null;
    steps.push(step);
  }
  const fields = new Int32Array(7);
  const hasShortYear = steps.some((step) => step.kind === 'digits' && step.field === FIELDS.shortYear);
  return (bytes, start, end) => {
    if (!readFields(steps, fields, bytes, start, end)) return NaN;
    const [longYear = 0, shortYear = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = fields;
    const year = hasShortYear ? shortYear + (shortYear >= 69 ? 1900 : 2000) : longYear;
    const days = daysOf(year, month, day);
    if (purpose === 'date') return days;
    if (hour > 23 || minute > 59 || second > 59) return NaN;
    return ofDay(days, (hour * 3600 + minute * 60 + second) * 1_000_000);
  };
}

function stepOf(part: FormatPart): Step | null {
  if (part.kind === 'literal') {
    const byte = part.text.charCodeAt(0);
    return part.text.length === 1 && byte < 0x80 ? { kind: 'literal', byte } : null;
  }
  if (part.kind === 'name') return part.field === 'month' ? { kind: 'month' } : null;
  if (part.kind === 'offset') return null;
  const field = FIELDS[part.field];
  return field === undefined ? null : { kind: 'digits', field, least: part.least, most: part.most };
}

function readFields(
  steps: readonly Step[],
  fields: Int32Array,
  bytes: Uint8Array,
  start: number,
  end: number,
): boolean {
  let at = start;
  for (let index = 0; index < steps.length; index += 1) {
    const step = steps[index] as Step;
    if (step.kind === 'digits') {
      const last = at + step.most < end ? at + step.most : end;
      const from = at;
      let value = 0;
      for (; at < last; at += 1) {
        const digit = digitAt(bytes, at);
        if (digit > 9) break;
        value = value * 10 + digit;
      }
      if (at - from < step.least) return false;
      fields[step.field] = value;
    } else if (step.kind === 'literal') {
      if (at >= end || bytes[at] !== step.byte) return false;
      at += 1;
    } else {
      if (at + ABBREVIATION_LETTERS > end) return false;
      const month = monthNameAt(bytes, at);
      at += ABBREVIATION_LETTERS;
      // Another letter after the three may belong to a full name, which the reference cast reads.
      if (month === 0 || (at < end && isLetter(bytes[at] ?? 0))) return false;
      fields[2] = month;
    }
  }
  return at === end;
}

function isLetter(byte: number): boolean {
  const lower = byte | LOWER_BIT;
  return lower >= 0x61 && lower <= 0x7a;
}
