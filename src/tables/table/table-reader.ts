import type { IncomingBatch, RowFault } from '../../contract/index.js';

/** Splits one file into rows and accounts for every line of it. */
export interface TableReader {
  readonly columns: readonly string[];
  /**
   * In the order of the file; of bounded size. Can be read once. A batch is valid until the next is requested.
   * `onSkipped` receives every line with text that is not part of a row; a batch without rows may be yielded so that the
   * caller can store them.
   */
  batches(signal: AbortSignal, onSkipped?: OnSkipped): AsyncIterable<ReadBatch>;
  /** Complete after the last batch. Whether a row is valid or quarantined is decided later, by the checker. */
  readonly accounting: LineAccounting;
  /** What the user should know about how the file was read, in sentences. */
  readonly notes?: readonly string[];
  /** What may be wrong although the file was read: the run completes with warnings. Complete after the last batch. */
  readonly warnings?: readonly string[];
  /**
   * The types of each column's values in formats that distinguish text from numbers (JSON, Excel). Complete after the
   * last batch. A text such as "12345" stays text; it may still be a date.
   */
  readonly written?: readonly WrittenAs[];
}

export interface WrittenAs {
  texts: boolean;
  numbers: boolean;
  booleans: boolean;
  /** Lists and objects, as JSON text. */
  nested: boolean;
}

/**
 * Rows as the file has them: every column is Arrow text (Utf8), null where a field is empty and not quoted, or where
 * the format has nulls. JSON, Parquet and Excel may have typed columns too.
 */
export interface ReadBatch {
  readonly batch: IncomingBatch;
  /** The 1-based line each row begins on (records of JSON and sheets count as lines), one more for the line after. */
  readonly lines: Float64Array;
  /** Records that are not rows of the table: too few or too many fields, an unclosed quote, invalid bytes. */
  readonly faults: readonly RowFault[];
}

/** A line of a file that is not part of a row. */
export interface SkippedLine {
  /** 1-based. */
  readonly line: number;
  readonly kind: SkippedKind;
  /** Why it is not a row, in words. */
  readonly reason: string;
  /** Without its line end. A row of a sheet is JSON: its values by column letter. A member of a document is JSON too. */
  readonly text: string;
}

/** `beside` is a member of a JSON document next to its list of records. */
export type SkippedKind = 'preamble' | 'header' | 'comment' | 'empty' | 'footer' | 'other_table' | 'beside';

export type OnSkipped = (line: SkippedLine) => void;

/** All in lines of the file: lines = header + preamble + rows + skipped. A record over three lines counts three. */
export interface LineAccounting {
  lines: number;
  header: number;
  preamble: number;
  rows: number;
  /** Blank lines, comments and footers, counted by kind. */
  skipped: { blank: number; comment: number; footer: number };
}
