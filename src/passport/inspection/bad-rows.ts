/** Rows with the same problem. */
export interface BadRows {
  /** Follows the number of rows in a sentence. */
  readonly problem: string;
  readonly count: number;
  /** Some of their ids. */
  readonly examples: readonly string[];
}
