import { civilFromDays, daysFromCivil } from '../columns/civil.js';
import { createFormatReader } from './any-reader.js';
import { MONTH_NAMES } from './faults.js';
import { type FormatPart, type FormatPurpose, parseFormat } from './format.js';
import { isMisreading, type Reader, type Reading } from './reading.js';

export interface ConfusedFormats {
  /** Null is ISO 8601. */
  readonly formats: readonly [string | null, string | null];
  /** A text that both read, as different times. */
  readonly text: string;
}

/** Contracts are read for every file, and most have the same formats. */
const found = new Map<string, ConfusedFormats | null>();
const MOST_REMEMBERED = 1_000;

/** Two formats that read some text differently; null if no two do. */
export function confusedFormats(purpose: FormatPurpose, formats: readonly (string | null)[]): ConfusedFormats | null {
  const key = JSON.stringify([purpose, ...formats]);
  const known = found.get(key);
  if (known !== undefined) return known;
  if (found.size >= MOST_REMEMBERED) found.clear();
  const confused = findConfused(purpose, formats);
  found.set(key, confused);
  return confused;
}

/**
 * A text that both read was written in one of them, so
 * times are written in each format, in every way it allows, and read with the other one.
 */
function findConfused(purpose: FormatPurpose, formats: readonly (string | null)[]): ConfusedFormats | null {
  const readers = formats.map((format) => createFormatReader(purpose, format));
  for (const [index, format] of formats.entries()) {
    for (const text of textsIn(purpose, format)) {
      const own = (readers[index] as Reader)(text);
      if (isMisreading(own)) continue;
      for (const [other, read] of readers.entries()) {
        const reading = other === index ? own : read(text);
        if (isMisreading(reading) || isSame(own, reading)) continue;
        return { formats: [format, formats[other] ?? null], text };
      }
    }
  }
  return null;
}

function isSame(one: Reading, other: Reading): boolean {
  return (
    one.days === other.days &&
    (one.microseconds ?? 0) === (other.microseconds ?? 0) &&
    one.offsetSeconds === other.offsetSeconds
  );
}

interface Moment {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** Whether one-digit numbers are only written with two digits. */
  readonly isPadded: boolean;
}

/** Every part differs from the others and may be any other part, so fields that change places are found. */
const DISTINCT_PARTS: readonly Moment[] = [
  { year: 2003, month: 1, day: 2, hour: 4, minute: 5, second: 6, isPadded: false },
  { year: 2012, month: 11, day: 10, hour: 9, minute: 8, second: 7, isPadded: false },
];
/** For fields of different widths without a separator: `%Y%m%d` and `%d%m%Y`. */
const SCATTERED: readonly Moment[] = scatteredMoments(200);

const ISO_TEXTS: Readonly<Record<FormatPurpose, readonly string[]>> = {
  date: ['%Y-%m-%d'],
  datetime: ['%Y-%m-%d', ...['T', ' '].flatMap((mark) => clocks().map((clock) => `%Y-%m-%d${mark}${clock}`))],
  time: clocks(),
};

function clocks(): string[] {
  return ['%H:%M', '%H:%M:%S', '%H:%M:%S.%f', '%H:%M%z', '%H:%M:%S%z'];
}

function* textsIn(purpose: FormatPurpose, format: string | null): Generator<string> {
  for (const one of format === null ? ISO_TEXTS[purpose] : [format]) {
    const parts = parseFormat(one);
    const isRunTogether = parts.some(({ kind }, index) => kind === 'digits' && parts[index + 1]?.kind === 'digits');
    for (const moment of DISTINCT_PARTS) yield* written(parts, moment, 0);
    for (const moment of isRunTogether ? SCATTERED : []) yield* written(parts, moment, 0);
  }
}

/** Every text for the parts from an index on: a day or month of one digit is also written with two. */
function* written(parts: readonly FormatPart[], moment: Moment, index: number): Generator<string> {
  const part = parts[index];
  if (part === undefined) {
    yield '';
    return;
  }
  for (const rest of written(parts, moment, index + 1)) {
    for (const text of textsOf(part, moment)) yield text + rest;
  }
}

function textsOf(part: FormatPart, moment: Moment): readonly string[] {
  if (part.kind === 'literal') return [part.text];
  if (part.kind === 'offset') return ['Z', '+0200', '+02:00'];
  if (part.kind === 'name') return namesOf(part.field, moment);
  const value = numberOf(part.field, moment);
  const padded = String(value).padStart(part.most, '0');
  return moment.isPadded || part.least === part.most || value >= 10 ? [padded] : [padded, String(value)];
}

function numberOf(field: Extract<FormatPart, { kind: 'digits' }>['field'], moment: Moment): number {
  const { year, month, day, hour, minute, second } = moment;
  const days = daysFromCivil(year, month, day);
  const values = { year, month, day, hour, minute, second, fraction: 0 };
  if (field === 'shortYear') return year % 100;
  if (field === 'dayOfYear') return days - daysFromCivil(year, 1, 1) + 1;
  return field === 'hour12' ? hour % 12 || 12 : values[field];
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

function namesOf(field: Extract<FormatPart, { kind: 'name' }>['field'], moment: Moment): readonly string[] {
  const { year, month, day, hour } = moment;
  if (field === 'half') return [hour < 12 ? 'AM' : 'PM'];
  if (field === 'month') return [(MONTH_NAMES[month - 1] ?? '').slice(0, 3)];
  const weekday = (((daysFromCivil(year, month, day) + 3) % 7) + 7) % 7;
  return [WEEKDAYS[weekday] ?? ''];
}

/** Days all over the calendar, always the same ones. */
function scatteredMoments(count: number): Moment[] {
  const first = daysFromCivil(1, 1, 1);
  const span = daysFromCivil(9999, 12, 31) - first;
  return Array.from({ length: count }, (_, index) => {
    // Multiples of the golden ratio cover an interval evenly.
    const at = ((index + 1) * 0.618_033_988_749_895) % 1;
    const day = civilFromDays(first + Math.floor(at * span));
    return { ...day, hour: (index * 7) % 24, minute: (index * 11) % 60, second: (index * 13) % 60, isPadded: true };
  });
}
