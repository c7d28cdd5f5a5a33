import { type DataType, type Decimal, type Int, type Timestamp, Type } from 'apache-arrow';
import type { Cell } from '../columns/cell.js';
import type { ColumnType } from '../columns/column-type.js';
import type { OutputContract } from '../columns/contract.js';
import type { IncomingBatch, IncomingColumn } from '../columns/incoming.js';
import { LARGEST_PRECISION } from './type-text.js';

/** The contract of a parser that declares none: the types of its first batch, which later batches must have. */
export function inferContract(batch: IncomingBatch): OutputContract {
  const unconstrained = { format: null, numberStyle: null, nulls: [], min: null, max: null, pattern: null };
  const aliases: readonly string[] = [];
  return {
    name: batch.output,
    columns: batch.columns.map((column) => ({
      name: column.name,
      aliases,
      type: inferType(column),
      localZone: null,
      required: false,
      ...unconstrained,
      enum: null,
      unique: false,
    })),
    inferred: true,
  };
}

function inferType(column: IncomingColumn): ColumnType {
  return column.form === 'cells' ? inferCells(column.cells) : arrowType(column.data.type);
}

export function arrowType(type: DataType): ColumnType {
  switch (type.typeId) {
    case Type.Bool:
      return { kind: 'bool' };
    case Type.Int:
      // Half of the unsigned 64-bit integers do not fit a signed one.
      return (type as Int).bitWidth === 64 && !(type as Int).isSigned
        ? { kind: 'decimal', precision: 20, scale: 0 }
        : { kind: 'int' };
    case Type.Float:
      return { kind: 'float' };
    case Type.Decimal:
      return decimalType(type as Decimal);
    case Type.Date:
      return { kind: 'date' };
    case Type.Time:
      return { kind: 'time' };
    case Type.Timestamp:
      return { kind: 'datetime', zone: (type as Timestamp).timezone ? 'UTC' : null };
    case Type.Binary:
    case Type.LargeBinary:
    case Type.FixedSizeBinary:
      return { kind: 'binary' };
    case Type.List:
    case Type.LargeList:
    case Type.FixedSizeList:
    case Type.Struct:
    case Type.Map:
      return { kind: 'json' };
    case Type.Dictionary:
      return arrowType((type as unknown as { dictionary: DataType }).dictionary);
    default:
      return { kind: 'string' };
  }
}

/** Decimals with more digits than outputs support are kept as text. */
function decimalType({ precision, scale }: Decimal): ColumnType {
  if (scale >= 0)
    return precision <= LARGEST_PRECISION && scale <= precision
      ? { kind: 'decimal', precision, scale }
      : { kind: 'string' };
  return precision - scale <= LARGEST_PRECISION
    ? { kind: 'decimal', precision: precision - scale, scale: 0 }
    : { kind: 'string' };
}

type Sort =
  | 'bool'
  | 'int'
  | 'largeInt'
  | 'float'
  | 'decimal'
  | 'text'
  | 'bytes'
  | 'date'
  | 'datetime'
  | 'instant'
  | 'time'
  | 'nested';

/** The narrowest type that holds every cell, otherwise text. Text is not interpreted: `007` stays text. */
function inferCells(cells: readonly Cell[]): ColumnType {
  const sorts = new Set<Sort>();
  let scale = 0;
  let integerDigits = 0;
  for (const cell of cells) {
    if (cell === null) continue;
    const sort = sortOf(cell);
    sorts.add(sort);
    if (sort === 'decimal' && typeof cell === 'object' && 'unscaled' in cell) {
      scale = Math.max(scale, cell.scale);
      integerDigits = Math.max(integerDigits, digitsOf(cell.unscaled) - cell.scale);
    } else if (typeof cell === 'bigint') {
      integerDigits = Math.max(integerDigits, digitsOf(cell));
    }
  }
  const only = (...allowed: Sort[]): boolean => sorts.size > 0 && [...sorts].every((sort) => allowed.includes(sort));
  if (only('bool')) return { kind: 'bool' };
  if (only('int')) return { kind: 'int' };
  if (only('int', 'float')) return { kind: 'float' };
  if (only('int', 'largeInt', 'decimal') && integerDigits + scale <= LARGEST_PRECISION) {
    // The maximum precision: later batches may have larger amounts than the first.
    return { kind: 'decimal', precision: LARGEST_PRECISION, scale };
  }
  if (only('date')) return { kind: 'date' };
  if (only('date', 'datetime')) return { kind: 'datetime', zone: null };
  if (only('instant')) return { kind: 'datetime', zone: 'UTC' };
  if (only('time')) return { kind: 'time' };
  if (only('bytes')) return { kind: 'binary' };
  if (only('nested')) return { kind: 'json' };
  return { kind: 'string' };
}

function sortOf(cell: Exclude<Cell, null>): Sort {
  switch (typeof cell) {
    case 'boolean':
      return 'bool';
    case 'string':
      return 'text';
    case 'number':
      return Number.isInteger(cell) ? 'int' : 'float';
    case 'bigint':
      return BigInt.asIntN(64, cell) === cell ? 'int' : 'largeInt';
    default:
      if (cell instanceof Uint8Array) return 'bytes';
      return cell.kind === 'datetime' && cell.zoned ? 'instant' : cell.kind;
  }
}

function digitsOf(value: bigint): number {
  return String(value < 0n ? -value : value).length;
}
