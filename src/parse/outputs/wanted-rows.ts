import { type CheckedBatch, endOfRuns, runsBetween } from '../../contract/index.js';

/** Only those rows of a checked batch whose numbers are wanted. */
export function wantedRows({ valid, quarantined }: CheckedBatch, wanted: ReadonlySet<number>): CheckedBatch {
  const { bounds } = valid.runs;
  const unwanted = new Uint8Array(endOfRuns(valid.runs)).fill(1);
  for (let run = 0; run < bounds.length; run += 2) {
    for (let row = bounds[run] ?? 0; row < (bounds[run + 1] ?? 0); row += 1) {
      if (wanted.has(valid.rowsBefore + row + 1)) unwanted[row] = 0;
    }
  }
  return {
    valid: { ...valid, runs: runsBetween(unwanted) },
    quarantined: quarantined.filter(({ rowNumber }) => wanted.has(rowNumber)),
  };
}
