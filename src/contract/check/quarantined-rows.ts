import type { ErrorType } from '../problems/row-error.js';
import { type QuarantinedRow, type QuarantineSource, RowOfBatch } from './quarantined-row.js';

/**
 * The rows of a batch that broke their contract, in order. A row is created whenever it is asked for: a million rows
 * that live as long as their batch cost the garbage collector more than rows that are created three times.
 */
export interface QuarantinedRows extends Iterable<QuarantinedRow> {
  readonly length: number;
  /** Their indexes in the batch, ascending. */
  readonly indexes: Int32Array;
  at(position: number): QuarantinedRow | undefined;
  /** The columns with errors of these types. Records that are not rows do not count. */
  wrongIn(types: ReadonlySet<ErrorType>): readonly WrongColumn[];
}

/** The errors of one column. */
export interface WrongColumn {
  readonly name: string;
  readonly count: number;
  /** The first of its rows. */
  readonly first: (most: number) => readonly QuarantinedRow[];
}

export function rowsOfBatch(source: QuarantineSource, indexes: Int32Array): QuarantinedRows {
  const rowOf = (row: number): QuarantinedRow => new RowOfBatch(source, row);
  const { wrongColumns, faults } = source;
  return {
    length: indexes.length,
    indexes,
    at(position) {
      const row = indexes[position];
      return row === undefined ? undefined : rowOf(row);
    },
    wrongIn: (types) =>
      wrongColumns.flatMap(({ name, problems }) => {
        const isWrong = (row: number): boolean => {
          const cause = problems.causeAt(row);
          return cause !== undefined && types.has(cause.type);
        };
        const inFaults = [...(faults?.keys() ?? [])].filter(isWrong).length;
        const count = problems.countOf(types) - inFaults;
        if (count === 0) return [];
        return [
          {
            name,
            count,
            first: (most) =>
              firstOf(indexes, Math.min(most, count), (row) => faults?.has(row) !== true && isWrong(row)).map(rowOf),
          },
        ];
      }),
    *[Symbol.iterator]() {
      for (const row of indexes) yield rowOf(row);
    },
  };
}

export const NO_ROWS: QuarantinedRows = {
  length: 0,
  indexes: new Int32Array(0),
  at: () => undefined,
  wrongIn: () => [],
  *[Symbol.iterator]() {
    // There are none.
  },
};

function firstOf(indexes: Int32Array, most: number, isWanted: (row: number) => boolean): readonly number[] {
  const found: number[] = [];
  for (let at = 0; at < indexes.length && found.length < most; at += 1) {
    const row = indexes[at] ?? 0;
    if (isWanted(row)) found.push(row);
  }
  return found;
}
