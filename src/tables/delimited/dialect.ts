import type { DetectionFacts, HeaderPlace, TextFacts } from '../format.js';
import type { LineEnd } from '../text/lines.js';

/** Text with a delimiter (CSV and its relatives). */
export interface DelimitedFormat extends TextFacts, DetectionFacts {
  readonly kind: 'delimited';
  readonly dialect: Dialect;
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
  /** Whether a backslash escapes a delimiter outside of quotes. */
  readonly bareEscape?: boolean;
}
