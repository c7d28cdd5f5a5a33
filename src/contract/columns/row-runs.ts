/**
 * Some rows of a batch, as ranges: from `bounds[2 i]` up to but excluding `bounds[2 i + 1]`. Usually few rows are bad,
 * so the valid rows of a batch are a few long ranges, which are written without copying.
 */
export interface RowRuns {
  readonly bounds: Int32Array;
  readonly rowCount: number;
}

/** The ranges between the rows that `bad` marks with 1. */
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

/** The rows outside all ranges. */
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

/** The end of the last range. */
export function endOfRuns({ bounds }: RowRuns): number {
  return bounds.at(-1) ?? 0;
}

const HALF = 4_294_967_296;

/** 1-based row numbers for all rows up to the end of the ranges. */
export function rowNumbers(rowsBefore: number, runs: RowRuns): BigInt64Array {
  const numbers = new BigInt64Array(endOfRuns(runs));
  // Written as two halves of 32 bits: a bigint for each row would take longer than most checks.
  const halves = new Int32Array(numbers.buffer);
  for (let row = 0; row < numbers.length; row += 1) halves[row * 2] = (rowsBefore + row + 1) | 0;
  // The upper halves are 0 in nearly all files.
  if (rowsBefore + numbers.length < HALF) return numbers;
  for (let row = 0; row < numbers.length; row += 1) halves[row * 2 + 1] = Math.floor((rowsBefore + row + 1) / HALF);
  return numbers;
}
