import type { TypedColumn, VariableBytes } from '../columns/typed.js';

/**
 * The rows of a batch that stay, as runs of neighbours: from `bounds[2 i]` up to and without `bounds[2 i + 1]`. Mostly few
 * rows are bad, so a batch is a few long runs, and copying runs takes a fifth of the time of copying rows.
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

/** The column with only the rows of these runs. */
export function keepRuns(column: TypedColumn, runs: RowRuns): TypedColumn {
  const present = column.present === null ? null : copied(column.present, runs, 1);
  if ('bytes' in column) return { type: column.type, present, ...copiedBytes(column, runs) };
  if ('wide' in column.values)
    return { ...column, present, values: { wide: copied(column.values.wide, runs, 16) } } as TypedColumn;
  return { ...column, present, values: copied(column.values, runs, 1) } as TypedColumn;
}

/** The 1-based numbers of the rows that stay. */
export function numberedRuns(rowsBefore: number, { bounds, rowCount }: RowRuns): BigInt64Array {
  const numbers = new BigInt64Array(rowCount);
  // Halves of 32 bits: a bigint for each row would take longer than most checks.
  const halves = new Int32Array(numbers.buffer);
  let at = 0;
  for (let run = 0; run < bounds.length; run += 2) {
    const end = rowsBefore + (bounds[run + 1] ?? 0);
    for (let number = rowsBefore + (bounds[run] ?? 0) + 1; number <= end; number += 1) {
      halves[at] = number | 0;
      halves[at + 1] = Math.floor(number / 4_294_967_296);
      at += 2;
    }
  }
  return numbers;
}

type FixedWidth = BigInt64Array | Float64Array | Int32Array | Uint8Array;

/** `width` elements make one row. */
function copied<Values extends FixedWidth>(source: Values, { bounds, rowCount }: RowRuns, width: number): Values {
  const into = new (source.constructor as new (length: number) => Values)(rowCount * width);
  let at = 0;
  for (let run = 0; run < bounds.length; run += 2) {
    const part = source.subarray((bounds[run] ?? 0) * width, (bounds[run + 1] ?? 0) * width);
    // The two sides have the same type, which the compiler cannot see through the union.
    (into as Uint8Array).set(part as Uint8Array, at);
    at += part.length;
  }
  return into;
}

function copiedBytes({ offsets, bytes }: VariableBytes, { bounds, rowCount }: RowRuns): VariableBytes {
  const kept = new Int32Array(rowCount + 1);
  let length = 0;
  let at = 0;
  for (let run = 0; run < bounds.length; run += 2) {
    const start = bounds[run] ?? 0;
    const end = bounds[run + 1] ?? 0;
    const shift = length - (offsets[start] ?? 0);
    for (let row = start; row < end; row += 1) kept[(at += 1)] = (offsets[row + 1] ?? 0) + shift;
    length = kept[at] ?? 0;
  }
  const into = Buffer.allocUnsafe(length);
  at = 0;
  for (let run = 0; run < bounds.length; run += 2) {
    const part = bytes.subarray(offsets[bounds[run] ?? 0], offsets[bounds[run + 1] ?? 0]);
    into.set(part, at);
    at += part.byteLength;
  }
  return { offsets: kept, bytes: into };
}
