import type { Cell, CellColumn } from '../../contract/index.js';
import { decodeCell } from './decode-cell.js';

export interface CellColumns {
  readonly rowCount: number;
  addRow(row: Readonly<Record<string, unknown>>): void;
  finish(): readonly CellColumn[];
}

/**
 * Turns rows into columns. With names from a header those are all there may be; without, each new key opens a column.
 * A row that lacks a key has null there.
 */
export function createCellColumns(header: readonly string[] | null): CellColumns {
  const columns: { readonly name: string; readonly cells: Cell[] }[] = [];
  const positions = new Map<string, number>();
  let rowCount = 0;

  const open = (name: string): number => {
    positions.set(name, columns.length);
    // Rows before this one had no such key.
    columns.push({ name, cells: new Array<Cell>(rowCount).fill(null) });
    return columns.length - 1;
  };
  const positionOf = (name: string): number => {
    const known = positions.get(name);
    if (known !== undefined) return known;
    if (header === null) return open(name);
    throw new Error(`the key ${JSON.stringify(name)} is not among the columns of the header`);
  };
  header?.forEach(open);

  return {
    get rowCount() {
      return rowCount;
    },
    addRow(row) {
      // The keys are asked for, and not the columns: a missing `constructor` would be found on the prototype.
      const keys = Object.keys(row);
      for (let index = 0; index < keys.length; index += 1) {
        const name = keys[index] ?? '';
        const column = columns[columns[index]?.name === name ? index : positionOf(name)];
        column?.cells.push(cellOf(row[name], name));
      }
      rowCount += 1;
      if (keys.length === columns.length) return;
      for (const { cells } of columns) if (cells.length < rowCount) cells.push(null);
    },
    finish: () => columns.map(({ name, cells }) => ({ form: 'cells', name, cells })),
  };
}

function cellOf(value: unknown, name: string): Cell {
  if (typeof value !== 'object' || value === null) return value as Cell;
  try {
    return decodeCell(value);
  } catch (error) {
    throw new Error(`column ${JSON.stringify(name)}: ${(error as Error).message}`, { cause: error });
  }
}
