import type { LineAccounting } from '../../table/table-reader.js';
import type { RowFault } from '../../../contract/index.js';
import { isBlank } from '../../text/keep-line.js';
import { countLines, isRule, LF, nextLine, withoutLineEnd } from '../../text/lines.js';
import { rawText } from '../../text/raw-text.js';
import type { Window } from '../../text/read-text.js';
import { hasOnlyDelimiters, ONLY_DELIMITERS } from './drop-empty-rows.js';
import { type Grammar, unquoted } from './grammar.js';
import { createCursor, type Cursor, readFields } from './read-fields.js';
import { isStray } from './stray-quote.js';
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
  const { fields, broken, innerLines, bareQuote } = cursor;
  const recordEnd = nextLine(bytes, cursor.at, to, grammar.returnEnds);
  if (broken === null && innerLines === 0 && grammar.width > 1) {
    const isEmpty = isBlank(bytes, from, cursor.at) || hasOnlyDelimiters(bytes, from, cursor.at, grammar);
    if (isEmpty || isRule(bytes, from, cursor.at)) {
      accounting.lines += 1;
      accounting.skipped[isEmpty ? 'blank' : 'comment'] += 1;
      const [kind, reason] = isEmpty ? (['empty', ONLY_DELIMITERS] as const) : (['comment', 'a drawn line'] as const);
      tokens.keep?.(accounting.lines, kind, reason, bytes, from, recordEnd);
      return recordEnd;
    }
  }
  const firstLineEnd = nextLine(bytes, from, to, grammar.returnEnds);
  if (firstLineEnd >= to && !isLast) return INCOMPLETE;
  const end = faultEnd(window, cursor, firstLineEnd, recordEnd, grammar);
  if (end === INCOMPLETE) return INCOMPLETE;
  const isCut = end < recordEnd;
  const miscount = fields < grammar.width ? 'too_few_fields' : 'too_many_fields';
  const isStrayQuote = broken === null && bareQuote !== -1 && isStray(bytes, from, cursor.at, grammar, bareQuote);
  const code = isCut ? 'unclosed_quote' : (broken ?? (isStrayQuote ? 'stray_quote' : miscount));
  const textEnd = withoutLineEnd(bytes, from, end);
  const row = tokens.rows;
  const lines = countLines(bytes, from, end, grammar.returnEnds);
  const field = broken === null ? (isStrayQuote ? bareQuote : located(bytes, from, cursor, tokens, grammar)) : fields;
  tokens.faults.push({
    row,
    code,
    message: messageFor(code, fields, grammar.width),
    column: tokens.names[field] ?? null,
    raw: rawText(bytes.subarray(from, textEnd)),
  });
  clearRow(tokens, row);
  tokens.recordStarts[row] = from;
  tokens.recordEnds[row] = textEnd;
  tokens.lines[row] = accounting.lines + 1;
  tokens.rows = row + 1;
  accounting.lines += lines;
  accounting.rows += lines;
  return end;
}

const trial = createCursor();

/**
 * Where a faulty record ends. With intact quotes that is where it ends by the dialect. Otherwise it is before the next
 * valid line, unless the fields after the fault complete the record.
 */
function faultEnd(
  window: Window,
  { broken, innerLines, at, fields }: Cursor,
  firstLineEnd: number,
  recordEnd: number,
  grammar: Grammar,
): number {
  if (broken === null) return recordEnd;
  if (broken === 'text_after_quote') {
    const whole = completedEnd(window, at, fields, grammar);
    if (whole !== null) return whole;
  }
  const spansLines = broken === 'unclosed_quote' || innerLines > 0;
  if (!spansLines) return firstLineEnd;
  return goodLine(window, firstLineEnd, broken === 'unclosed_quote' ? window.to : recordEnd, grammar);
}

/** Where the record ends if the text after a quote belongs to its field; null if the other fields do not fit then. */
function completedEnd({ bytes, to, isLast }: Window, from: number, field: number, grammar: Grammar): number | null {
  const { delimiter, delimiterByte, width, returnEnds } = grammar;
  let at = from;
  while (at < to && bytes[at] !== LF && bytes[at] !== delimiterByte) at += 1;
  if (at >= to || bytes[at] === LF) return null;
  const slots = { starts: new Int32Array(width), ends: new Int32Array(width) };
  readFields(bytes, at + delimiter.length, to, grammar, slots, 0, trial);
  if (trial.broken !== null || field + 1 + trial.fields !== width) return null;
  if (trial.at >= to && !isLast) return INCOMPLETE;
  return nextLine(bytes, trial.at, to, returnEnds);
}

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

/** The field of a missing or an extra delimiter, judged by the kinds of the values around it; -1 if unknown. */
function located(
  bytes: Uint8Array,
  from: number,
  { at, fields, innerLines }: Cursor,
  tokens: Tokens,
  grammar: Grammar,
): number {
  if (tokens.locate === null || innerLines > 0 || Math.abs(fields - grammar.width) !== 1) return -1;
  const slots = { starts: new Int32Array(fields), ends: new Int32Array(fields) };
  readFields(bytes, from, at, { ...grammar, width: fields, shortRows: false }, slots, 0, trial);
  const texts = Array.from(slots.starts, (start, field) =>
    rawText(bytes.subarray(start < 0 ? ~start : start, slots.ends[field])),
  );
  return tokens.locate(texts);
}

function messageFor(code: RowFault['code'], fields: number, width: number): string {
  switch (code) {
    case 'too_few_fields':
    case 'too_many_fields':
      return `has ${fields} ${fields === 1 ? 'field' : 'fields'}, the table has ${width} ${width === 1 ? 'column' : 'columns'}`;
    case 'unclosed_quote':
      return 'a quote is opened and not closed';
    case 'stray_quote':
      return 'has a quote inside a field without quotes; a delimiter before it may be missing';
    default:
      return 'text follows a closing quote';
  }
}
