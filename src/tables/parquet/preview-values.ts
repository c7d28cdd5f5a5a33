import type { ConvertedType, LogicalType, ParquetType, SchemaElement, SchemaTree } from 'hyparquet';
import type { PreviewCell } from '../table/preview-table.js';

/** A stored value as it is shown: exact decimals and times, integers beyond 2^53 as text. */
export function cellText(value: unknown, field: SchemaTree): PreviewCell {
  if (value === null || value === undefined) return null;
  const { element } = field;
  switch (typeName(field).replace(/\(.*/, '')) {
    case 'decimal':
      return decimalText(
        unscaled(value),
        element.logical_type?.type === 'DECIMAL' ? element.logical_type.scale : (element.scale ?? 0),
      );
    case 'date':
      return dateText(Number(value));
    case 'time':
      return timeText(BigInt(value as bigint | number), unitOf(element));
    case 'datetime':
      return datetimeText(BigInt(value as bigint), unitOf(element)) + (isInstant(element) ? 'Z' : '');
    case 'json':
      return typeof value === 'string' ? value : JSON.stringify(value, plainJson);
    default:
      return plainCell(value);
  }
}

function plainCell(value: unknown): PreviewCell {
  if (typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  // JSON cannot represent NaN and the infinities.
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (value instanceof Uint8Array) return `0x${Buffer.from(value).toString('hex')}`;
  return JSON.stringify(value, plainJson);
}

function plainJson(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' || value instanceof Uint8Array ? plainCell(value) : value;
}

/** Decimals are stored as integers, or as big-endian two's complement of any length. */
function unscaled(value: unknown): bigint {
  if (!(value instanceof Uint8Array)) return BigInt(value as bigint | number);
  const hex = Buffer.from(value).toString('hex');
  return hex === '' ? 0n : BigInt.asIntN(value.length * 8, BigInt(`0x${hex}`));
}

function decimalText(digits: bigint, scale: number): string {
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  const sign = digits < 0n ? '-' : '';
  return scale === 0 ? sign + text : `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`;
}

function unitOf({ logical_type: logical, converted_type: converted, type }: SchemaElement): TimeUnit {
  if (logical?.type === 'TIME' || logical?.type === 'TIMESTAMP') return logical.unit;
  if (type === 'INT96') return 'NANOS';
  return converted?.endsWith('_MICROS') === true ? 'MICROS' : 'MILLIS';
}

function isInstant(element: SchemaElement): boolean {
  const { logical_type: logical, converted_type: converted } = element;
  return logical?.type === 'TIMESTAMP' ? logical.isAdjustedToUTC : converted !== undefined;
}

export type TimeUnit = 'MILLIS' | 'MICROS' | 'NANOS';

const FRACTION_DIGITS: Readonly<Record<TimeUnit, number>> = { MILLIS: 3, MICROS: 6, NANOS: 9 };
const DAY_SECONDS = 86_400n;
const DAY_MS = 86_400_000;

/** Days since 1970 as a date; beyond the years that JavaScript's calendar reaches, the number itself. */
export function dateText(days: number): string {
  const date = new Date(days * DAY_MS);
  return Number.isNaN(date.getTime()) ? `day ${days}` : date.toISOString().replace(/T.*/, '');
}

/** Units since 1970 as a date and a time, to the last digit that is not zero. */
export function datetimeText(units: bigint, unit: TimeUnit): string {
  const perDay = DAY_SECONDS * 10n ** BigInt(FRACTION_DIGITS[unit]);
  const rest = ((units % perDay) + perDay) % perDay;
  return `${dateText(Number((units - rest) / perDay))}T${timeText(rest, unit)}`;
}

/** Units since midnight. */
export function timeText(units: bigint, unit: TimeUnit): string {
  const digits = FRACTION_DIGITS[unit];
  const perSecond = 10n ** BigInt(digits);
  const seconds = Number(units / perSecond);
  const clock = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  const fraction = String(units % perSecond)
    .padStart(digits, '0')
    .replace(/0+$/, '');
  return fraction === '' ? clock : `${clock}.${fraction}`;
}

/** A column's type as a contract writes it, so that it can be copied into `outputs`. */
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

/** Before logical types existed, all timestamps were instants. */
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
