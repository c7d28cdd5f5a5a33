import type { Cell } from '../columns/cell.js';
import { dateText, datetimeText, decimalText, timeText } from '../columns/cell-text.js';

/** A value as text, without losing anything: what a `string` column stores and what messages show. */
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
