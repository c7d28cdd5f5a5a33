import type { SheetRow } from './sheet-rows.js';

/** The row by column letters: the content of the sheet, whatever the names of the columns. */
export function rowText({ cells }: SheetRow): string {
  const filled: Record<string, string> = {};
  for (const [column, cell] of cells.entries()) if (cell != null) filled[letters(column)] = cell.text;
  return JSON.stringify(filled);
}

export function letters(column: number): string {
  const last = String.fromCharCode(0x41 + (column % 26));
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last;
}
