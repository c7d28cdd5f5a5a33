import type { Confidence, Encoding } from '../encoding/detect-encoding.js';

/** What a file is, as far as looking at it tells: everything a reader must know to take it apart. */
export type FileFormat = Packed &
  (
    | ({ readonly kind: 'delimited'; readonly dialect: Dialect } & InText & FoundOut)
    | ({ readonly kind: 'fixed_width'; readonly layout: FixedWidthLayout } & InText & FoundOut)
    | ({ readonly kind: 'json' | 'ndjson'; readonly preambleLines: number } & InText)
    | ({ readonly kind: 'excel' } & SheetTable & FoundOut)
    | { readonly kind: 'parquet' }
  );

interface Packed {
  readonly compression: 'none' | 'gzip' | 'zstd';
}

interface InText {
  readonly encoding: Encoding;
}

/** For formats that do not say themselves what they are. */
interface FoundOut {
  readonly confidence: Confidence;
  /** What to know of how the file is read, in sentences. */
  readonly notes: readonly string[];
}

/** The table of a workbook that is read. Its lines are the rows of the sheet. */
export interface SheetTable {
  readonly sheet: string;
  readonly header: HeaderPlace;
  /** The column the table begins in; A is 0. */
  readonly firstColumn: number;
}

/** Which lines come before the rows. Blank lines in between belong to the one or the other. */
export interface HeaderPlace {
  /** Titles, comments, dates of an export: lines before the header that are no rows. */
  readonly preambleLines: number;
  /** 0 when the first row is data; more than 1 when names stand on several lines. */
  readonly headerLines: number;
  /** The names of the columns, made unique; `column_1` … where there are none. */
  readonly columns: readonly string[];
}

export interface Dialect extends HeaderPlace {
  /** One character, or several (`||`). */
  readonly delimiter: string;
  /** Null when no field is quoted. */
  readonly quote: string | null;
  /** How a quote stands inside quotes: the quote itself (doubled), a backslash, or null when it cannot. */
  readonly escape: string | null;
  readonly lineEnd: '\n' | '\r\n' | '\r' | 'mixed';
  /** Lines that begin so are skipped; null when there are none. */
  readonly comment: string | null;
  /** Whether a line that is the header once more is counted as one: files written one behind the other have such lines. */
  readonly headerRepeats: boolean;
  /** Totals and the like at the end that are no rows. */
  readonly footerLines: number;
  /** Whether the end of the file was not seen: whoever reads it finds out the footer there. */
  readonly footerUnseen?: boolean;
  /** Whether every line ends in a delimiter that separates nothing. */
  readonly trailingDelimiter: boolean;
  /** Whether it is a drawn table: lines may begin with a delimiter, blanks around values are none of theirs. */
  readonly isDrawn?: boolean;
  /** Whether rows may end early: cells that are left out at their end are null. */
  readonly shortRows?: boolean;
  /** Whether a backslash outside of quotes keeps the delimiter behind it from separating. */
  readonly bareEscape?: boolean;
}

export interface FixedWidthLayout extends HeaderPlace {
  /** Where each column begins and ends, in characters; the last may reach to the end of the line. */
  readonly fields: readonly { readonly start: number; readonly end: number | null }[];
  readonly footerLines: number;
  readonly lineEnd: '\n' | '\r\n' | '\r' | 'mixed';
}
