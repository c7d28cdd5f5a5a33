import { isAscii, isUtf8 } from 'node:buffer';
import {
  type Data,
  type Date_,
  DateUnit,
  type Decimal,
  type Float,
  type Int,
  Precision,
  type Timestamp,
  TimeUnit,
  Type,
} from 'apache-arrow';
import type { ArrowColumn } from '../../columns/incoming.js';
import type { ColumnContract } from '../../columns/contract.js';
import { NARROW_DECIMAL_PRECISION, type TypedColumn, type VariableBytes } from '../../columns/typed.js';
import type { ColumnProblems } from '../../problems/column-problems.js';
import type { RowCast } from '../reference-cast.js';
import { notUtf8 } from '../values/string.js';

/** A column whose Arrow type equals the contract's: a view of its buffer. Null for other types. */
export function keepColumn({ type }: ColumnContract, data: Data, present: Uint8Array | null): TypedColumn | null {
  switch (type.kind) {
    case 'int':
      return isInt64(data) ? { type, present, values: data.values as unknown as BigInt64Array } : null;
    case 'float':
      return isFloat64(data) ? { type, present, values: data.values as Float64Array } : null;
    case 'date':
      return isDate32(data) ? { type, present, values: data.values as Int32Array } : null;
    case 'datetime':
      return isMicroseconds(data, type.zone !== null)
        ? { type, present, values: data.values as unknown as BigInt64Array }
        : null;
    case 'bool':
      return data.typeId === Type.Bool ? { type, present, values: unpacked(data) } : null;
    case 'decimal':
      return isWideDecimal(data, type) ? { type, present, values: { wide: bytesOf(data) } } : null;
    default:
      return null;
  }
}

function isInt64({ typeId, type }: Data): boolean {
  return typeId === Type.Int && (type as Int).bitWidth === 64 && (type as Int).isSigned;
}

function isFloat64({ typeId, type }: Data): boolean {
  return typeId === Type.Float && (type as Float).precision === Precision.DOUBLE;
}

function isDate32({ typeId, type }: Data): boolean {
  return typeId === Type.Date && (type as Date_).unit === DateUnit.DAY;
}

function isMicroseconds({ typeId, type }: Data, zoned: boolean): boolean {
  if (typeId !== Type.Timestamp) return false;
  const { unit, timezone } = type as Timestamp;
  return unit === TimeUnit.MICROSECOND && Boolean(timezone) === zoned;
}

/** Of 128 bits and the same scale, with no more digits than the column allows. */
function isWideDecimal({ typeId, type }: Data, wanted: { precision: number; scale: number }): boolean {
  if (typeId !== Type.Decimal || wanted.precision <= NARROW_DECIMAL_PRECISION) return false;
  const { bitWidth, scale, precision } = type as Decimal;
  return bitWidth === 128 && scale === wanted.scale && precision <= wanted.precision;
}

function bytesOf({ values, length }: Data): Uint8Array {
  const words = values as Uint32Array;
  return new Uint8Array(words.buffer, words.byteOffset, length * 16);
}

function unpacked({ values, offset, length }: Data): Uint8Array {
  const bits = values as Uint8Array;
  const bytes = new Uint8Array(length);
  for (let row = 0; row < length; row += 1) {
    const bit = offset + row;
    bytes[row] = ((bits[bit >> 3] ?? 0) >> (bit & 7)) & 1;
  }
  return bytes;
}

type BytesKind = 'string' | 'json' | 'binary';

/** Text and bytes that need no conversion: the buffers are reused. */
export function keepBytes(
  kind: BytesKind,
  given: VariableBytes,
  present: Uint8Array | null,
  { data: { length: rowCount }, isAscii: isKnownAscii = false }: ArrowColumn,
  problems: ColumnProblems,
  castRow: RowCast,
): TypedColumn {
  if (kind !== 'binary' && !isKnownAscii) checkUtf8(given, present, rowCount, problems);
  if (kind === 'json') {
    for (let row = 0; row < rowCount; row += 1) {
      if (present?.[row] !== 0 && !problems.has(row)) castRow(row);
    }
  }
  return { type: { kind }, present, ...given };
}

/**
 * Arrow promises UTF-8 but does not check it. The whole column is checked in one native call (5,000,000 rows: 25 ms),
 * and row by row only if that fails, or if a character may cross the border of two rows.
 */
function checkUtf8(given: VariableBytes, present: Uint8Array | null, rowCount: number, problems: ColumnProblems): void {
  const { offsets, bytes } = given;
  const all = bytes.subarray(offsets[0], offsets[rowCount]);
  if (isAscii(all)) return;
  if (isUtf8(all) && !splitsCharacter(given, rowCount)) return;
  const bytesOf = (row: number): Uint8Array => bytes.subarray(offsets[row], offsets[row + 1]);
  const refuse = problems.because((row) => notUtf8(bytesOf(row)));
  for (let row = 0; row < rowCount; row += 1) {
    if (present?.[row] !== 0 && !isUtf8(bytesOf(row))) refuse(row, 'invalid_string');
  }
}

function splitsCharacter({ offsets, bytes }: VariableBytes, rowCount: number): boolean {
  for (let row = 1; row < rowCount; row += 1) {
    // Bytes 10xxxxxx continue a character.
    if (((bytes[offsets[row] ?? 0] ?? 0) & 0xc0) === 0x80) return true;
  }
  return false;
}
