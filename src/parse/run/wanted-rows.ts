import type { CheckedBatch } from '../contract/checker.js';
import { takeRows } from '../contract/take-rows.js';

/** Only those rows of a checked batch whose numbers are wanted. */
export function wantedRows({ valid, quarantined }: CheckedBatch, wanted: ReadonlySet<number>): CheckedBatch {
  const kept: number[] = [];
  valid.rowNumbers.forEach((number, row) => {
    if (wanted.has(Number(number))) kept.push(row);
  });
  const rows = Int32Array.from(kept);
  return {
    valid: {
      rowCount: rows.length,
      columns: valid.columns.map((column) => takeRows(column, rows)),
      rowNumbers: BigInt64Array.from(rows, (row) => valid.rowNumbers[row] ?? 0n),
    },
    quarantined: quarantined.filter(({ rowNumber }) => wanted.has(rowNumber)),
  };
}
