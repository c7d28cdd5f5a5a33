import type { IncomingBatch, RowFault } from '../../contract/index.js';

/** Takes one file apart into rows of text, and accounts for every line of it. */
export interface TableReader {
  readonly columns: readonly string[];
  /** In the order of the file; bounded, however large the file is. To be read once. A batch holds until the next is asked for. */
  batches(signal: AbortSignal): AsyncIterable<ReadBatch>;
  /** Complete when the batches have ended. Valid and quarantined rows are told apart by whoever checks them. */
  readonly accounting: LineAccounting;
  /** What to know of how the file was read, in sentences. */
  readonly notes?: readonly string[];
  /**
   * What each column's values are in formats that tell a text from a number (JSON, Excel). Complete when the batches have
   * ended. Whoever wrote "12345" as a text meant one: no number is to be made of it; a date it may be.
   */
  readonly written?: readonly WrittenAs[];
}

export interface WrittenAs {
  texts: boolean;
  numbers: boolean;
  booleans: boolean;
  /** Lists and objects, given as the text of their JSON. */
  nested: boolean;
}

/**
 * Rows as they stand in the file: every column Arrow text (Utf8), null where a field is empty and not quoted, or where a
 * reader knows of a null itself (JSON, Parquet, Excel, which may give typed columns as well).
 */
export interface ReadBatch {
  readonly batch: IncomingBatch;
  /** The 1-based line each row begins on (records of JSON and sheets count as lines), one more for the line after. */
  readonly lines: Float64Array;
  /** Rows that are no rows of this table: too few fields, too many, an unclosed quote, bytes that are no text. */
  readonly faults: readonly RowFault[];
}

/** All in lines of the file: lines = header + preamble + rows + skipped. A record over three lines counts three. */
export interface LineAccounting {
  lines: number;
  header: number;
  preamble: number;
  rows: number;
  /** Blank lines, comments, footers: declared, and counted by kind. */
  skipped: { blank: number; comment: number; footer: number };
}
