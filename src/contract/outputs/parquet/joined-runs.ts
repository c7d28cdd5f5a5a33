import { allRows, type RowRuns } from '../../columns/row-runs.js';
import type { TypedColumn, VariableBytes } from '../../columns/typed.js';

interface Rows {
  readonly columns: readonly TypedColumn[];
  readonly runs: RowRuns;
}

/** Shorter runs on average are copied before encoding: starting a run costs as much as this many rows. */
const SHORT_RUN_ROWS = 64;

/** The same rows, in runs that are long enough to encode one by one. */
export function joinedRuns({ columns, runs }: Rows): Rows {
  const isWorthIt = runs.rowCount * 2 >= runs.bounds.length * SHORT_RUN_ROWS || runs.bounds.length <= 2;
  if (isWorthIt) return { columns, runs };
  return { columns: columns.map((column) => joined(column, runs)), runs: allRows(runs.rowCount) };
}

/** The column with only the rows of these runs. */
function joined(column: TypedColumn, runs: RowRuns): TypedColumn {
  const present = column.present === null ? null : copied(column.present, runs, 1);
  if ('bytes' in column) return { type: column.type, present, ...copiedBytes(column, runs) };
  if ('wide' in column.values)
    return { ...column, present, values: { wide: copied(column.values.wide, runs, 16) } } as TypedColumn;
  return { ...column, present, values: copied(column.values, runs, 1) } as TypedColumn;
}

type FixedWidth = BigInt64Array | Float64Array | Int32Array | Uint8Array;

/** `width` elements per row. */
function copied<Values extends FixedWidth>(source: Values, { bounds, rowCount }: RowRuns, width: number): Values {
  const into = new (source.constructor as new (length: number) => Values)(rowCount * width);
  let at = 0;
  for (let run = 0; run < bounds.length; run += 2) {
    const part = source.subarray((bounds[run] ?? 0) * width, (bounds[run + 1] ?? 0) * width);
    // Both have the same type, which the compiler cannot infer through the union.
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
