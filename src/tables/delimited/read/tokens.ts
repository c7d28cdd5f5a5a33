import type { RowFault } from '../../../contract/index.js';
import type { PlainLoops } from './plain/plain-loops.js';

/** Where the fields of a run of records stand in a window of bytes. Used again for the next run. */
export interface Tokens {
  readonly width: number;
  readonly rowLimit: number;
  rows: number;
  /** Field after field, row after row. `~start` says that the field is quoted: it may be empty without being null. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Where each record begins, and where its line end begins. */
  readonly recordStarts: Int32Array;
  readonly recordEnds: Int32Array;
  /** The line each record begins on, and one more for the line behind the last. */
  readonly lines: Float64Array;
  faults: RowFault[];
  /** The line of the names, where it may stand again among the rows; else empty. */
  header: Uint8Array;
  /** What fills and reads these arrays faster, where they lie in its memory; else null. */
  readonly plain: PlainLoops | null;
}

/** Rows in a batch; those of very wide tables are fewer, so that a batch stays small. */
const MOST_ROWS = 65_536;
const MOST_FIELDS = 1_048_576;
const FEWEST_ROWS = 256;
/** Fields are seldom shorter on average; where they are, a window gives two batches. */
const BYTES_PER_FIELD = 4;

/** Room for the records of a window of so many bytes: a small file needs little. */
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
    header: new Uint8Array(0),
    plain,
  };
}

/** How many bytes the integers of such tokens take. */
export function tokenBytes(width: number, windowBytes: number): number {
  return rowsOf(width, windowBytes) * (2 * width + 2) * Int32Array.BYTES_PER_ELEMENT;
}

function rowsOf(width: number, windowBytes: number): number {
  const expected = Math.max(FEWEST_ROWS, Math.ceil(windowBytes / (BYTES_PER_FIELD * width)));
  return Math.max(1, Math.min(expected, MOST_ROWS, Math.floor(MOST_FIELDS / width)));
}

/** A record whose fields cannot be told apart has none: its text is in the fault. */
export function clearRow(tokens: Tokens, row: number): void {
  const from = row * tokens.width;
  tokens.starts.fill(0, from, from + tokens.width);
  tokens.ends.fill(0, from, from + tokens.width);
}
