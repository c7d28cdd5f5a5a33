import type { LineAccounting } from '../../table/table-reader.js';
import { CR, LF, lineBehind, nextLine, withoutLineEnd } from '../../text/lines.js';
import type { Window } from '../../text/read-text.js';
import type { Grammar } from './grammar.js';
import { INCOMPLETE, recordFault } from './record-fault.js';
import { createCursor, readFields } from './read-fields.js';
import { looksLikeRows } from './looks-like-rows.js';
import { dropOtherRows } from './drop-empty-rows.js';
import { isStray } from './stray-quote.js';
import type { KeepLine } from '../../text/keep-line.js';
import type { Tokens } from './tokens.js';

const cursor = createCursor();

/**
 * Fills `tokens` with the records of a window. Returns where the first record begins that was not read, because it is
 * incomplete or does not fit. Counts the lines it passes.
 */
export function tokenize(window: Window, tokens: Tokens, grammar: Grammar, accounting: LineAccounting): number {
  const { bytes, from, to, isLast } = window;
  const { recordStarts, recordEnds, lines, rowLimit, plain } = tokens;
  const { width, trailingDelimiter } = grammar;
  tokens.rows = 0;
  tokens.faults = [];
  let at = from;
  const behind = bytes[to] ?? 0;
  bytes[to] = LF;
  while (at < to && tokens.rows < rowLimit) {
    if (plain !== null) {
      at = plain.takeRecords(bytes, at, to, tokens, accounting);
      if (at >= to || tokens.rows === rowLimit) break;
    }
    const skipped = skipLine(window, at, grammar, accounting, tokens.keep);
    if (skipped === INCOMPLETE) break;
    if (skipped !== at) {
      at = skipped;
      continue;
    }
    const row = tokens.rows;
    readFields(bytes, at, to, grammar, tokens, row * width, cursor);
    const end = cursor.at;
    const isWhole = isLast || (end < to && (bytes[end] !== CR || end + 1 < to));
    const isRow =
      cursor.broken === null &&
      (cursor.bareQuote === -1 || !isStray(bytes, at, end, grammar, cursor.bareQuote)) &&
      (cursor.fields === width || (trailingDelimiter && cursor.endsEmpty && cursor.fields === width + 1));
    if (!isRow || !isWhole) {
      const next =
        isWhole || cursor.broken !== null ? recordFault(window, at, tokens, grammar, accounting, cursor) : INCOMPLETE;
      if (next === INCOMPLETE) break;
      at = next;
      continue;
    }
    if (isRepeatedHeader(bytes, at, end, tokens.header)) {
      accounting.lines += 1;
      accounting.header += 1;
      tokens.keep?.(accounting.lines, 'header', 'repeats the header', bytes, at, end);
    } else {
      // A valid record is never split, whatever its lines look like.
      if (cursor.innerLines > 0 && looksLikeRows(bytes, at, end, grammar, cursor.fields)) {
        if (tokens.rowLike === 0) tokens.firstRowLike = accounting.lines + 1;
        tokens.rowLike += 1;
      }
      recordStarts[row] = at;
      recordEnds[row] = end;
      lines[row] = accounting.lines + 1;
      tokens.rows = row + 1;
      accounting.lines += 1 + cursor.innerLines;
      accounting.rows += 1 + cursor.innerLines;
    }
    at = lineBehind(bytes, end, to);
  }
  bytes[to] = behind;
  dropOtherRows(bytes, tokens, grammar, accounting);
  lines[tokens.rows] = accounting.lines + 1;
  return at;
}

/** Skips a blank line or a comment. Returns `at` when the line is a record. */
function skipLine(
  { bytes, to, isLast }: Window,
  at: number,
  grammar: Grammar,
  accounting: LineAccounting,
  keep: KeepLine | null,
): number {
  const byte = bytes[at];
  if (byte === LF || byte === CR) {
    let end = at;
    while (!grammar.returnEnds && bytes[end] === CR) end += 1;
    if (bytes[end] !== LF && !grammar.returnEnds) return at;
    if (!isLast && (end >= to || (bytes[end] === CR && end + 1 >= to))) return INCOMPLETE;
    accounting.lines += 1;
    accounting.skipped.blank += 1;
    return lineBehind(bytes, end, to);
  }
  if (byte !== grammar.comment[0] || !startsWith(bytes, at, grammar.comment)) return at;
  const next = nextLine(bytes, at, to, grammar.returnEnds);
  if (next >= to && !isLast) return INCOMPLETE;
  accounting.lines += 1;
  accounting.skipped.comment += 1;
  keep?.(accounting.lines, 'comment', `begins with ${Buffer.from(grammar.comment).toString()}`, bytes, at, next);
  return next;
}

/** Concatenated files have headers between their rows. */
function isRepeatedHeader(bytes: Uint8Array, from: number, to: number, header: Uint8Array): boolean {
  if (bytes[from] !== header[0] || to - from < header.length) return false;
  return withoutLineEnd(bytes, from, to) - from === header.length && startsWith(bytes, from, header);
}

function startsWith(bytes: Uint8Array, at: number, prefix: Uint8Array): boolean {
  return prefix.every((byte, index) => bytes[at + index] === byte);
}
