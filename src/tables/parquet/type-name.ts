import type { ConvertedType, LogicalType, ParquetType, SchemaElement, SchemaTree } from 'hyparquet';

/** A column's type in the words of a contract, so that it can be copied into `outputs`. */
export function typeName({ element, children }: SchemaTree): string {
  if (children.length > 0 || element.repetition_type === 'REPEATED') return 'json';
  return annotatedType(element) ?? storedType(element);
}

/** `undefined` for annotations that change nothing, such as the width of an integer. */
function annotatedType({ logical_type: logical, converted_type: converted, precision, scale }: SchemaElement) {
  if (logical?.type === 'DECIMAL') return `decimal(${logical.precision},${logical.scale})`;
  if (logical?.type === 'TIMESTAMP') return logical.isAdjustedToUTC ? 'datetime(tz)' : 'datetime';
  if (logical !== undefined && logical.type in LOGICAL_TYPES) return LOGICAL_TYPES[logical.type];
  if (converted === 'DECIMAL') return `decimal(${precision ?? 38},${scale ?? 0})`;
  return converted === undefined ? undefined : CONVERTED_TYPES[converted];
}

const LOGICAL_TYPES: Partial<Record<LogicalType['type'], string>> = {
  STRING: 'string',
  ENUM: 'string',
  UUID: 'string',
  JSON: 'json',
  DATE: 'date',
  TIME: 'time',
  FLOAT16: 'float',
};

/** Before there were logical types, all timestamps were instants. */
const CONVERTED_TYPES: Partial<Record<ConvertedType, string>> = {
  UTF8: 'string',
  ENUM: 'string',
  JSON: 'json',
  DATE: 'date',
  TIME_MILLIS: 'time',
  TIME_MICROS: 'time',
  TIMESTAMP_MILLIS: 'datetime(tz)',
  TIMESTAMP_MICROS: 'datetime(tz)',
};

function storedType({ type }: SchemaElement): string {
  return (type && STORED_TYPES[type]) ?? 'binary';
}

const STORED_TYPES: Partial<Record<ParquetType, string>> = {
  BOOLEAN: 'bool',
  INT32: 'int',
  INT64: 'int',
  INT96: 'datetime',
  FLOAT: 'float',
  DOUBLE: 'float',
};
