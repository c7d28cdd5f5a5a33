import type { LineAccounting } from '../../../table/table-reader.js';
import type { Grammar } from '../grammar.js';
import type { Tokens } from '../tokens.js';
import {
  compiledModule,
  Instance,
  Memory,
  type Module,
  WASM_PAGE_BYTES,
  type WasmGlobal,
} from '../../../../contract/index.js';
import { PLAIN_WASM } from './plain-wasm.js';

/** The loops over every byte of a large file in WebAssembly, with their memory. See plain.wat. */
export interface PlainLoops {
  /** The window of the file must be in this memory. */
  readonly window: Uint8Array;
  /** Allocates an array for the tokens. */
  ints(length: number): Int32Array;
  /** Reads records while they are plain. Returns where the rest begins. */
  takeRecords(bytes: Uint8Array, from: number, to: number, tokens: Tokens, accounting: LineAccounting): number;
  /** Space for the columns of records in the window; null for other records. */
  columnRoom(source: Uint8Array, bytes: number): Uint8Array | null;
  /** Copies the fields of a column. Returns the number of bytes copied, or -1 when some fields are quoted. */
  takeColumn(tokens: Tokens, column: number, offsets: Int32Array, target: Uint8Array): number;
  /** The number of empty fields in the last column. */
  readonly nulls: number;
}

interface Exports {
  readonly rows: WasmGlobal;
  readonly nulls: WasmGlobal;
  readonly records: (...numbers: number[]) => number;
  readonly column: (...numbers: number[]) => number;
}

/** The loops read and write sixteen bytes at a time, up to this many bytes after the end. */
const SLACK = 32;
/** Where no record is plain, the loops are tried for one record in this many. */
const LONGEST_PAUSE = 1_024;

/** Null for a dialect without plain records, and on processors without SIMD. */
export function createPlainLoops(grammar: Grammar, windowBytes: number, tokenBytes: number): PlainLoops | null {
  const { width, delimiterByte, quote, comment } = grammar;
  const module = hasPlainRecords(grammar) ? plainModule() : null;
  if (module === null) return null;
  const intsFrom = aligned(windowBytes + SLACK);
  const roomFrom = intsFrom + aligned(tokenBytes);
  // Fields have at most as many bytes as the window; the offsets of a column are one integer per row, like tokens.
  const roomBytes = tokenBytes + windowBytes + SLACK;
  const memory = new Memory({ initial: Math.ceil((roomFrom + roomBytes) / WASM_PAGE_BYTES) });
  const loops = new Instance(module, { host: { memory } }).exports as unknown as Exports;
  let intsEnd = intsFrom;
  let pause = 0;
  let paused = 0;
  return {
    window: new Uint8Array(memory.buffer, 0, windowBytes),
    ints(length) {
      const from = intsEnd;
      intsEnd += length * Int32Array.BYTES_PER_ELEMENT;
      return new Int32Array(memory.buffer, from, length);
    },
    takeRecords(bytes, from, to, tokens, accounting) {
      if (bytes.buffer !== memory.buffer) return from;
      if (paused > 0) {
        paused -= 1;
        return from;
      }
      const { rows, rowLimit, starts, ends, recordStarts, recordEnds, lines, header } = tokens;
      const end = loops.records(
        ...[from, to, rows, rowLimit, starts.byteOffset, ends.byteOffset, recordStarts.byteOffset],
        ...[recordEnds.byteOffset, width, delimiterByte, quote === -1 ? delimiterByte : quote, comment[0] ?? -1],
        ...[header[0] ?? -1, header.length],
      );
      tokens.rows = loops.rows.value;
      for (let row = rows; row < tokens.rows; row += 1) lines[row] = accounting.lines + 1 + row - rows;
      accounting.lines += tokens.rows - rows;
      accounting.rows += tokens.rows - rows;
      pause = tokens.rows > rows ? 0 : Math.min(2 * pause + 1, LONGEST_PAUSE);
      paused = pause;
      return end;
    },
    columnRoom: (source, bytes) =>
      source.buffer === memory.buffer && bytes + SLACK <= roomBytes
        ? new Uint8Array(memory.buffer, roomFrom, bytes)
        : null,
    takeColumn({ rows, width: fields, starts, ends }, column, offsets, target) {
      const first = column * Int32Array.BYTES_PER_ELEMENT;
      const step = fields * Int32Array.BYTES_PER_ELEMENT;
      const [from, to] = [starts.byteOffset + first, ends.byteOffset + first];
      return loops.column(from, to, rows, step, offsets.byteOffset, target.byteOffset);
    },
    get nulls() {
      return loops.nulls.value;
    },
  };
}

/** Whether records without quotes can be split at delimiters and line feeds alone. */
function hasPlainRecords({ delimiter, returnEnds, trailingDelimiter, isDrawn, bareEscape }: Grammar): boolean {
  return delimiter.length === 1 && !returnEnds && !trailingDelimiter && !isDrawn && bareEscape === -1;
}

function aligned(bytes: number): number {
  return (bytes + 15) & ~15;
}

let compiled: Module | null = null;

function plainModule(): Module | null {
  compiled ??= compiledModule(PLAIN_WASM);
  return compiled;
}
