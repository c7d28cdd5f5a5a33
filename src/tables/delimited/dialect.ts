import type { RowShape } from './detect/find-footer.js';
import type { DetectionFacts, HeaderPlace, TextFacts } from '../format.js';
import type { LineEnd } from '../text/lines.js';

/** Text with a delimiter (CSV and its relatives). */
export interface DelimitedFormat extends TextFacts, DetectionFacts {
  readonly kind: 'delimited';
  readonly dialect: Dialect;
}

/** A table that is not read. Blank lines and titles around it belong to it. */
export interface OtherTable {
  readonly firstLine: number;
  readonly lastLine: number;
  readonly columns: readonly string[];
  readonly rows: number;
}

export interface Dialect extends HeaderPlace {
  /** One character, or several (`||`). */
  readonly delimiter: string;
  /** Null when no field is quoted. */
  readonly quote: string | null;
  /** How a quote is written inside quotes: doubled (the quote itself) or after a backslash; null when it cannot be. */
  readonly escape: string | null;
  readonly lineEnd: LineEnd;
  /** The prefix of lines to skip; null without comments. */
  readonly comment: string | null;
  /** Whether a line that repeats the header counts as header: concatenated files have such lines. */
  readonly headerRepeats: boolean;
  /** Lines at the end that are not rows, such as totals. */
  readonly footerLines: number;
  /** Whether the end of the file was not read during detection. The reader then finds the footer. */
  readonly footerUnseen?: boolean;
  /** Whether every line ends in a delimiter that separates nothing. */
  readonly trailingDelimiter: boolean;
  /** Whether a frame is drawn around the cells: rows may begin with a delimiter, and values are padded with spaces. */
  readonly isDrawn?: boolean;
  /** Whether rows may leave out cells at their end, which are null. */
  readonly shortRows?: boolean;
  /** Whether a backslash escapes a delimiter, a line end and a backslash outside of quotes. */
  readonly bareEscape?: boolean;
  /** Whether a quote inside an unquoted field is a fault. */
  readonly strictQuotes?: boolean;
  /** What the rows of the sample have in common, to locate faults and to find the footer. */
  readonly shape?: RowShape;
  /** The last line of this table; undefined if it ends with the file or before its footer. */
  readonly endLine?: number | undefined;
  /** The other tables of the file, which are not read. */
  readonly otherTables?: readonly OtherTable[];
  /** Why the header line is not a row, if that needs an explanation. */
  readonly headerReason?: string | undefined;
}
