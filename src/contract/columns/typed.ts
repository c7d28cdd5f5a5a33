import type { ColumnType } from './column-type.js';
import type { RowRuns } from './row-runs.js';

/**
 * One column that has passed its contract, in buffers that a sink can write without reading single values.
 *
 * `present` has one byte per row, 1 where there is a value; null if every row has one. Bytes, because masking bits in
 * JavaScript costs more than the memory it saves. The slot of a row without a value has an undefined content.
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

/** The valid rows of one output, with the columns of the whole batch. */
export interface TypedBatch {
  /** In the order of the output's columns. They also contain invalid rows, whose content is undefined. */
  readonly columns: readonly TypedColumn[];
  /** The valid rows. */
  readonly runs: RowRuns;
  /** The number of rows of the output before this batch, including quarantined ones; used for row numbers. */
  readonly rowsBefore: number;
}

export interface OutputColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly required: boolean;
}
