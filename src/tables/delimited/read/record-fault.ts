import type { LineAccounting } from '../../table/table-reader.js';
import type { RowFault } from '../../../contract/index.js';
import { countLines, isRule, nextLine, withoutLineEnd } from '../../text/lines.js';
import { rawText } from '../../text/raw-text.js';
import type { Window } from '../../text/read-text.js';
import { type Grammar, SPACE, unquoted } from './grammar.js';
import { createCursor, type Cursor, readFields } from './read-fields.js';
import { clearRow, type Tokens } from './tokens.js';

/** More of the file is needed. */
export const INCOMPLETE = -1;

/** In a longer quoted field, the closing quote is missing. */
const LONGEST_RECORD_BYTES = 32 * 1_024 * 1_024;
/** The number of lines after an unclosed quote that are searched for a valid one. */
const LINES_SEARCHED = 256;

/**
 * Stores a record that is not a row as a fault. A record of white space counts as blank, one of dashes as a comment.
 * Returns where the next record begins. A record with broken quotes ends before the next valid line, so that it does
 * not swallow valid rows.
 */
export function recordFault(
  window: Window,
  from: number,
  tokens: Tokens,
  grammar: Grammar,
  accounting: LineAccounting,
  cursor: Cursor,
): number {
  const { bytes, to, isLast } = window;
  if (cursor.broken === 'unclosed_quote' && !isLast && to - from < LONGEST_RECORD_BYTES) return INCOMPLETE;
  const { fields, broken, innerLines } = cursor;
  const recordEnd = nextLine(bytes, cursor.at, to, grammar.returnEnds);
  if (broken === null && innerLines === 0 && grammar.width > 1 && isBlank(bytes, from, cursor.at)) {
    accounting.lines += 1;
    accounting.skipped.blank += 1;
    return recordEnd;
  }
  if (broken === null && innerLines === 0 && grammar.width > 1 && isRule(bytes, from, cursor.at)) {
    accounting.lines += 1;
    accounting.skipped.comment += 1;
    return recordEnd;
  }
  const firstLineEnd = nextLine(bytes, from, to, grammar.returnEnds);
  if (firstLineEnd >= to && !isLast) return INCOMPLETE;
  const spansLines = broken === 'unclosed_quote' || innerLines > 0;
  const searchEnd = broken === 'unclosed_quote' ? to : recordEnd;
  const good = spansLines ? goodLine(window, firstLineEnd, searchEnd, grammar) : firstLineEnd;
  if (good === INCOMPLETE) return INCOMPLETE;
  const isCut = spansLines && good < recordEnd;
  const miscount = fields < grammar.width ? 'too_few_fields' : 'too_many_fields';
  const code = isCut ? 'unclosed_quote' : (broken ?? miscount);
  const end = withoutLineEnd(bytes, from, good);
  const row = tokens.rows;
  const lines = countLines(bytes, from, good, grammar.returnEnds);
  tokens.faults.push({
    row,
    code,
    message: messageFor(code, fields, grammar.width),
    raw: rawText(bytes.subarray(from, end)),
  });
  clearRow(tokens, row);
  tokens.recordStarts[row] = from;
  tokens.recordEnds[row] = end;
  tokens.lines[row] = accounting.lines + 1;
  tokens.rows = row + 1;
  accounting.lines += lines;
  accounting.rows += lines;
  return good;
}

const trial = createCursor();

/** The first line at or after `from` that is a valid record, or where the search ended. */
function goodLine({ bytes, to, isLast }: Window, from: number, searchEnd: number, grammar: Grammar): number {
  const slots = { starts: new Int32Array(grammar.width), ends: new Int32Array(grammar.width) };
  let line = from;
  for (let searched = 0; searched < LINES_SEARCHED && line < searchEnd; searched += 1) {
    for (const reading of [grammar, unquoted(grammar)]) {
      readFields(bytes, line, to, reading, slots, 0, trial);
      if (trial.at >= to && !isLast && trial.broken !== 'unclosed_quote') return INCOMPLETE;
      if (trial.broken === null && trial.fields === grammar.width) return line;
    }
    line = nextLine(bytes, line, to, grammar.returnEnds);
  }
  return Math.min(line, searchEnd);
}

/** Also control characters: some systems pad with NUL or end a file with Ctrl-Z. */
function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if ((bytes[at] ?? 0) > SPACE) return false;
  return true;
}

function messageFor(code: RowFault['code'], fields: number, width: number): string {
  switch (code) {
    case 'too_few_fields':
    case 'too_many_fields':
      return `has ${fields} ${fields === 1 ? 'field' : 'fields'}, the table has ${width} columns`;
    case 'unclosed_quote':
      return 'a quote is opened and not closed';
    default:
      return 'text follows a closing quote';
  }
}
