import assert from 'node:assert';
import { dateText, decimalText } from '../../columns/cell-text.js';
import type { TypedColumn } from '../../columns/typed.js';

type FixedWidthColumn = Extract<TypedColumn, { values: unknown }>;
type TextOfRow = (row: number) => string;

/** The text of a number, date or time, in ASCII and without quotes. Exact: it reads back as the same value. */
export function valueText({ type, values }: FixedWidthColumn): TextOfRow {
  if (values instanceof Float64Array) return (row) => doubleText(values[row] ?? 0);
  if (values instanceof Uint8Array) return (row) => (values[row] === 0 ? 'false' : 'true');
  if (values instanceof Int32Array) return datesText(values);
  if (type.kind === 'decimal') {
    const unscaled = 'wide' in values ? wideInteger(values.wide) : (row: number) => values[row] ?? 0n;
    return (row) => decimalText({ kind: 'decimal', unscaled: unscaled(row), scale: type.scale });
  }
  assert(!('wide' in values), 'only decimals are wide');
  if (type.kind === 'time') return (row) => clockText(Number(values[row] ?? 0n));
  if (type.kind === 'datetime') return datetimesText(values, type.zone === null ? '' : '+00:00');
  return (row) => String(values[row] ?? 0n);
}

/** A whole double keeps its point, so that who reads the text sees a float; -0 keeps its sign. */
function doubleText(value: number): string {
  if (Object.is(value, -0)) return '-0.0';
  const text = String(value);
  return Number.isInteger(value) && !text.includes('e') ? `${text}.0` : text;
}

/** Dates repeat from row to row, and their text costs more than to compare them. */
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

const MICROSECONDS_PER_DAY = 86_400_000_000;

function datetimesText(microseconds: BigInt64Array, offset: string): TextOfRow {
  const textOf = dayText();
  return (row) => {
    const value = microseconds[row] ?? 0n;
    const ofDay = Number(((value % DAY) + DAY) % DAY);
    const days = Number((value - BigInt(ofDay)) / DAY);
    return `${textOf(days)}T${clockText(ofDay)}${offset}`;
  };
}

const DAY = BigInt(MICROSECONDS_PER_DAY);

/** The fraction has 0, 3 or 6 digits, the fewest that lose nothing. */
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

function wideInteger(wide: Uint8Array): (row: number) => bigint {
  const view = new DataView(wide.buffer, wide.byteOffset, wide.byteLength);
  return (row) => (view.getBigInt64(row * 16 + 8, true) << 64n) | view.getBigUint64(row * 16, true);
}
