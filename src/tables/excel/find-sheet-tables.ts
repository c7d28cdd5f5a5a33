import { isTable } from '../delimited/detect/find-tables.js';
import type { SheetRow } from './sheet-rows.js';

/** One of several tables of a sheet, one below the other. */
export interface SheetBlock {
  /** Its rows, with its titles. */
  readonly rows: readonly SheetRow[];
  readonly columns: readonly string[];
}

/**
 * The tables of a sheet that are below each other: each begins with its names after an empty row. Other blocks, such as
 * remarks and rows after a gap, belong to the table above them. One table gives an empty list.
 */
export function findSheetTables(rows: readonly SheetRow[]): SheetBlock[] {
  const found: { rows: SheetRow[]; columns: readonly string[]; texts: readonly (readonly string[])[] }[] = [];
  for (const block of blocksOf(rows)) {
    const [names = [], ...below] = textsOf(block);
    const above = found.at(-1);
    const [own = []] = above?.texts ?? [];
    const isOther = isTable(names, below, above === undefined ? null : { width: own.length, texts: above.texts });
    if (isOther) found.push({ rows: [...block], columns: names.map((name) => name.trim()), texts: [names, ...below] });
    else above?.rows.push(...block);
  }
  return found.length < 2 ? [] : found.map(({ rows: own, columns }) => ({ rows: own, columns }));
}

/** Rows that the file omits are empty. */
function blocksOf(rows: readonly SheetRow[]): SheetRow[][] {
  const blocks: SheetRow[][] = [];
  for (const [at, row] of rows.entries()) {
    const isNext = row.number === (rows[at - 1]?.number ?? 0) + 1;
    if (isNext && blocks.length > 0) blocks.at(-1)?.push(row);
    else blocks.push([row]);
  }
  return blocks;
}

/** From the names on: titles have one value. All rows are as wide as the names, or as their last value. */
function textsOf(block: readonly SheetRow[]): string[][] {
  const start = block.findIndex(({ cells }) => cells.filter((cell) => cell != null).length > 1);
  if (start === -1) return [];
  const table = block.slice(start);
  const first = Math.min(...table.map(({ cells }) => cells.findIndex((cell) => cell != null)));
  const width = (table[0]?.cells.length ?? 0) - first;
  return table.map(({ cells }) =>
    Array.from({ length: Math.max(width, cells.length - first) }, (_, at) => cells[first + at]?.text ?? ''),
  );
}
