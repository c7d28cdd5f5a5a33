import type { RowFault } from '../../../contract/index.js';
import type { LineAccounting } from '../../table/table-reader.js';
import { CR } from '../../text/lines.js';
import { type Grammar, SPACE } from './grammar.js';
import { isLikeHeader } from './like-header.js';
import type { Tokens } from './tokens.js';

/** The reason of such a line among the skipped lines. */
export const ONLY_DELIMITERS = 'has no value, only delimiters';

/**
 * Removes rows without a value (`,,,`), which spreadsheets write for empty rows, and rows that repeat the header with
 * other capitals or blanks. The first byte decides for nearly every row, so this costs little.
 */
export function dropOtherRows(bytes: Uint8Array, tokens: Tokens, grammar: Grammar, accounting: LineAccounting): void {
  const { recordStarts, recordEnds, rows } = tokens;
  if (grammar.width < 2) return;
  const dropped: number[] = [];
  let kept = 0;
  for (let row = 0; row < rows; row += 1) {
    const [from, to] = [recordStarts[row] ?? 0, recordEnds[row] ?? 0];
    const isEmpty = hasOnlyDelimiters(bytes, from, to, grammar);
    if (isEmpty || isLikeHeader(bytes, from, to, tokens.likeHeader)) {
      dropped.push(row);
      accounting.rows -= 1;
      if (isEmpty) accounting.skipped.blank += 1;
      else accounting.header += 1;
      const line = tokens.lines[row] ?? 0;
      if (isEmpty) tokens.keep?.(line, 'empty', ONLY_DELIMITERS, bytes, from, to);
      else tokens.keep?.(line, 'header', 'repeats the header', bytes, from, to);
      continue;
    }
    if (kept < row) moveRow(tokens, row, kept);
    kept += 1;
  }
  tokens.rows = kept;
  if (dropped.length > 0) tokens.faults = movedFaults(tokens.faults, dropped);
}

/** Faults and dropped rows are both in the order of the file. */
function movedFaults(faults: readonly RowFault[], dropped: readonly number[]): RowFault[] {
  let before = 0;
  return faults.map((fault) => {
    while ((dropped[before] ?? Infinity) < fault.row) before += 1;
    return { ...fault, row: fault.row - before };
  });
}

/** Whether a record has nothing but delimiters and spaces. Quotes are values. */
export function hasOnlyDelimiters(
  bytes: Uint8Array,
  from: number,
  to: number,
  { delimiter, delimiterByte }: Grammar,
): boolean {
  const first = bytes[from] ?? 0;
  if (first !== delimiterByte && first !== SPACE) return false;
  let delimiters = 0;
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === delimiterByte) delimiters += 1;
    else if (byte !== SPACE && byte !== CR && !delimiter.includes(byte)) return false;
  }
  return delimiters > 0;
}

function moveRow(tokens: Tokens, from: number, to: number): void {
  const { width, starts, ends, recordStarts, recordEnds, lines } = tokens;
  starts.copyWithin(to * width, from * width, (from + 1) * width);
  ends.copyWithin(to * width, from * width, (from + 1) * width);
  recordStarts[to] = recordStarts[from] ?? 0;
  recordEnds[to] = recordEnds[from] ?? 0;
  lines[to] = lines[from] ?? 0;
}
