import type { NumberStyle } from '../../contract/index.js';

export type { NumberStyle };

/** What the columns of a table are, and how we know. */
export interface InferredTable {
  readonly columns: readonly InferredColumn[];
  /** How many rows were looked at; all of them, unless told otherwise. */
  readonly rows: number;
  readonly isWhole: boolean;
}

export interface InferredColumn {
  readonly name: string;
  /** As a contract writes it: `int`, `decimal(12,2)`, `date`, `string` … */
  readonly type: string;
  /** For dates and times: how they are written (strptime). */
  readonly format: string | null;
  /** For numbers written otherwise than 1234.56. */
  readonly numberStyle: NumberStyle | null;
  /** Texts that stand for "no value" in this column, besides the empty one. */
  readonly nulls: readonly string[];
  readonly nullable: boolean;
  /** How many rows have a value. */
  readonly values: number;
  /** Sentences a person can check: which rows fit, which row rules out what. */
  readonly evidence: readonly string[];
  /** Other types that fit as well: a question to the user, and no guess. */
  readonly alternatives: readonly Alternative[];
  /** Values that do not fit the type and would go to the quarantine, with the first of them. */
  readonly misfits: Misfits;
}

export interface Misfits {
  readonly count: number;
  readonly first: {
    /** Counted from 1 below the header of its file. */
    readonly row: number;
    /** Null when there is one file only. */
    readonly file: string | null;
    readonly value: string;
  } | null;
}

export interface Alternative {
  readonly type: string;
  readonly format: string | null;
  readonly why: string;
  /** How many values would go to the quarantine if the column were of this type. */
  readonly misfits: number;
}

/** What the user decides instead of the values. */
export interface TypeOverride {
  /** As a contract writes it. */
  readonly type: string;
  /** How dates and bools are written, or for numbers an example: `1.234,56`. */
  readonly format: string | null;
}

export interface InferOptions {
  readonly signal?: AbortSignal;
  /** By the name of the column. */
  readonly types?: ReadonlyMap<string, TypeOverride>;
  /** Stop after this many rows; all are looked at unless told. */
  readonly maxRows?: number;
  /** Whether the file itself tells texts from numbers (JSON, Parquet, Excel): then `"12"` stays a text. */
  readonly hasTypes?: boolean;
}

/**
 * The contract that the table keeps, as `parseContract` takes it. Nothing is required: that no row was empty so far is no
 * promise that none ever will be.
 */
export function contractOf(table: InferredTable): Record<string, unknown> {
  return Object.fromEntries(table.columns.map((column) => [column.name, declarationOf(column)]));
}

function declarationOf({ type, format, numberStyle, nulls }: InferredColumn): unknown {
  const said = {
    ...(format === null ? {} : { format }),
    ...(numberStyle === null ? {} : { decimal: numberStyle.decimal, thousands: numberStyle.thousands }),
    ...(nulls.length === 0 ? {} : { nulls }),
  };
  return Object.keys(said).length === 0 ? type : { type, ...said };
}
