import { strict as assert } from 'node:assert';
import type { HeaderPlace, TextFacts } from '../format.js';
import type { InputFile } from '../source/input-file.js';
import { openSource } from '../source/open-source.js';
import type { LineAccounting, ReadBatch } from '../table/table-reader.js';
import { firstLines, lastLines, nextLine, withoutLineEnd } from './lines.js';
import { stringColumn } from './arrow-text.js';
import { isBlank } from './keep-line.js';
import { utf8Text } from './utf8-text.js';
import { CasparianError, hint } from '../../platform/index.js';

/** The lines around the rows of a table, and how its rows are read. */
export interface TextTable {
  readonly place: Pick<HeaderPlace, 'preambleLines' | 'headerLines'> & {
    readonly footerLines: number;
    /** The last line of the table, when other tables follow. */
    readonly endLine?: number | undefined;
  };
  readonly returnEnds: boolean;
  /** Receives the lines before and after the rows; absent if they are not wanted. */
  readonly keep?: KeepAround | undefined;
  /** The columns of a batch without rows, which gives the caller time to store skipped lines. */
  readonly columns?: readonly string[];
  readonly take: TakeRows;
  /**
   * For a file whose end was not read during detection: this many lines are held back until the end, then `find` counts
   * the footer.
   */
  readonly unseenFooter?: { readonly lines: number; readonly find: (end: Uint8Array) => number } | undefined;
  /** Receives each header line. */
  readonly onHeader?: (line: Uint8Array) => void;
  /** Allocates the window; called again when a record does not fit. */
  readonly room?: (bytes: number) => Uint8Array;
}

export type AroundKind = 'preamble' | 'header' | 'footer';

export type KeepAround = (line: number, kind: AroundKind, bytes: Uint8Array, from: number, to: number) => void;

/** Bytes that begin with a record. There is one spare byte after `to`. */
export interface Window {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
  /** Whether the file ends here. */
  readonly isLast: boolean;
}

/** Reads rows from the front of a window and counts their lines. Returns where the rest begins. */
export type TakeRows = (window: Window, accounting: LineAccounting) => TakenRows;

interface TakenRows {
  readonly end: number;
  /** Null when the lines had no row. */
  readonly batch: ReadBatch | null;
}

export function createAccounting(): LineAccounting {
  return { lines: 0, header: 0, preamble: 0, rows: 0, skipped: { blank: 0, comment: 0, footer: 0 } };
}

/** Yields the rows of a text file in batches, and accounts for the lines around them. */
export async function* readText(
  file: InputFile,
  format: TextFacts,
  table: TextTable,
  accounting: LineAccounting,
  signal: AbortSignal,
): AsyncGenerator<ReadBatch> {
  const { place, returnEnds, take, unseenFooter } = table;
  const { endLine = Infinity } = place;
  const window = createByteWindow(file.name, table.room);
  // An incomplete record is read again when twice as many bytes are there, so that the cost of long records is not
  // quadratic.
  let wanted = 1;
  for await (const chunk of utf8Text(openSource(file, format.compression, signal), format.encoding)) {
    window.add(chunk);
    if (window.to - window.from < wanted) continue;
    yield* rows(false);
    if (accounting.lines >= endLine) skipFooter(false);
    wanted = 2 * (window.to - window.from);
  }
  yield* rows(true);
  skipFooter(true);

  /** All lines in the window are after the table; the last may be incomplete. */
  function skipFooter(isLast: boolean): void {
    const { bytes, to } = window;
    for (let at = window.from; at < to;) {
      const next = nextLine(bytes, at, to, returnEnds);
      if (next >= to && !isLast) break;
      accounting.lines += 1;
      accounting.skipped[endLine < Infinity && isBlank(bytes, at, next) ? 'blank' : 'footer'] += 1;
      table.keep?.(accounting.lines, 'footer', bytes, at, next);
      window.dropBefore(next);
      at = next;
    }
  }

  function footerStart(isLast: boolean): number {
    const { bytes, from, to } = window;
    if (endLine < Infinity) return firstLines(bytes, from, to, endLine - accounting.lines, returnEnds);
    if (unseenFooter === undefined) return lastLines(bytes, from, to, place.footerLines, returnEnds);
    const held = lastLines(bytes, from, to, unseenFooter.lines, returnEnds);
    return isLast ? lastLines(bytes, from, to, unseenFooter.find(bytes.subarray(held, to)), returnEnds) : held;
  }

  function* rows(isLast: boolean): Generator<ReadBatch> {
    if (!skipStart(window, table, accounting, isLast)) return;
    // The lines of the footer are held back until the end of the file.
    const to = footerStart(isLast);
    while (window.from < to) {
      // Before another table the last record is complete although the file goes on.
      const isEnd = isLast || (endLine < Infinity && to < window.to);
      const { end, batch } = take({ bytes: window.bytes, from: window.from, to, isLast: isEnd }, accounting);
      if (end === window.from) {
        assert(!isEnd, 'at the end of a file every line is taken');
        return;
      }
      window.dropBefore(end);
      if (batch !== null) yield batch;
      else if (table.keep !== undefined) yield noRows(table.columns ?? []);
    }
  }
}

