import { Precision, Type } from 'apache-arrow';
import type { Data, Float, Int } from 'apache-arrow';
import { NARROW_DECIMAL_PRECISION, type TypedColumn } from '../../columns/typed.js';
import type { ColumnContract } from '../../columns/contract.js';
import { EXACT_DIGITS, POWERS_OF_TEN } from './scan.js';
import type { Ask } from '../reference-cast.js';

type Numbers =
  | Int8Array
  | Int16Array
  | Int32Array
  | Uint8Array
  | Uint16Array
  | Uint32Array
  | Float32Array
  | Float64Array;

/** Numbers into another type of numbers, as far as doubles are exact; null when there is no such road. */
export function readNumbers(
  type: ColumnContract['type'],
  data: Data,
  present: Uint8Array | null,
  ask: Ask,
): TypedColumn | null {
  const convert = createConvert(type);
  const numbers = convert === null ? null : numbersOf(data);
  if (convert === null || numbers === null) return null;
  if (type.kind === 'float') {
    const values = new Float64Array(data.length);
    for (let row = 0; row < data.length; row += 1) {
      if (present !== null && present[row] === 0) continue;
      const value = numbers(row);
      values[row] = Number.isNaN(value) ? Number(ask(row)) : value;
    }
    return { type, present, values };
  }
  const values = new BigInt64Array(data.length);
  const halves = new Int32Array(values.buffer);
  for (let row = 0; row < data.length; row += 1) {
    if (present !== null && present[row] === 0) continue;
    const value = convert(numbers(row));
    if (Number.isNaN(value)) {
      values[row] = (ask(row) as bigint | undefined) ?? 0n;
    } else {
      halves[row * 2] = value | 0;
      halves[row * 2 + 1] = Math.floor(value / 4_294_967_296);
    }
  }
  return { type, present, values } as TypedColumn;
}

/** NaN where the reference has to be asked. */
function createConvert(type: ColumnContract['type']): ((value: number) => number) | null {
  if (type.kind === 'float') return (value) => value;
  if (type.kind === 'int') return (value) => (Number.isSafeInteger(value) ? value : NaN);
  if (type.kind !== 'decimal' || type.precision > NARROW_DECIMAL_PRECISION) return null;
  const unit = POWERS_OF_TEN[type.scale] ?? NaN;
  const limit = POWERS_OF_TEN[Math.min(type.precision, EXACT_DIGITS)] ?? NaN;
  // A decimal of at most 15 digits that gives the float back is the float's shortest text: no other is as short.
  return (value) => {
    const unscaled = Math.round(value * unit);
    return unscaled / unit === value && Math.abs(unscaled) < limit ? unscaled : NaN;
  };
}

/** The numbers of a column as doubles, NaN for integers beyond 2^53; null when the column holds no numbers. */
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
