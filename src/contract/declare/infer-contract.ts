import { Type } from 'apache-arrow';
import type { DataType, Decimal, Int, Timestamp } from 'apache-arrow';
import type { ColumnType } from '../columns/column-type.js';
import type { IncomingBatch, IncomingColumn } from '../columns/incoming.js';
import type { OutputContract } from '../columns/contract.js';
import { LARGEST_PRECISION } from './type-text.js';
import { inferCells } from './infer-cells.js';

/** The contract of a parser that declares none: the types of its first batch, which later batches are held to. */
export function inferContract(batch: IncomingBatch): OutputContract {
  const unconstrained = { format: null, numberStyle: null, nulls: [], min: null, max: null, pattern: null };
  return {
    name: batch.output,
    columns: batch.columns.map((column) => ({
      name: column.name,
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
      // Half of the unsigned integers of 64 bits do not fit a signed one.
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

/** Decimals of more digits than any output has are kept as their text. */
function decimalType({ precision, scale }: Decimal): ColumnType {
  if (scale >= 0)
    return precision <= LARGEST_PRECISION && scale <= precision
      ? { kind: 'decimal', precision, scale }
      : { kind: 'string' };
  return precision - scale <= LARGEST_PRECISION
    ? { kind: 'decimal', precision: precision - scale, scale: 0 }
    : { kind: 'string' };
}
