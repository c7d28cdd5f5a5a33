import type { SchemaElement, SchemaTree } from 'hyparquet';
import type { PreviewCell } from '../table/preview-table.js';
import { dateText, datetimeText, timeText, type TimeUnit } from './time-text.js';
import { typeName } from './type-name.js';

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
  // JSON has no form for NaN and the infinities.
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
