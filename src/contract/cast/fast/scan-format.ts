import { parseFormat, type FormatPart } from '../../calendar/format.js';
import { daysOf, monthNameAt, ofDay } from './scan-dates.js';
import { digitAt, LOWER_BIT, type Scan } from './scan.js';

/** One step of a scan: digits for a field, the name of a month, or a byte that must stand there. */
type Step =
  | { readonly kind: 'digits'; readonly field: number; readonly least: number; readonly most: number }
  | { readonly kind: 'month' }
  | { readonly kind: 'literal'; readonly byte: number };

/** Where each field is noted down. */
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

/** A scan for formats of numbers, month names and ASCII; null for the rarer ones, which the reference reads. */
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
      // Another letter behind the three may be the rest of the name, which the reference knows.
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
