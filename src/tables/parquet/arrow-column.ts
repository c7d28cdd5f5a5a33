import {
  Binary,
  Bool,
  type Data,
  type DataType,
  DateDay,
  Decimal,
  Float64,
  Int32,
  Int64,
  makeData,
  TimeNanosecond,
  Timestamp,
  TimeUnit as ArrowTimeUnit,
  Uint32,
  Uint64,
  Utf8,
} from 'apache-arrow';
import type { TimeUnit } from 'hyparquet';
import { integerOf, leafCell, type LeafType, unscaledOf } from './leaf-type.js';

/** The values of a column as the library returns them: a typed array, or an array with gaps for nulls. */
export type DecodedValues = ArrayLike<unknown>;

type Leaf<K extends LeafType['kind']> = Extract<LeafType, { kind: K }>;

const ARROW_UNITS: Readonly<Record<TimeUnit, ArrowTimeUnit>> = {
  MILLIS: ArrowTimeUnit.MILLISECOND,
  MICROS: ArrowTimeUnit.MICROSECOND,
  NANOS: ArrowTimeUnit.NANOSECOND,
};

/** Converts a column of a row group to Arrow, in the type that the file declares. */
export function arrowData(values: DecodedValues, type: LeafType): Data {
  switch (type.kind) {
    case 'bool':
      return boolData(values);
    case 'int32':
    case 'date':
      return filled(values, type.kind === 'date' ? new DateDay() : new Int32(), new Int32Array(values.length), Number);
    case 'uint32':
      return filled(values, new Uint32(), new Uint32Array(values.length), Number);
    case 'int64':
      return filled(values, new Int64(), new BigInt64Array(values.length), integerOf);
    case 'uint64':
      return filled(values, new Uint64(), new BigUint64Array(values.length), integerOf);
    case 'float':
      return filled(values, new Float64(), new Float64Array(values.length), Number);
    case 'decimal':
      return decimalData(values, type);
    case 'time':
      return filled(values, new TimeNanosecond(), new BigInt64Array(values.length), (value) => {
        const cell = leafCell(value, type) as { nanoseconds: bigint };
        return cell.nanoseconds;
      });
    case 'timestamp':
      return timestampData(values, type);
    default:
      return bytesData(values, type.kind === 'binary' ? new Binary() : new Utf8());
  }
}

function timestampData(values: DecodedValues, { unit, isInstant }: Leaf<'timestamp'>): Data {
  const type = new Timestamp(ARROW_UNITS[unit], isInstant ? 'UTC' : null);
  return filled(values, type, new BigInt64Array(values.length), integerOf);
}

function filled<V extends number | bigint>(
  values: DecodedValues,
  type: DataType,
  target: { [index: number]: V; readonly length: number },
  convert: (value: unknown) => V,
): Data {
  const nulls = createNulls(values.length);
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row];
    if (value === null || value === undefined) nulls.add(row);
    else target[row] = convert(value);
  }
  return dataOf(type, values.length, nulls, { data: target });
}

function boolData(values: DecodedValues): Data {
  const bits = new Uint8Array((values.length + 7) >> 3);
  const nulls = createNulls(values.length);
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row];
    if (value === null || value === undefined) nulls.add(row);
    else if (value === true || value === 1) bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7));
  }
  return dataOf(new Bool(), values.length, nulls, { data: bits });
}

const WORD = 0xffff_ffffn;

function decimalData(values: DecodedValues, { precision, scale }: Leaf<'decimal'>): Data {
  const words = precision > 38 ? 8 : 4;
  const target = new Uint32Array(values.length * words);
  const nulls = createNulls(values.length);
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row];
    if (value === null || value === undefined) {
      nulls.add(row);
      continue;
    }
    let rest = BigInt.asUintN(words * 32, unscaledOf(value));
    for (let word = 0; word < words; word += 1, rest >>= 32n) target[row * words + word] = Number(rest & WORD);
  }
  return dataOf(new Decimal(scale, precision, words * 32), values.length, nulls, { data: target });
}

function bytesData(values: DecodedValues, type: DataType): Data {
  const offsets = new Int32Array(values.length + 1);
  const pieces: Uint8Array[] = [];
  const nulls = createNulls(values.length);
  let length = 0;
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row];
    if (value === null || value === undefined) nulls.add(row);
    else {
      const piece = typeof value === 'string' ? Buffer.from(value, 'utf8') : (value as Uint8Array);
      pieces.push(piece);
      length += piece.length;
    }
    offsets[row + 1] = length;
  }
  return dataOf(type, values.length, nulls, { data: Buffer.concat(pieces, length), valueOffsets: offsets });
}

function createNulls(length: number) {
  const bitmap = new Uint8Array((length + 7) >> 3).fill(0xff);
  let count = 0;
  return {
    bitmap,
    get count() {
      return count;
    },
    add(row: number): void {
      bitmap[row >> 3] = (bitmap[row >> 3] ?? 0) & ~(1 << (row & 7));
      count += 1;
    },
  };
}

function dataOf(
  type: DataType,
  length: number,
  nulls: ReturnType<typeof createNulls>,
  buffers: { data: unknown; valueOffsets?: Int32Array },
): Data {
  const nullBitmap = nulls.count === 0 ? null : nulls.bitmap;
  return makeData({ type, length, nullCount: nulls.count, nullBitmap, ...buffers } as Parameters<typeof makeData>[0]);
}
