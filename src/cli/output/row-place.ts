import { printable } from './printable.js';

/** Where something is wrong: in a column, or in the row as a whole. */
export function rowPlace({ rowNumber, column }: { rowNumber: number; column: string | null }): string {
  return column === null ? `row ${rowNumber}` : `row ${rowNumber}, column ${printable(column)}`;
}
