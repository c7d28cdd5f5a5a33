/**
 * Some rows of a batch, as runs of neighbours: from `bounds[2 i]` up to and without `bounds[2 i + 1]`. Mostly few rows are
 * bad, so what is left of a batch are a few long runs, which are written from where they lie.
 */
export interface RowRuns {
  readonly bounds: Int32Array;
  readonly rowCount: number;
}

/** The runs between the rows that `bad` marks with 1. */
export function runsBetween(bad: Uint8Array): RowRuns {
  const bounds: number[] = [];
  let rowCount = 0;
  for (let start = 0; start < bad.length;) {
    if (bad[start] === 1) {
      start += 1;
      continue;
    }
    const next = bad.indexOf(1, start);
    const end = next === -1 ? bad.length : next;
    bounds.push(start, end);
    rowCount += end - start;
    start = end;
  }
  return { bounds: Int32Array.from(bounds), rowCount };
}

export function allRows(rowCount: number): RowRuns {
  return { bounds: Int32Array.of(0, rowCount), rowCount };
}

/** The rows that are in none of the runs. */
export function rowsBetween({ bounds, rowCount }: RowRuns, batchRows: number): Int32Array {
  const rows = new Int32Array(batchRows - rowCount);
  let at = 0;
  let row = 0;
  for (let run = 0; run <= bounds.length; run += 2) {
    const start = bounds[run] ?? batchRows;
    for (; row < start; row += 1) rows[at++] = row;
    row = bounds[run + 1] ?? batchRows;
  }
  return rows;
}

/** Where the last run ends. */
export function endOfRuns({ bounds }: RowRuns): number {
  return bounds.at(-1) ?? 0;
}

/** Numbers of rows, which begin at 1, for all up to the end of the runs. */
export function rowNumbers(rowsBefore: number, runs: RowRuns): BigInt64Array {
  const numbers = new BigInt64Array(endOfRuns(runs));
  // Halves of 32 bits: a bigint for each row would take longer than most checks.
  const halves = new Int32Array(numbers.buffer);
  for (let row = 0; row < numbers.length; row += 1) {
    const number = rowsBefore + row + 1;
    halves[row * 2] = number | 0;
    halves[row * 2 + 1] = Math.floor(number / 4_294_967_296);
  }
  return numbers;
}
