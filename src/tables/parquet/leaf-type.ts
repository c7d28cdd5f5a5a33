import type { SchemaElement, TimeUnit } from 'hyparquet';
import type { Cell } from '../../contract/index.js';

/** The type of a column that is neither a list nor a group. */
export type LeafType =
  | { readonly kind: 'bool' | 'int32' | 'uint32' | 'int64' | 'uint64' | 'float' | 'date' | 'text' | 'json' | 'binary' }
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number }
  | { readonly kind: 'time'; readonly unit: TimeUnit }
  | { readonly kind: 'timestamp'; readonly unit: TimeUnit; readonly isInstant: boolean };

/** Logical types are newer and more precise than converted types; old files have both. */
export function leafType(element: SchemaElement): LeafType {
  return logicalType(element) ?? convertedType(element) ?? storedType(element);
}

function logicalType({ logical_type: logical }: SchemaElement): LeafType | null {
  switch (logical?.type) {
    case 'DECIMAL':
      return { kind: 'decimal', precision: logical.precision, scale: logical.scale };
    case 'TIME':
      return { kind: 'time', unit: logical.unit };
    case 'TIMESTAMP':
      return { kind: 'timestamp', unit: logical.unit, isInstant: logical.isAdjustedToUTC };
    case 'INTEGER':
      return { kind: `${logical.isSigned ? '' : 'u'}int${logical.bitWidth === 64 ? 64 : 32}` };
    case 'STRING':
    case 'ENUM':
    case 'UUID':
    case 'NULL': // the stored type of a column without values has no meaning
      return { kind: 'text' };
    case 'JSON':
      return { kind: 'json' };
    case 'DATE':
      return { kind: 'date' };
    case 'FLOAT16':
      return { kind: 'float' };
    default:
      return null;
  }
}

/** Before logical types existed, all timestamps were instants. */
function convertedType({ converted_type: converted, precision, scale }: SchemaElement): LeafType | null {
  switch (converted) {
    case 'DECIMAL':
      return { kind: 'decimal', precision: precision ?? 38, scale: scale ?? 0 };
    case 'TIME_MILLIS':
    case 'TIME_MICROS':
      return { kind: 'time', unit: converted === 'TIME_MILLIS' ? 'MILLIS' : 'MICROS' };
    case 'TIMESTAMP_MILLIS':
    case 'TIMESTAMP_MICROS':
      return { kind: 'timestamp', unit: converted === 'TIMESTAMP_MILLIS' ? 'MILLIS' : 'MICROS', isInstant: true };
    case 'UINT_64':
      return { kind: 'uint64' };
    case 'UINT_8':
    case 'UINT_16':
    case 'UINT_32':
      return { kind: 'uint32' };
    case 'UTF8':
    case 'ENUM':
      return { kind: 'text' };
    case 'JSON':
      return { kind: 'json' };
    case 'DATE':
      return { kind: 'date' };
    default:
      return null;
  }
}

function storedType({ type }: SchemaElement): LeafType {
  switch (type) {
    case 'BOOLEAN':
      return { kind: 'bool' };
    case 'INT32':
      return { kind: 'int32' };
    case 'INT64':
      return { kind: 'int64' };
    case 'INT96':
      return { kind: 'timestamp', unit: 'NANOS', isInstant: false };
    case 'FLOAT':
    case 'DOUBLE':
      return { kind: 'float' };
    default:
      return { kind: 'binary' };
  }
}

const NANOSECONDS_PER: Readonly<Record<TimeUnit, bigint>> = { MILLIS: 1_000_000n, MICROS: 1_000n, NANOS: 1n };

/** One stored value, exact. Used for values in lists and groups, which are not Arrow columns. */
export function leafCell(value: unknown, type: LeafType): Cell {
  if (value === null || value === undefined) return null;
  switch (type.kind) {
    case 'decimal':
      return { kind: 'decimal', unscaled: unscaledOf(value), scale: type.scale };
    case 'date':
      return { kind: 'date', days: Number(value) };
    case 'time':
      return { kind: 'time', nanoseconds: integerOf(value) * NANOSECONDS_PER[type.unit] };
    case 'timestamp':
      return {
        kind: 'datetime',
        nanoseconds: integerOf(value) * NANOSECONDS_PER[type.unit],
        zoned: type.isInstant,
      };
    case 'json':
      return { kind: 'nested', json: typeof value === 'string' ? value : JSON.stringify(value) };
    default:
      return value as Cell;
  }
}

export function integerOf(value: unknown): bigint {
  return BigInt(value as bigint | number);
}

/** Decimals are stored as integers, or as big-endian two's complement of any length. */
export function unscaledOf(value: unknown): bigint {
  if (!(value instanceof Uint8Array)) return integerOf(value);
  const hex = Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex');
  return hex === '' ? 0n : BigInt.asIntN(value.length * 8, BigInt(`0x${hex}`));
}
