import type { FileFormat } from './file-format.js';

/** What the user knows better than any look at the file. What is left out is found out. */
export interface FormatOptions {
  readonly format?: FileFormat['kind'] | undefined;
  readonly delimiter?: string | undefined;
  /** Null: nothing is quoted. */
  readonly quote?: string | null | undefined;
  /** As Python's open() names it, or as TextDecoder does. */
  readonly encoding?: string | undefined;
  /** How many lines hold the names of the columns; 0: none. */
  readonly headerLines?: number | undefined;
  /** How many lines to pass over before the header. */
  readonly skipLines?: number | undefined;
  readonly sheet?: string | undefined;
}
