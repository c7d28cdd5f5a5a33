import { COLON, digitAt, LOWER_BIT, MINUS, PLUS, POINT, SPACE, twoDigitsAt } from '../../../contract/index.js';

/**
 * The form of a time of day as one number: clock | half << 3 | zone << 5, plus whether the hour has two digits, as in
 * ISO 8601.
 */
export const CLOCKS = ['', '%H:%M', '%H:%M:%S', '%H:%M:%S.%f', '%H:%M:%S,%f', '%H:%M:%S.%f'] as const;
/** A clock with more than six fraction digits, zeros after the sixth: only ISO 8601 reads it. */
const LONG_FRACTION = 5;
export const HALVES = ['', '%p', ' %p'] as const;
export const ZONES = ['', '%z', ' %z', ' UTC'] as const;
export const TIME_BITS = 7;
export const PADDED_HOUR = 1 << TIME_BITS;

export const NO_TIME = -1;
export const TOO_FINE = -2;

const COMMA = 0x2c;
const LOWER_A = 0x61;
const LOWER_M = 0x6d;
const LOWER_P = 0x70;
const LOWER_Z = 0x7a;

/** The form of the time between `start` and `end`; NO_TIME for other texts. */
export function classifyTime(bytes: Uint8Array, start: number, end: number): number {
  const hourDigits = digitAt(bytes, start + 1) <= 9 ? 2 : 1;
  const hour = hourDigits === 2 ? twoDigitsAt(bytes, start) : digitAt(bytes, start);
  let at = start + hourDigits;
  if (hour > 23 || bytes[at] !== COLON || twoDigitsAt(bytes, at + 1) > 59) return NO_TIME;
  at += 3;
  let clock = 1;
  if (at < end && bytes[at] === COLON) {
    if (twoDigitsAt(bytes, at + 1) > 59) return NO_TIME;
    at += 3;
    clock = 2;
    const mark = bytes[at];
    if (at < end && (mark === POINT || mark === COMMA)) {
      const fractionEnd = fractionEndOf(bytes, at + 1, end);
      const digits = fractionEnd - at - 1;
      if (digits === 0) return NO_TIME;
      if (digits > 6 && !areZeros(bytes, at + 7, fractionEnd)) return TOO_FINE;
      clock = digits > 6 ? LONG_FRACTION : mark === POINT ? 3 : 4;
      at = fractionEnd;
    }
  }
  if (at > end) return NO_TIME;
  const half = halfAt(bytes, at, end);
  if (half > 0 && (hour < 1 || hour > 12)) return NO_TIME;
  const zone = zoneAt(bytes, at + (half === 0 ? 0 : half + 1), end);
  if (zone === -1) return NO_TIME;
  return clock | (half << 3) | (zone << 5) | (hourDigits === 2 ? PADDED_HOUR : 0);
}

/** The strptime format of a time; `%I` is the hour where AM or PM follows. */
export function timeFormat(time: number): string {
  const half = HALVES[(time >> 3) & 3] ?? '';
  const clock = CLOCKS[time & 7] ?? '';
  return (half === '' ? clock : clock.replace('%H', '%I')) + half + (ZONES[(time >> 5) & 3] ?? '');
}

/** Whether it is in ISO 8601: no AM, no comma, the offset directly after the clock. */
export function isIsoTime(time: number): boolean {
  const clock = time & 7;
  const zone = (time >> 5) & 3;
  return (time & PADDED_HOUR) !== 0 && clock !== 4 && ((time >> 3) & 3) === 0 && zone <= 1;
}

export function isOnlyIso(time: number): boolean {
  return (time & 7) === LONG_FRACTION;
}

export function zoneOf(time: number): number {
  return (time >> 5) & 3;
}

function fractionEndOf(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && digitAt(bytes, at) <= 9) at += 1;
  return at;
}

function areZeros(bytes: Uint8Array, from: number, end: number): boolean {
  for (let at = from; at < end; at += 1) if (digitAt(bytes, at) !== 0) return false;
  return true;
}

/** 1 for `AM` directly after the clock, 2 for one after a space, 0 for none. */
function halfAt(bytes: Uint8Array, at: number, end: number): number {
  const from = bytes[at] === SPACE ? at + 1 : at;
  if (from + 2 > end) return 0;
  const first = (bytes[from] ?? 0) | LOWER_BIT;
  if ((first !== LOWER_A && first !== LOWER_P) || ((bytes[from + 1] ?? 0) | LOWER_BIT) !== LOWER_M) return 0;
  return from === at ? 1 : 2;
}

/** The index in ZONES of the zone at the end of the text; -1 for anything else. */
function zoneAt(bytes: Uint8Array, at: number, end: number): number {
  if (at === end) return 0;
  const spaced = bytes[at] === SPACE;
  const from = spaced ? at + 1 : at;
  const first = bytes[from] ?? 0;
  if (spaced && end - from === 3 && first === 0x55 && bytes[from + 1] === 0x54 && bytes[from + 2] === 0x43) return 3;
  if ((first | LOWER_BIT) === LOWER_Z) return from + 1 === end ? (spaced ? 2 : 1) : -1;
  if (first !== PLUS && first !== MINUS) return -1;
  const length = end - from;
  if (length !== 3 && length !== 5 && length !== 6) return -1;
  const minutesAt = length === 6 ? from + 4 : from + 3;
  if (length === 6 && bytes[from + 3] !== COLON) return -1;
  if (twoDigitsAt(bytes, from + 1) > 23 || (length > 3 && twoDigitsAt(bytes, minutesAt) > 59)) return -1;
  return spaced ? 2 : 1;
}
