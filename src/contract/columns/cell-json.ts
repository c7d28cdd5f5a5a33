import type { Cell } from './cell.js';
import { dateText, datetimeText, decimalText, timeText } from './cell-text.js';

/**
 * The JSON text of one cell, exact: integers and decimals are bare digits of any length. What JSON has no form for is a
 * string: dates and times in ISO 8601, bytes in base64, and NaN and the infinities by name.
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
