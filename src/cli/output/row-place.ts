import { printable } from './printable.js';

/** The position of an error: a column, or the whole row. */
export function rowPlace({ rowNumber, column }: { rowNumber: number; column: string | null }): string {
  return column === null ? `row ${rowNumber}` : `row ${rowNumber}, column ${printable(column)}`;
}
