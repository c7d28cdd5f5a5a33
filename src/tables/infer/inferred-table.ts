import type { DeclaredFormat, NumberStyle } from '../../contract/index.js';

import type { TableProfile } from './profile/table-profile.js';

export type { NumberStyle };

/** The types of a table's columns, with the evidence for them. */
export interface InferredTable {
  readonly columns: readonly InferredColumn[];
  /** The number of rows that were read: all, unless a limit was given. */
  readonly rows: number;
  readonly isWhole: boolean;
}

export interface InferredColumn {
  readonly name: string;
  /** As a contract writes it: `int`, `decimal(12,2)`, `date`, `string` … */
  readonly type: string;
  /** For dates and times: their strptime format, or several. */
  readonly format: DeclaredFormat | null;
  /** For numbers that are not written like 1234.56. */
  readonly numberStyle: NumberStyle | null;
  /** Texts that mean "no value" in this column, besides the empty one. */
  readonly nulls: readonly string[];
  readonly nullable: boolean;
  /** The number of rows with a value. */
  readonly values: number;
  /** Sentences that a person can check: which rows fit, which row rules out what. */
  readonly evidence: readonly string[];
  /** Other types that fit equally well. The user decides; nothing is guessed. */
  readonly alternatives: readonly Alternative[];
  /** Values that do not fit the type and would be quarantined, with the first of them. */
  readonly misfits: Misfits;
}

export interface Misfits {
  readonly count: number;
  readonly first: {
    /** Counts from 1 after the header of its file. */
    readonly row: number;
    /** Null when there is only one file. */
    readonly file: string | null;
    readonly value: string;
  } | null;
}

export interface Alternative {
  readonly type: string;
  readonly format: string | null;
  readonly why: string;
  /** The number of values that would be quarantined if the column had this type. */
  readonly misfits: number;
}

/** A type that the user declares. */
export interface TypeOverride {
  /** As a contract writes it. */
  readonly type: string;
  /** The format of dates and bools, or for numbers an example: `1.234,56`. */
  readonly format: string | null;
}

export interface InferOptions {
  readonly signal?: AbortSignal;
  /** By the name of the column. */
  readonly types?: ReadonlyMap<string, TypeOverride>;
  /** Stops after this many rows; reads all by default. */
  readonly maxRows?: number;
  /** Whether the format distinguishes text from numbers (JSON, Parquet, Excel): then `"12"` stays text. */
  readonly hasTypes?: boolean;
  /** Whether the values come from several files: then a column may have several date formats. */
  readonly severalFiles?: boolean;
  /** The profile of each of them. */
  readonly files?: readonly TableProfile[];
}

/**
 * The contract of the table, for `parseContract`. No column is required: that no value is missing yet does not mean
 * that none ever will be.
 */
export function contractOf(table: InferredTable): Record<string, unknown> {
  return Object.fromEntries(table.columns.map((column) => [column.name, declarationOf(column)]));
}

function declarationOf({ type, format, numberStyle, nulls }: InferredColumn): unknown {
  const details = {
    ...(format === null ? {} : { format }),
    ...(numberStyle === null ? {} : { decimal: numberStyle.decimal, thousands: numberStyle.thousands }),
    ...(nulls.length === 0 ? {} : { nulls }),
  };
  return Object.keys(details).length === 0 ? type : { type, ...details };
}
