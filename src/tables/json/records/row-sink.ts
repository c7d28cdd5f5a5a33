import { faultBadEncoding } from '../../delimited/read/bad-encoding.js';
import { tokenBatch } from '../../delimited/read/take-columns.js';
import { clearRow, createTokens } from '../../delimited/read/tokens.js';
import type { Encoding } from '../../encoding/detect-encoding.js';
import type { ReadBatch } from '../../table/table-reader.js';
import type { RowFault } from '../../../contract/index.js';
import { rawText } from '../../text/raw-text.js';
import { transcodedFrom } from '../../text/utf8-text.js';
import type { PutValue } from './read-row.js';
import { writeValue } from './value-text.js';

/** Collects the records of a window and makes a batch of them. */
export interface RowSink {
  readonly rows: number;
  readonly isFull: boolean;
  /** Begins a record on this line; its values follow. */
  begin(line: number): void;
  readonly put: PutValue;
  /** Ends the record; `fault` is set when it is invalid. */
  end(bytes: Uint8Array, from: number, to: number, fault: Fault | null): void;
  /** Returns and removes the records so far. `nextLine` is the line after the last one. */
  take(bytes: Uint8Array, nextLine: number): ReadBatch | null;
}

export type Fault = Pick<RowFault, 'code' | 'message'>;

export function createRowSink(columns: readonly string[], encoding: Encoding): RowSink {
  const decoded = transcodedFrom(encoding);
  const tokens = createTokens(Math.max(1, columns.length));
  const { width } = tokens;
  let base = 0;
  return {
    get rows() {
      return tokens.rows;
    },
    get isFull() {
      return tokens.rows === tokens.rowLimit;
    },
    begin(line) {
      base = tokens.rows * width;
      clearRow(tokens, tokens.rows);
      tokens.lines[tokens.rows] = line;
    },
    put(column, start, end) {
      if (column >= width) return;
      tokens.starts[base + column] = start;
      tokens.ends[base + column] = end;
    },
    end(bytes, from, to, fault) {
      const row = tokens.rows;
      tokens.recordStarts[row] = from;
      tokens.recordEnds[row] = to;
      tokens.rows = row + 1;
      if (fault === null) return;
      clearRow(tokens, row);
      tokens.faults.push({ row, ...fault, raw: rawText(bytes.subarray(from, to)) });
    },
    take(bytes, nextLine) {
      const { rows } = tokens;
      if (rows === 0) return null;
      tokens.lines[rows] = nextLine;
      faultBadEncoding(bytes, tokens, tokens.recordEnds[rows - 1] ?? 0, decoded);
      const batch = tokenBatch(bytes, tokens, writeValue, columns);
      tokens.rows = 0;
      tokens.faults = [];
      return batch;
    },
  };
}
