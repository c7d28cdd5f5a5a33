import type { ErrorType, Problem } from './row-error.js';

/**
 * The wrong rows of one column in one batch. Stores two bytes per row and creates problems on demand: problems that
 * outlive the check cost more in the garbage collector than creating them twice.
 */
export interface ColumnProblems {
  readonly count: number;
  /** Returns a function that marks rows as wrong for this reason. The first reason of a row is kept. */
  because(explain: (row: number) => Problem): MarkRow;
  has(row: number): boolean;
  /** Sets a 1 for every wrong row. */
  mark(bad: Uint8Array): void;
  at(row: number): Problem | undefined;
  /** What is known about the problem without creating it. */
  causeAt(row: number): Cause | undefined;
  /** The number of rows with a problem of one of these types. */
  countOf(types: ReadonlySet<ErrorType>): number;
}

/** `reason` is that of the problem, if the problem quotes the text of the row in its column. */
export type MarkRow = (row: number, type: ErrorType, reason?: string) => void;

/** The same object for all rows of a batch with the same cause. */
export interface Cause {
  readonly type: ErrorType;
  /** Null if the problem has to be created. */
  readonly reason: string | null;
}

/** The number of a cause is stored in a byte. */
const MOST_CAUSES = 255;

export function createColumnProblems(rowCount: number): ColumnProblems {
  const reasons: ((row: number) => Problem)[] = [];
  const causes = createCauses();
  let reasonOfRow: Uint8Array | null = null;
  let words: Int32Array | null = null;
  let causeOfRow: Uint8Array | null = null;
  let count = 0;
  return {
    get count() {
      return count;
    },
    because(explain) {
      const reason = reasons.push(explain);
      return (row, type, text) => {
        if (reasonOfRow === null) {
          words = new Int32Array((rowCount + 3) >> 2);
          reasonOfRow = new Uint8Array(words.buffer, 0, rowCount);
        }
        causeOfRow ??= new Uint8Array(rowCount);
        if (reasonOfRow[row] !== 0) return;
        reasonOfRow[row] = reason;
        causeOfRow[row] = causes.add(type, text ?? null);
        count += 1;
      };
    },
    has: (row) => reasonOfRow !== null && reasonOfRow[row] !== 0,
    mark(bad) {
      if (words === null || reasonOfRow === null) return;
      // Mostly few rows are wrong: four are passed at a time.
      for (let word = 0; word < words.length; word += 1) {
        if (words[word] === 0) continue;
        const end = Math.min(word * 4 + 4, rowCount);
        for (let row = word * 4; row < end; row += 1) if (reasonOfRow[row] !== 0) bad[row] = 1;
      }
    },
    at: (row) => reasons[(reasonOfRow?.[row] ?? 0) - 1]?.(row),
    causeAt(row) {
      // Most rows have no problem in this column, and an index of -1 would take 50 times as long as this comparison.
      const reason = reasonOfRow?.[row] ?? 0;
      if (reason === 0) return undefined;
      const number = causeOfRow?.[row] ?? 0;
      if (number !== 0) return causes.at(number);
      const found = reasons[reason - 1]?.(row);
      return found === undefined ? undefined : { type: found.errorType, reason: null };
    },
    countOf: (types) => causes.countOf(types),
  };
}

interface Causes {
  /** Counts one more row. Returns the number of its cause, from 1 on; 0 if there are too many. */
  add(type: ErrorType, reason: string | null): number;
  at(number: number): Cause | undefined;
  countOf(types: ReadonlySet<ErrorType>): number;
}

function createCauses(): Causes {
  const all: Cause[] = [];
  const numbers = new Map<string, number>();
  const counts = new Map<ErrorType, number>();
  const addTo = (type: ErrorType, more: number): void => void counts.set(type, (counts.get(type) ?? 0) + more);
  // Mostly the cause is that of the row before: then it is only counted.
  let last: Cause | undefined;
  let [lastNumber, lastCount] = [0, 0];
  const settle = (): void => {
    if (last !== undefined) addTo(last.type, lastCount);
    lastCount = 0;
  };
  return {
    add(type, reason) {
      if (last?.type === type && last.reason === reason) {
        lastCount += 1;
        return lastNumber;
      }
      settle();
      addTo(type, 1);
      const key = `${type}${reason ?? '\n'}`;
      const number = numbers.get(key) ?? (all.length < MOST_CAUSES ? all.push({ type, reason }) : 0);
      numbers.set(key, number);
      [last, lastNumber] = [all[number - 1], number];
      return number;
    },
    at: (number) => all[number - 1],
    countOf(types) {
      settle();
      return [...counts].reduce((sum, [type, count]) => sum + (types.has(type) ? count : 0), 0);
    },
  };
}
