import { type Data, type Decimal, type Float, type Int, Precision, type Timestamp, TimeUnit, Type } from 'apache-arrow';
import type { ColumnContract } from '../../columns/contract.js';
import { NARROW_DECIMAL_PRECISION, type TypedColumn } from '../../columns/typed.js';
import type { RowCast } from '../reference-cast.js';
import { EXACT_DIGITS, POWERS_OF_TEN } from './scan.js';

type Numbers =
  | Int8Array
  | Int16Array
  | Int32Array
  | Uint8Array
  | Uint16Array
  | Uint32Array
  | Float32Array
  | Float64Array;

/** Converts numbers to another number type, as far as doubles are exact; null without a fast path. */
export function readNumbers(
  type: ColumnContract['type'],
  data: Data,
  present: Uint8Array | null,
  castRow: RowCast,
): TypedColumn | null {
  const convert = createConvert(type);
  const numbers = convert === null ? null : numbersOf(data);
  if (convert === null || numbers === null) return null;
  if (type.kind === 'float') {
    const values = new Float64Array(data.length);
    for (let row = 0; row < data.length; row += 1) {
      if (present !== null && present[row] === 0) continue;
      const value = numbers(row);
      values[row] = Number.isNaN(value) ? Number(castRow(row)) : value;
    }
    return { type, present, values };
  }
  const values = new BigInt64Array(data.length);
  const halves = new Int32Array(values.buffer);
  for (let row = 0; row < data.length; row += 1) {
    if (present !== null && present[row] === 0) continue;
    const value = convert(numbers(row));
    if (Number.isNaN(value)) {
      values[row] = (castRow(row) as bigint | undefined) ?? 0n;
    } else {
      halves[row * 2] = value | 0;
      halves[row * 2 + 1] = Math.floor(value / 4_294_967_296);
    }
  }
  return { type, present, values } as TypedColumn;
}

/** NaN if the reference cast must decide. */
function createConvert(type: ColumnContract['type']): ((value: number) => number) | null {
  if (type.kind === 'float') return (value) => value;
  if (type.kind === 'int') return (value) => (Number.isSafeInteger(value) ? value : NaN);
  if (type.kind !== 'decimal' || type.precision > NARROW_DECIMAL_PRECISION) return null;
  const unit = POWERS_OF_TEN[type.scale] ?? NaN;
  const limit = POWERS_OF_TEN[Math.min(type.precision, EXACT_DIGITS)] ?? NaN;
  // A decimal of at most 15 digits that converts back to the same float is the float's shortest text: no other is as
  // short.
  return (value) => {
    const unscaled = Math.round(value * unit);
    return unscaled / unit === value && Math.abs(unscaled) < limit ? unscaled : NaN;
  };
}

/** The numbers of a column as doubles, NaN for integers beyond 2^53; null if the column is not numeric. */
function numbersOf(data: Data): ((row: number) => number) | null {
  if (data.typeId === Type.Float && (data.type as Float).precision === Precision.HALF) return null;
  if (data.typeId !== Type.Float && data.typeId !== Type.Int) return null;
  if (data.typeId === Type.Float || (data.type as Int).bitWidth < 64) {
    const values = data.values as Numbers;
    return (row) => values[row] ?? NaN;
  }
  const values = data.values as unknown as BigInt64Array | BigUint64Array;
  const halves = new Int32Array(values.buffer, values.byteOffset, values.length * 2);
  const unsigned = !(data.type as Int).isSigned;
  return (row) => {
    const high = halves[row * 2 + 1] ?? 0;
    const value = (unsigned ? high >>> 0 : high) * 4_294_967_296 + ((halves[row * 2] ?? 0) >>> 0);
    return Number.isSafeInteger(value) ? value : NaN;
  };
}

/** Decimals of 128 bits and the same scale that fit into 64 bits; null for everything else. */
export function readDecimals(
  type: ColumnContract['type'],
  data: Data,
  present: Uint8Array | null,
  castRow: RowCast,
): TypedColumn | null {
  if (type.kind !== 'decimal' || type.precision > NARROW_DECIMAL_PRECISION || data.typeId !== Type.Decimal) return null;
  const { bitWidth, scale } = data.type as Decimal;
  if (bitWidth !== 128 || scale !== type.scale) return null;
  const words = data.values as unknown as Uint32Array;
  const values = new BigInt64Array(data.length);
  const halves = new Int32Array(values.buffer);
  // Below the limit by more than the error of a double at this size; values close to the limit go to the reference
  // cast.
  const limit = 10 ** type.precision * (1 - 2 ** -40);
  for (let row = 0; row < data.length; row += 1) {
    if (present !== null && present[row] === 0) continue;
    const low = words[row * 4] ?? 0;
    const high = (words[row * 4 + 1] ?? 0) | 0;
    const sign = high < 0 ? 0xffff_ffff : 0;
    const fits = words[row * 4 + 2] === sign && words[row * 4 + 3] === sign;
    if (fits && Math.abs(high * 4_294_967_296 + low) < limit) {
      halves[row * 2] = low | 0;
      halves[row * 2 + 1] = high;
    } else {
      values[row] = (castRow(row) as bigint | undefined) ?? 0n;
    }
  }
  return { type, present, values };
}

/** Beyond this, a multiplication by a million could exceed 64 bits. */
const SAFE_FACTOR_RANGE = 9_000_000_000_000n;

/** Timestamps in other units than microseconds (pandas 2 has nanoseconds); null for everything else. */
export function readTimestamps(
  type: ColumnContract['type'],
  data: Data,
  present: Uint8Array | null,
  castRow: RowCast,
): TypedColumn | null {
  if (type.kind !== 'datetime' || data.typeId !== Type.Timestamp) return null;
  const { unit, timezone } = data.type as Timestamp;
  if (Boolean(timezone) !== (type.zone !== null)) return null;
  const given = data.values as unknown as BigInt64Array;
  const values = new BigInt64Array(data.length);
  const factor = unit === TimeUnit.SECOND ? 1_000_000n : 1000n;
  for (let row = 0; row < data.length; row += 1) {
    if (present !== null && present[row] === 0) continue;
    const value = given[row] ?? 0n;
    if (unit === TimeUnit.NANOSECOND) {
      const microseconds = value / 1000n;
      values[row] = microseconds * 1000n === value ? microseconds : ((castRow(row) as bigint | undefined) ?? 0n);
    } else if (value > -SAFE_FACTOR_RANGE && value < SAFE_FACTOR_RANGE) {
      values[row] = value * factor;
    } else {
      values[row] = (castRow(row) as bigint | undefined) ?? 0n;
    }
  }
  return { type, present, values };
}
