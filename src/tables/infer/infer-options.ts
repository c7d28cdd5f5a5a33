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
