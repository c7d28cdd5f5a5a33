import type { Problem } from './row-error.js';

/**
 * The wrong rows of one column in one batch. Stores one byte per row and creates messages on demand: messages that
 * outlive the check cost more in the garbage collector than creating them twice.
 */
export interface ColumnProblems {
  readonly count: number;
  /** Returns a function that marks rows as wrong for this reason. The first reason of a row is kept. */
  because(explain: (row: number) => Problem): (row: number) => void;
  has(row: number): boolean;
  /** Sets a 1 for every wrong row. */
  mark(bad: Uint8Array): void;
  at(row: number): Problem | undefined;
}

export function createColumnProblems(rowCount: number): ColumnProblems {
  const reasons: ((row: number) => Problem)[] = [];
  let reasonOfRow: Uint8Array | null = null;
  let count = 0;
  return {
    get count() {
      return count;
    },
    because(explain) {
      const reason = reasons.push(explain);
      return (row) => {
        reasonOfRow ??= new Uint8Array(rowCount);
        if (reasonOfRow[row] !== 0) return;
        reasonOfRow[row] = reason;
        count += 1;
      };
    },
    has: (row) => reasonOfRow !== null && reasonOfRow[row] !== 0,
    mark(bad) {
      if (reasonOfRow === null) return;
      for (let row = 0; row < rowCount; row += 1) if (reasonOfRow[row] !== 0) bad[row] = 1;
    },
    at: (row) => reasons[(reasonOfRow?.[row] ?? 0) - 1]?.(row),
  };
}
