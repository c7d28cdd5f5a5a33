import type { Problem } from './row-error.js';

/** The problems of one column in one batch, by row. Nothing is allocated as long as there are none. */
export interface ColumnProblems {
  readonly count: number;
  /** The first problem of a value is the one that is kept. */
  add(row: number, problem: Problem): void;
  at(row: number): Problem | undefined;
}

export function createColumnProblems(rowCount: number): ColumnProblems {
  let byRow: (Problem | undefined)[] | null = null;
  let count = 0;
  return {
    get count() {
      return count;
    },
    add(row, problem) {
      byRow ??= new Array<Problem | undefined>(rowCount).fill(undefined);
      if (byRow[row] !== undefined) return;
      byRow[row] = problem;
      count += 1;
    },
    at: (row) => byRow?.[row],
  };
}
