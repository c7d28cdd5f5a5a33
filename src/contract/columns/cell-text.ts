import type { Cell, DateCell, DatetimeCell, DecimalCell, TimeCell } from './cell.js';
import { civilFromDays } from './civil.js';

const NANOSECONDS_PER_SECOND = 1_000_000_000n;
const NANOSECONDS_PER_DAY = 86_400n * NANOSECONDS_PER_SECOND;

/** A value as text without loss: for `string` columns and messages. */
export function cellText(cell: Exclude<Cell, null | Uint8Array>): string {
  switch (typeof cell) {
    case 'string':
      return cell;
    case 'number':
      return numberText(cell);
    case 'bigint':
    case 'boolean':
      return String(cell);
    default:
      return objectText(cell);
  }
}

/** The shortest text that reads back as the same double. `String` writes minus zero without its sign. */
export function numberText(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

function objectText(cell: Extract<Cell, { kind: string }>): string {
  switch (cell.kind) {
    case 'decimal':
      return decimalText(cell);
    case 'date':
      return dateText(cell);
    case 'datetime':
      return datetimeText(cell);
    case 'time':
      return timeText(cell);
    case 'nested':
      return cell.json;
  }
}

/** `110` with scale 2 is `1.10`; a negative scale adds zeros, so the text has only digits and at most one point. */
export function decimalText({ unscaled, scale }: DecimalCell): string {
  const sign = unscaled < 0n ? '-' : '';
  const digits = String(unscaled < 0n ? -unscaled : unscaled);
  if (scale <= 0) return unscaled === 0n ? '0' : sign + digits + '0'.repeat(-scale);
  const padded = digits.padStart(scale + 1, '0');
  return `${sign}${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
}

export function dateText({ days }: DateCell): string {
  const { year, month, day } = civilFromDays(days);
  return `${yearText(year)}-${twoDigits(month)}-${twoDigits(day)}`;
}

/** With `+00:00` for an instant, without an offset for a local time. */
export function datetimeText({ nanoseconds, zoned }: DatetimeCell): string {
  const ofDay = ((nanoseconds % NANOSECONDS_PER_DAY) + NANOSECONDS_PER_DAY) % NANOSECONDS_PER_DAY;
  const days = Number((nanoseconds - ofDay) / NANOSECONDS_PER_DAY);
  return `${dateText({ kind: 'date', days })}T${timeText({ kind: 'time', nanoseconds: ofDay })}${zoned ? '+00:00' : ''}`;
}

/** The fraction has 0, 3, 6 or 9 digits: the fewest without loss. */
export function timeText({ nanoseconds }: TimeCell): string {
  const seconds = Number(nanoseconds / NANOSECONDS_PER_SECOND);
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(twoDigits).join(':');
  return clock + fractionText(nanoseconds % NANOSECONDS_PER_SECOND);
}

function fractionText(nanoseconds: bigint): string {
  if (nanoseconds === 0n) return '';
  const digits = String(nanoseconds).padStart(9, '0');
  if (digits.endsWith('000000')) return `.${digits.slice(0, 3)}`;
  return digits.endsWith('000') ? `.${digits.slice(0, 6)}` : `.${digits}`;
}

/** Four digits; ISO 8601 requires a sign and six digits outside 0000 to 9999. */
function yearText(year: number): string {
  if (year >= 0 && year <= 9999) return String(year).padStart(4, '0');
  return (year < 0 ? '-' : '+') + String(Math.abs(year)).padStart(6, '0');
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/**
 * The JSON text of one cell, exact: integers and decimals are plain digits of any length. Values without a JSON form
 * are strings: dates and times in ISO 8601, bytes in base64, NaN and the infinities by name.
 */
export function cellJson(cell: Cell): string {
  if (cell === null) return 'null';
  switch (typeof cell) {
    case 'string':
      return JSON.stringify(cell);
    case 'number':
      return numberJson(cell);
    case 'boolean':
    case 'bigint':
      return String(cell);
    default:
      return objectJson(cell);
  }
}

function numberJson(value: number): string {
  if (!Number.isFinite(value)) return `"${value}"`;
  return Object.is(value, -0) ? '-0' : String(value);
}

function objectJson(cell: Extract<Cell, object>): string {
  if (cell instanceof Uint8Array) {
    return `"${Buffer.from(cell.buffer, cell.byteOffset, cell.byteLength).toString('base64')}"`;
  }
  switch (cell.kind) {
    case 'decimal':
      return decimalText(cell);
    case 'date':
      return `"${dateText(cell)}"`;
    case 'datetime':
      return `"${datetimeText(cell)}"`;
    case 'time':
      return `"${timeText(cell)}"`;
    case 'nested':
      return cell.json;
  }
}
