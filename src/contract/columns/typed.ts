import type { ColumnType } from './column-type.js';
import type { RowRuns } from './row-runs.js';

/**
 * One column that has passed its contract, in buffers that a sink can write without looking at single values.
 *
 * `present` has one byte a row, 1 where there is a value; null when every row has one. A byte and not a bit: in
 * JavaScript the masking of bits costs more than the memory it saves. Where a row has no value, its slot holds anything.
 */
export type TypedColumn =
  | (Nullable & { readonly type: { readonly kind: 'string' | 'json' | 'binary' } } & VariableBytes)
  | (Nullable & { readonly type: { readonly kind: 'int' | 'time' }; readonly values: BigInt64Array })
  | (Nullable & { readonly type: DatetimeType; readonly values: BigInt64Array })
  | (Nullable & { readonly type: { readonly kind: 'float' }; readonly values: Float64Array })
  | (Nullable & { readonly type: { readonly kind: 'date' }; readonly values: Int32Array })
  | (Nullable & { readonly type: { readonly kind: 'bool' }; readonly values: Uint8Array })
  | (Nullable & { readonly type: DecimalType; readonly values: BigInt64Array | WideIntegers });

type DatetimeType = Extract<ColumnType, { kind: 'datetime' }>;
type DecimalType = Extract<ColumnType, { kind: 'decimal' }>;

interface Nullable {
  readonly present: Uint8Array | null;
}

/** Value of row i: `bytes` from `offsets[i]` to `offsets[i + 1]`. The first offset need not be 0. */
export interface VariableBytes {
  readonly offsets: Int32Array;
  readonly bytes: Uint8Array;
}

/** Decimals of more than 18 digits: 16 bytes each, little-endian two's complement, as in Arrow's decimal128. */
export interface WideIntegers {
  readonly wide: Uint8Array;
}

/** Decimals up to this precision fit into 64 bits. */
export const NARROW_DECIMAL_PRECISION = 18;

/** The rows of one output that passed, among all that the parser gave with them. */
export interface TypedBatch {
  /** In the order of the output's columns. They hold rows that did not pass as well, and those hold anything. */
  readonly columns: readonly TypedColumn[];
  /** The rows that passed. */
  readonly runs: RowRuns;
  /** Rows of the output before the first of the columns, quarantined ones counted: what numbers rows. */
  readonly rowsBefore: number;
}

export interface OutputColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly required: boolean;
}
