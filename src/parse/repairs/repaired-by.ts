import { type Cell, type ColumnContract, createColumnCheck, hasSameMeaning } from '../../contract/index.js';

/** How many of the cells are valid in a column with this contract. */
export function repairedBy(column: ColumnContract, cells: readonly Cell[]): number {
  return cells.length - checked(column, cells).problems.count;
}

/** Whether two contracts of a column read some of the cells as different values: then it is unclear which one is meant. */
export function readDifferently(one: ColumnContract, other: ColumnContract, cells: readonly Cell[]): boolean {
  const [a, b] = [checked(one, cells), checked(other, cells)];
  return cells.some((_, row) => !a.problems.has(row) && !b.problems.has(row) && !hasSameMeaning(a.typed, b.typed, row));
}

function checked(column: ColumnContract, cells: readonly Cell[]) {
  return createColumnCheck(column)({ form: 'cells', name: column.name, cells }, cells.length);
}
