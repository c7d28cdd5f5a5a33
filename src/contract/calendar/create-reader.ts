import { daysFromCivil, isLeapYear } from '../columns/civil.js';
import { clockFault, dateFault, MONTH_NAMES } from './faults.js';
import { checkFormatFields, type FormatPart, type FormatPurpose, parseFormat } from './format.js';
import { readIsoDate, readIsoDatetime, readIsoTime, withOffset } from './iso.js';
import { misread, type Misreading, otherForm, type Reader, type Reading } from './reading.js';

const ISO_READERS: Readonly<Record<FormatPurpose, Reader>> = {
  date: readIsoDate,
  datetime: readIsoDatetime,
  time: readIsoTime,
};

/** ISO 8601 unless a format is declared. Throws a FormatError if the format does not suit the purpose. */
export function createReader(purpose: FormatPurpose, format: string | null): Reader {
  if (format === null) return ISO_READERS[purpose];
  const parts = parseFormat(format);
  checkFormatFields(parts, purpose);
  return createFormatReader(format, parts);
}

const WEEKDAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
const HALF_NAMES = ['AM', 'PM'] as const;
const NAMES = { month: MONTH_NAMES, weekday: WEEKDAY_NAMES, half: HALF_NAMES };
const ABBREVIATION_LETTERS = 3;

/** The numbers read from a text, by field. Names count from 0. */
type Fields = Partial<Record<string, number>>;

/** Reads texts that are written in a format. */
function createFormatReader(format: string, parts: readonly FormatPart[]): Reader {
  const notInFormat = otherForm(`it is not written as ${format}`);
  return (text) => {
    const fields: Fields = {};
    let offset = '';
    let at = 0;
    for (const part of parts) {
      const length = lengthOf(part, text, at, fields);
      if (length === 0) return notInFormat;
      if (part.kind === 'offset') offset = text.slice(at, at + length);
      at += length;
    }
    return at === text.length ? assembled(fields, offset) : notInFormat;
  };
}

/** The length of the part in the text; 0 if the text does not match. Records the number it reads. */
function lengthOf(part: FormatPart, text: string, at: number, fields: Fields): number {
  switch (part.kind) {
    case 'literal':
      return text.startsWith(part.text, at) ? part.text.length : 0;
    case 'offset':
      return /^(?:[Zz]|[+-][0-9]{2}(?::?[0-9]{2})?)/.exec(text.slice(at, at + 6))?.[0].length ?? 0;
    case 'digits': {
      const digits = /^[0-9]*/.exec(text.slice(at, at + part.most))?.[0] ?? '';
      if (digits.length < part.least) return 0;
      fields[part.field] = Number(part.field === 'fraction' ? digits.padEnd(part.most, '0') : digits);
      return digits.length;
    }
    case 'name': {
      const found = nameAt(NAMES[part.field], text, at);
      if (found === null) return 0;
      fields[part.field] = part.field === 'month' ? found.index + 1 : found.index;
      return found.length;
    }
  }
}

/** Full names and their first three letters, in any case, for %b and %B alike. */
function nameAt(names: readonly string[], text: string, at: number): { index: number; length: number } | null {
  const ahead = text.slice(at, at + 9).toLowerCase();
  for (const [index, name] of names.entries()) {
    if (ahead.startsWith(name.toLowerCase())) return { index, length: name.length };
  }
  for (const [index, name] of names.entries()) {
    const short = name.slice(0, ABBREVIATION_LETTERS).toLowerCase();
    if (ahead.startsWith(short)) return { index, length: short.length };
  }
  return null;
}

function assembled(fields: Fields, offset: string): Reading | Misreading {
  const days = daysOf(fields);
  if (days !== null && typeof days === 'object') return days;
  const microseconds = microsecondsOf(fields);
  if (microseconds !== null && typeof microseconds === 'object') return microseconds;
  return withOffset({ days, microseconds, offsetSeconds: null }, offset);
}

function daysOf(fields: Fields): number | null | Misreading {
  const year = fields.year ?? (fields.shortYear === undefined ? undefined : fullYear(fields.shortYear));
  if (year === undefined) return null;
  const days = fields.dayOfYear === undefined ? dayOfMonth(year, fields) : dayOfYear(year, fields.dayOfYear);
  if (typeof days !== 'number' || fields.weekday === undefined) return days;
  // 1970-01-01 was a Thursday, the fourth day of its week.
  const weekday = (((days + 3) % 7) + 7) % 7;
  return weekday === fields.weekday ? days : misread(`that day is a ${WEEKDAY_NAMES[weekday] ?? ''}`);
}

/** As in POSIX: 69 to 99 belong to the last century, 00 to 68 to this one. */
function fullYear(short: number): number {
  return short >= 69 ? 1900 + short : 2000 + short;
}

function dayOfMonth(year: number, { month = 0, day = 0 }: Fields): number | Misreading {
  const fault = dateFault(year, month, day);
  return fault === null ? daysFromCivil(year, month, day) : misread(fault);
}

function dayOfYear(year: number, day: number): number | Misreading {
  if (year < 1) return misread(dateFault(year, 1, 1));
  if (day < 1 || day > (isLeapYear(year) ? 366 : 365)) return misread(`${year} has no day ${day}`);
  return daysFromCivil(year, 1, 1) + day - 1;
}

function microsecondsOf(fields: Fields): number | null | Misreading {
  const { hour12, half = 0, minute = 0, second = 0, fraction = 0 } = fields;
  if (hour12 !== undefined && (hour12 < 1 || hour12 > 12))
    return misread(`hour ${hour12} doesn't exist before AM or PM`);
  const hour = hour12 === undefined ? fields.hour : (hour12 % 12) + 12 * half;
  if (hour === undefined) return null;
  const fault = clockFault(hour, minute, second);
  return fault === null ? (hour * 3600 + minute * 60 + second) * 1_000_000 + fraction : misread(fault);
}
