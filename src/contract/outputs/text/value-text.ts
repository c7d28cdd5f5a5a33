import assert from 'node:assert';
import { dateText } from '../../columns/cell-text.js';
import type { TypedColumn } from '../../columns/typed.js';

type FixedWidthColumn = Extract<TypedColumn, { values: unknown }>;
type TextOfRow = (row: number) => string;

/** The text of a number, date or time, in ASCII and without quotes. Exact: it reads back as the same value. */
export function valueText({ type, values }: FixedWidthColumn): TextOfRow {
  if (values instanceof Float64Array) return (row) => doubleText(values[row] ?? 0);
  if (values instanceof Uint8Array) return (row) => (values[row] === 0 ? 'false' : 'true');
  if (values instanceof Int32Array) return datesText(values);
  if (type.kind === 'decimal') {
    const digits = 'wide' in values ? wideIntegersText(values.wide) : integersText(values);
    return (row) => withPoint(digits(row), type.scale);
  }
  assert(!('wide' in values), 'only decimals are wide');
  if (type.kind === 'time') return (row) => clockText(Number(values[row] ?? 0n));
  if (type.kind === 'datetime') return datetimesText(values, type.zone === null ? '' : '+00:00');
  return integersText(values);
}

/** Almost all integers are exact as doubles, and need no BigInt for their text. */
function integersText(values: BigInt64Array): TextOfRow {
  const words = new Int32Array(values.buffer, values.byteOffset, values.length * 2);
  return (row) => {
    const value = (words[row * 2 + 1] ?? 0) * 0x1_0000_0000 + ((words[row * 2] ?? 0) >>> 0);
    return Number.isSafeInteger(value) ? String(value) : String(values[row]);
  };
}

function wideIntegersText(wide: Uint8Array): TextOfRow {
  const view = new DataView(wide.buffer, wide.byteOffset, wide.byteLength);
  return (row) => String((view.getBigInt64(row * 16 + 8, true) << 64n) | view.getBigUint64(row * 16, true));
}

/** `110` with scale 2 is `1.10`, and `-5` is `-0.05`. */
function withPoint(digits: string, scale: number): string {
  if (scale === 0) return digits;
  const negative = digits.startsWith('-');
  const padded = (negative ? digits.slice(1) : digits).padStart(scale + 1, '0');
  return `${negative ? '-' : ''}${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
}

/** An integral double keeps its point, so that it reads as a float; -0 keeps its sign. */
function doubleText(value: number): string {
  if (Object.is(value, -0)) return '-0.0';
  const text = String(value);
  return Number.isInteger(value) && !text.includes('e') ? `${text}.0` : text;
}

/** Dates repeat from row to row, and comparing them is cheaper than formatting. */
function datesText(days: ArrayLike<number>): TextOfRow {
  const textOf = dayText();
  return (row) => textOf(days[row] ?? 0);
}

function dayText(): (days: number) => string {
  let last = 0;
  let text = dateText({ kind: 'date', days: 0 });
  return (days) => {
    if (days !== last) {
      last = days;
      text = dateText({ kind: 'date', days });
    }
    return text;
  };
}

const MICROSECONDS_PER_DAY = 86_400_000_000n;

function datetimesText(microseconds: BigInt64Array, offset: string): TextOfRow {
  const textOf = dayText();
  return (row) => {
    const value = microseconds[row] ?? 0n;
    const ofDay = ((value % MICROSECONDS_PER_DAY) + MICROSECONDS_PER_DAY) % MICROSECONDS_PER_DAY;
    const days = (value - ofDay) / MICROSECONDS_PER_DAY;
    return `${textOf(Number(days))}T${clockText(Number(ofDay))}${offset}`;
  };
}

/** The fraction has 0, 3 or 6 digits: the fewest without loss. */
function clockText(microseconds: number): string {
  const seconds = Math.floor(microseconds / 1_000_000);
  const fraction = microseconds % 1_000_000;
  const clock = `${twoDigits(Math.floor(seconds / 3_600))}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;
  if (fraction === 0) return clock;
  return fraction % 1_000 === 0
    ? `${clock}.${String(fraction / 1_000).padStart(3, '0')}`
    : `${clock}.${String(fraction).padStart(6, '0')}`;
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}
