import { DateUnit, Precision, TimeUnit, Type } from 'apache-arrow';
import type { Data, Date_, Decimal, Float, Struct, Time, Timestamp } from 'apache-arrow';
import type { Cell, DecimalCell } from './cell.js';
import { cellJson } from './cell-text.js';
import type { IncomingColumn } from './incoming.js';

/**
 * One value of a column in any form. Arrow integers of 64 bits are bigints, smaller ones numbers; lists, structs and
 * maps are JSON text.
 */
export function cellAt(column: IncomingColumn, row: number): Cell {
  return column.form === 'cells' ? (column.cells[row] ?? null) : arrowCell(column.data, row);
}

function arrowCell(data: Data, row: number): Cell {
  return isNull(data, row) ? null : arrowValue(data, row);
}

function isNull(data: Data, row: number): boolean {
  if (data.typeId === Type.Null) return true;
  if (data.nullCount === 0) return false;
  const bit = data.offset + row;
  return ((data.nullBitmap[bit >> 3] ?? 0) & (1 << (bit & 7))) === 0;
}

function arrowValue(data: Data, row: number): Cell {
  switch (data.typeId) {
    case Type.Bool:
      return boolAt(data, row);
    case Type.Int:
      return numbersOf(data)[row] ?? null;
    case Type.Float:
      return floatAt(data as Data<Float>, row);
    case Type.Decimal:
      return decimalAt(data as Data<Decimal>, row);
    case Type.Date:
      return dateAt(data as Data<Date_>, row);
    case Type.Time:
      return { kind: 'time', nanoseconds: nanosecondsAt(data as Data<Time>, row) };
    case Type.Timestamp: {
      const { timezone } = (data as Data<Timestamp>).type;
      // In Arrow, an empty zone means none.
      return { kind: 'datetime', nanoseconds: nanosecondsAt(data as Data<Timestamp>, row), zoned: Boolean(timezone) };
    }
    case Type.Utf8:
    case Type.LargeUtf8:
      return textOf(bytesAt(data, row));
    case Type.Binary:
    case Type.LargeBinary:
      return bytesAt(data, row);
    case Type.FixedSizeBinary:
      return (data.values as Uint8Array).subarray(row * data.stride, (row + 1) * data.stride);
    case Type.Dictionary:
      return dictionaryValueAt(data, row);
    case Type.List:
    case Type.LargeList:
    case Type.FixedSizeList:
      return { kind: 'nested', json: listJson(data, row) };
    case Type.Struct:
      return { kind: 'nested', json: structJson(data as Data<Struct>, row) };
    case Type.Map:
      return { kind: 'nested', json: mapJson(data, row) };
    default:
      throw new TypeError(`a column of the Arrow type ${Type[data.typeId]} has no cells`);
  }
}

type IntegerArray = Int8Array | Int16Array | Int32Array | Uint8Array | Uint16Array | Uint32Array;

function numbersOf(data: Data): IntegerArray | BigInt64Array | BigUint64Array {
  return data.values as IntegerArray | BigInt64Array | BigUint64Array;
}

/** Bits cannot be sliced at byte borders, so they count from the offset of the data. */
function boolAt(data: Data, row: number): boolean {
  const bit = data.offset + row;
  return (((data.values as Uint8Array)[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0;
}

function floatAt({ type, values }: Data<Float>, row: number): number {
  const value = values[row] ?? NaN;
  return type.precision === Precision.HALF ? halfFloat(value) : value;
}

/** The 16 bits of a float16: 1 sign, 5 exponent (bias 15), 10 fraction. */
function halfFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}

/** Little-endian words of 32 bits in two's complement, four or eight of them. */
function decimalAt({ type, values, stride }: Data<Decimal>, row: number): DecimalCell {
  let unsigned = 0n;
  for (let word = stride - 1; word >= 0; word -= 1) {
    unsigned = (unsigned << 32n) | BigInt(values[row * stride + word] ?? 0);
  }
  return { kind: 'decimal', unscaled: BigInt.asIntN(stride * 32, unsigned), scale: type.scale };
}

const MILLISECONDS_PER_DAY = 86_400_000;

/** A date64 with a time of day is a datetime; it is not truncated to its day. */
function dateAt({ type, values }: Data<Date_>, row: number): Cell {
  if (type.unit === DateUnit.DAY) return { kind: 'date', days: Number(values[row]) };
  const milliseconds = (values as BigInt64Array)[row] ?? 0n;
  if (milliseconds % BigInt(MILLISECONDS_PER_DAY) !== 0n) {
    return { kind: 'datetime', nanoseconds: milliseconds * 1_000_000n, zoned: false };
  }
  return { kind: 'date', days: Number(milliseconds / BigInt(MILLISECONDS_PER_DAY)) };
}

const NANOSECONDS_PER: Readonly<Record<TimeUnit, bigint>> = {
  [TimeUnit.SECOND]: 1_000_000_000n,
  [TimeUnit.MILLISECOND]: 1_000_000n,
  [TimeUnit.MICROSECOND]: 1000n,
  [TimeUnit.NANOSECOND]: 1n,
};

function nanosecondsAt({ type, values }: Data<Time> | Data<Timestamp>, row: number): bigint {
  return BigInt(values[row] ?? 0) * NANOSECONDS_PER[type.unit];
}

function bytesAt(data: Data, row: number): Uint8Array {
  const [start, end] = rangeAt(data, row);
  return (data.values as Uint8Array).subarray(start, end);
}

function rangeAt({ valueOffsets }: Data, row: number): [start: number, end: number] {
  const offsets = valueOffsets as Int32Array | BigInt64Array;
  return [Number(offsets[row]), Number(offsets[row + 1])];
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

/** A dictionary that grew by deltas has several chunks. */
function dictionaryValueAt(data: Data, row: number): Cell {
  let index = Number(numbersOf(data)[row]);
  const chunks = (data.dictionary?.data ?? []) as readonly Data[];
  for (const chunk of chunks) {
    if (index < chunk.length) return arrowCell(chunk, index);
    index -= chunk.length;
  }
  return null;
}

function listJson(data: Data, row: number): string {
  const [start, end] =
    data.typeId === Type.FixedSizeList ? [row * data.stride, (row + 1) * data.stride] : rangeAt(data, row);
  const [items] = data.children as [Data];
  const texts: string[] = [];
  for (let index = start; index < end; index += 1) texts.push(cellJson(arrowCell(items, index)));
  return `[${texts.join(',')}]`;
}

function structJson({ type, children }: Data<Struct>, row: number): string {
  const members = type.children.map((field, index) => {
    const child = children[index];
    return `${JSON.stringify(field.name)}:${child ? cellJson(arrowCell(child, row)) : 'null'}`;
  });
  return `{${members.join(',')}}`;
}

/** Keys that are not text become the text of their JSON. */
function mapJson(data: Data, row: number): string {
  const [start, end] = rangeAt(data, row);
  const [entries] = data.children as [Data];
  const [keys, values] = entries.children as [Data, Data];
  const members: string[] = [];
  for (let index = start; index < end; index += 1) {
    const key = arrowCell(keys, index);
    const keyText = typeof key === 'string' ? key : cellJson(key).replace(/^"(.*)"$/, '$1');
    members.push(`${JSON.stringify(keyText)}:${cellJson(arrowCell(values, index))}`);
  }
  return `{${members.join(',')}}`;
}
