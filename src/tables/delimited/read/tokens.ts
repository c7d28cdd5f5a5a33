import type { RowFault } from '../../../contract/index.js';
import type { KeepLine } from '../../text/keep-line.js';
import type { PlainLoops } from './plain/plain-loops.js';

/** The positions of the fields of several records in a window of bytes. Reused for the next records. */
export interface Tokens {
  readonly width: number;
  readonly rowLimit: number;
  rows: number;
  /** Field by field, row by row. `~start` marks a quoted field, which may be empty without being null. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Where each record begins, and where its line end begins. */
  readonly recordStarts: Int32Array;
  readonly recordEnds: Int32Array;
  /** The line each record begins on, and the line after the last record. */
  readonly lines: Float64Array;
  faults: RowFault[];
  /** Records of several lines that each look like a row, and the line of the first. */
  rowLike: number;
  firstRowLike: number;
  /** The names of the columns, and a guess at the column of a missing or an extra delimiter (-1: unknown). */
  names: readonly string[];
  locate: ((fields: readonly string[]) => number) | null;
  /** Receives the lines that are not rows; null if they are not wanted. */
  keep: KeepLine | null;
  /** The header line, where it may occur again between the rows; otherwise empty. */
  header: Uint8Array;
  /** The same without blanks and in lower case. */
  likeHeader: Uint8Array;
  /** The WebAssembly loops, when these arrays are in their memory; otherwise null. */
  readonly plain: PlainLoops | null;
}

/** The rows of a batch; fewer for very wide tables, so that a batch stays small. */
const MOST_ROWS = 65_536;
const MOST_FIELDS = 1_048_576;
const FEWEST_ROWS = 256;
/** Fields are seldom shorter on average; if they are, a window yields two batches. */
const BYTES_PER_FIELD = 4;

/** Space for the records of a window of this size: a small file needs little. */
export function createTokens(width: number, windowBytes = Infinity, plain: PlainLoops | null = null): Tokens {
  const rowLimit = rowsOf(width, windowBytes);
  const ints = (length: number): Int32Array => plain?.ints(length) ?? new Int32Array(length);
  return {
    width,
    rowLimit,
    rows: 0,
    starts: ints(rowLimit * width),
    ends: ints(rowLimit * width),
    recordStarts: ints(rowLimit),
    recordEnds: ints(rowLimit),
    lines: new Float64Array(rowLimit + 1),
    faults: [],
    rowLike: 0,
    firstRowLike: 0,
    names: [],
    locate: null,
    keep: null,
    header: new Uint8Array(0),
    likeHeader: new Uint8Array(0),
    plain,
  };
}

/** The size of the integer arrays of such tokens. */
export function tokenBytes(width: number, windowBytes: number): number {
  return rowsOf(width, windowBytes) * (2 * width + 2) * Int32Array.BYTES_PER_ELEMENT;
}

function rowsOf(width: number, windowBytes: number): number {
  const expected = Math.max(FEWEST_ROWS, Math.ceil(windowBytes / (BYTES_PER_FIELD * width)));
  return Math.max(1, Math.min(expected, MOST_ROWS, Math.floor(MOST_FIELDS / width)));
}

/** Clears the fields of a record that could not be split. Its text is in the fault. */
export function clearRow(tokens: Tokens, row: number): void {
  const from = row * tokens.width;
  tokens.starts.fill(0, from, from + tokens.width);
  tokens.ends.fill(0, from, from + tokens.width);
}
