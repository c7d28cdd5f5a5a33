import { daysFromCivil } from '../columns/civil.js';
import { clockFault, dateFault } from './faults.js';
import {
  isMisreading,
  misread,
  otherForm,
  TOO_PRECISE,
  type Misreading,
  type Reader,
  type Reading,
} from './reading.js';

const DATE = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/;
const TIME = /^([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]+))?)?$/;
const OFFSET = /(?:[Zz]|[+-][0-9]{2}(?::?[0-9]{2})?)$/;
const FRACTION_DIGITS = 6;

/** `2024-01-31`. */
export const readIsoDate: Reader = (text) => {
  const match = DATE.exec(text);
  if (match === null) return otherForm(looksLikeAnotherForm(text) ? 'without a format it is written 2024-01-31' : null);
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const fault = dateFault(year, month, day);
  if (fault !== null) return misread(fault);
  return { days: daysFromCivil(year, month, day), microseconds: null, offsetSeconds: null };
};

/** `10:00`, `10:00:00`, `10:00:00.123456`. */
export const readIsoTime: Reader = (text) => {
  const match = TIME.exec(text);
  if (match === null) return otherForm();
  const [hour, minute, second] = [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)];
  const fault = clockFault(hour, minute, second);
  if (fault !== null) return misread(fault);
  const fraction = match[4] ?? '';
  if (/[1-9]/.test(fraction.slice(FRACTION_DIGITS))) return TOO_PRECISE;
  const fractionMicroseconds = Number(fraction.slice(0, FRACTION_DIGITS).padEnd(FRACTION_DIGITS, '0'));
  const microseconds = (hour * 3600 + minute * 60 + second) * 1_000_000 + fractionMicroseconds;
  return { days: null, microseconds, offsetSeconds: null };
};

/**
 * A date, or a date and a time with `T` or a space between them and an optional offset: `Z`, `+02:00`, `+0200`, `+02`.
 */
export const readIsoDatetime: Reader = (text) => {
  const date = readIsoDate(text.slice(0, 10));
  if (text.length <= 10 || !/[Tt ]/.test(text.charAt(10))) return text.length === 10 ? date : readIsoDate(text);
  if (isMisreading(date)) return date;
  const rest = text.slice(11);
  const offset = OFFSET.exec(rest)?.[0] ?? '';
  const time = readIsoTime(rest.slice(0, rest.length - offset.length));
  return isMisreading(time) ? time : withOffset({ ...time, days: date.days }, offset);
};

/** `offset` is '' or one of the forms above. */
export function withOffset(reading: Reading, offset: string): Reading | Misreading {
  if (offset === '') return reading;
  if (offset === 'Z' || offset === 'z') return { ...reading, offsetSeconds: 0 };
  const digits = offset.slice(1).replace(':', '').padEnd(4, '0');
  const [hours, minutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2))];
  if (hours > 23 || minutes > 59) return misread(`the offset ${offset} doesn't exist`);
  const seconds = hours * 3600 + minutes * 60;
  return { ...reading, offsetSeconds: offset.startsWith('-') ? -seconds : seconds };
}

/** Dates in other notations are the most common problem, and a declared format fixes it. */
function looksLikeAnotherForm(text: string): boolean {
  return /^[0-9]{1,4}[-./ ]([0-9]{1,2}|[A-Za-z]{3,9})[-./ ][0-9]{1,4}/.test(text) || /^[0-9]{8}$/.test(text);
}
