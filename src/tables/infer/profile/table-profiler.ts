import type { ReadBatch, TableReader } from '../../table/table-reader.js';
import { createColumnProfile } from './column-profile.js';
import type { TableProfile } from './table-profile.js';

/** Profiles the rows of a table, batch by batch. */
export interface TableProfiler {
  readonly rows: number;
  /** Adds the first `count` rows of a batch, by default all. */
  add(read: ReadBatch, count?: number): void;
  /** The profile so far, as plain records that can be sent to another thread. */
  profile(isWhole: boolean): TableProfile;
}

export function createTableProfiler(reader: Pick<TableReader, 'columns' | 'written'>): TableProfiler {
  const profiles = reader.columns.map(() => createColumnProfile());
  let rows = 0;
  return {
    get rows() {
      return rows;
    },
    add({ batch, faults }, count = batch.rowCount) {
      const faulty = faultyRows(faults, batch.rowCount);
      for (const [index, column] of batch.columns.entries()) profiles[index]?.add(column, count, rows, faulty);
      rows += count;
    },
    profile: (isWhole) => ({
      columns: profiles.map(({ tallies, nulls, values, givenType, isTooFine, isQuotedText }, index) => ({
        name: reader.columns[index] ?? '',
        profile: { tallies, nulls, values, givenType, isTooFine, isQuotedText },
        written: reader.written?.[index] ?? null,
      })),
      rows,
      isWhole,
    }),
  };
}

function faultyRows(faults: ReadBatch['faults'], rowCount: number): Uint8Array | null {
  if (faults.length === 0) return null;
  const faulty = new Uint8Array(rowCount);
  for (const { row } of faults) faulty[row] = 1;
  return faulty;
}