function noRows(columns: readonly string[]): ReadBatch {
  const batch = { output: null, rowCount: 0, columns: columns.map((name) => stringColumn(name, [])) };
  return { batch, lines: new Float64Array(1), faults: [] };
}

/** Counts the lines before the first row; false when the window ends among them. */
function skipStart(
  window: ByteWindow,
  { place: { preambleLines, headerLines }, returnEnds, onHeader, keep }: TextTable,
  accounting: LineAccounting,
  isLast: boolean,
): boolean {
  while (accounting.lines < preambleLines + headerLines) {
    const { bytes, from, to } = window;
    const next = nextLine(bytes, from, to, returnEnds);
    if (from >= to || (next >= to && !isLast)) return false;
    const isPreamble = accounting.lines < preambleLines;
    keep?.(accounting.lines + 1, isPreamble ? 'preamble' : 'header', bytes, from, next);
    if (isPreamble) {
      accounting.preamble += 1;
    } else {
      accounting.header += 1;
      onHeader?.(bytes.slice(from, withoutLineEnd(bytes, from, next)));
    }
    accounting.lines += 1;
    window.dropBefore(next);
  }
  return true;
}

/** Longer lines are not lines of a table. */
const MOST_BYTES = 512 * 1_024 * 1_024;

/** The part of a file in memory: chunks are added at the end, and bytes that were read are dropped from the front. */
interface ByteWindow {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
  add(chunk: Uint8Array): void;
  /** Everything before `position` has been read. */
  dropBefore(position: number): void;
}

/** `room` allocates a buffer, zeroed or not. */
function createByteWindow(name: string, room = (bytes: number): Uint8Array => new Uint8Array(bytes)): ByteWindow {
  let bytes: Uint8Array = new Uint8Array(0);
  let from = 0;
  let to = 0;
  const makeRoom = (more: number): void => {
    // One byte stays free after the data, for the line feed that ends the loops of the tokenizer.
    if (to + more < bytes.length) return;
    const kept = to - from;
    if (kept + more >= bytes.length) {
      if (kept + more >= MOST_BYTES) throw lineTooLong(name);
      const larger = room(Math.max(bytes.length * 2, 2 * more, kept + more + 1));
      larger.set(bytes.subarray(from, to));
      bytes = larger;
    } else {
      bytes.copyWithin(0, from, to);
    }
    from = 0;
    to = kept;
  };
  return {
    get bytes() {
      return bytes;
    },
    get from() {
      return from;
    },
    get to() {
      return to;
    },
    add(chunk) {
      makeRoom(chunk.length);
      bytes.set(chunk, to);
      to += chunk.length;
    },
    dropBefore(position) {
      from = position;
    },
  };
}

function lineTooLong(name: string): CasparianError {
  return new CasparianError('INPUT_UNREADABLE', `'${name}' has a line of more than ${MOST_BYTES / 1_048_576} MiB`, {
    why: 'A line is read as a whole. A line of this length is probably not a line of a table.',
    next: [hint('Write a parser that reads it piece by piece', { action: 'run', arguments: ['your_parser.py', name] })],
  });
}
