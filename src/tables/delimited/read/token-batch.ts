import type { ReadBatch } from '../../table/table-reader.js';
import { arrowColumn } from '../../text/text-columns.js';
import { takeColumns, type Unquote } from './take-columns.js';
import type { Tokens } from './tokens.js';

/** The rows that tokens point at, as columns of their own memory; null when there are none. */
export function tokenBatch(
  bytes: Uint8Array,
  tokens: Tokens,
  unquote: Unquote,
  names: readonly string[],
): ReadBatch | null {
  const { rows, lines, faults } = tokens;
  if (rows === 0) return null;
  const columns = takeColumns(bytes, tokens, unquote);
  return {
    batch: {
      output: null,
      rowCount: rows,
      columns: columns.map((column, at) => arrowColumn(names[at] ?? '', rows, column)),
    },
    lines: lines.slice(0, rows + 1),
    faults,
  };
}
