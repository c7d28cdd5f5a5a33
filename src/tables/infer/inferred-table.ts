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
