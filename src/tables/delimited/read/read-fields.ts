import { countLineEnds, CR, LF } from '../../text/lines.js';
import { type Grammar, isEscapable, SPACE } from './grammar.js';
import type { Tokens } from './tokens.js';

/** The state of reading one record. One object for all records: one per record would create garbage. */
export interface Cursor {
  /** Where the record's line end is, or where the record broke. */
  at: number;
  fields: number;
  /** Line ends inside quotes. */
  innerLines: number;
  /** Whether the last field is empty and not quoted. */
  endsEmpty: boolean;
  /** How its quotes are broken, if they are. */
  broken: 'unclosed_quote' | 'text_after_quote' | null;
  /** The first unquoted field with a quote inside; -1 without one. */
  bareQuote: number;
}

export function createCursor(): Cursor {
  return { at: 0, fields: 0, innerLines: 0, endsEmpty: false, broken: null, bareQuote: -1 };
}

/**
 * Stores the positions of the fields of one record, up to the number of columns, and counts the rest. The byte at `to`
 * must be a line feed: it ends the loops, which do not check for the end of the window.
 */
export function readFields(
  bytes: Uint8Array,
  from: number,
  to: number,
  grammar: Grammar,
  { starts, ends }: Pick<Tokens, 'starts' | 'ends'>,
  slot: number,
  cursor: Cursor,
): void {
  const { classes, quote, width, returnEnds, delimiter, delimiterByte, blankByte, bareEscape, isDrawn } = grammar;
  const delimiterBytes = delimiter.length;
  let at = isDrawn ? behindFrame(bytes, from, delimiter) : from;
  let byte = bytes[at] ?? 0;
  let fields = 0;
  let isEscaped = false;
  let bareQuote = -1;
  let start: number;
  let end: number;
  cursor.innerLines = 0;
  cursor.broken = null;
  for (;;) {
    start = at;
    // Spaces before a quote are ignored.
    while (byte === blankByte) byte = bytes[++at] ?? 0;
    if (byte === quote) {
      end = closingQuote(bytes, at + 1, to, grammar);
      if (end === -1) {
        cursor.broken = 'unclosed_quote';
        break;
      }
      cursor.innerLines += countLineEnds(bytes, at + 1, end, returnEnds);
      start = ~(at + 1);
      at = end + 1;
      byte = bytes[at] ?? 0;
      while (byte === blankByte || (byte === CR && !returnEnds)) byte = bytes[++at] ?? 0;
      if (byte === delimiterByte ? !isDelimiter(bytes, at, delimiter) : classes[byte] !== 2) {
        cursor.broken = 'text_after_quote';
        break;
      }
    } else {
      // Four bytes per iteration: a third faster than one.
      while (classes[byte] === 0) {
        byte = bytes[++at] ?? 0;
        if (classes[byte] !== 0) break;
        byte = bytes[++at] ?? 0;
        if (classes[byte] !== 0) break;
        byte = bytes[++at] ?? 0;
        if (classes[byte] !== 0) break;
        byte = bytes[++at] ?? 0;
      }
      while (
        byte === bareEscape ||
        byte === quote ||
        (byte === delimiterByte && delimiterBytes > 1 && !isDelimiter(bytes, at, delimiter))
      ) {
        if (byte === quote && bareQuote === -1) bareQuote = fields;
        else if (byte === bareEscape && at + 1 < to && isEscapable(bytes[at + 1] ?? 0, delimiterByte)) {
          isEscaped = true;
          at += 1;
          if (bytes[at] === LF) cursor.innerLines += 1;
        }
        byte = bytes[++at] ?? 0;
        while (classes[byte] === 0) byte = bytes[++at] ?? 0;
      }
      end = at;
    }
    if (byte !== delimiterByte) break;
    if (fields < width) {
      // A field with an escape is unescaped like a quoted one.
      starts[slot + fields] = isEscaped ? ~start : start;
      ends[slot + fields] = end;
    }
    isEscaped = false;
    fields += 1;
    at += delimiterBytes;
    byte = bytes[at] ?? 0;
  }
  cursor.at = at;
  if (cursor.broken === null) {
    // Carriage returns before the line feed belong to the line end.
    if (!returnEnds && start >= 0) while (end > start && bytes[end - 1] === CR) end -= 1;
    if (fields < width) {
      starts[slot + fields] = isEscaped ? ~start : start;
      ends[slot + fields] = end;
    }
    fields += 1;
  }
  if (grammar.shortRows && fields > 1 && fields < width && cursor.broken === null) {
    starts.fill(end, slot + fields, slot + width);
    ends.fill(end, slot + fields, slot + width);
    fields = width;
  }
  cursor.fields = fields;
  cursor.bareQuote = bareQuote;
  cursor.endsEmpty = start === end || (isDrawn && start >= 0 && trimmedEnd(bytes, start, end) === start);
  if (isDrawn) trimFields(bytes, starts, ends, slot, slot + Math.min(fields, width));
}

/** Removes the padding around the values of a drawn table. */
function trimFields(bytes: Uint8Array, starts: Int32Array, ends: Int32Array, from: number, to: number): void {
  for (let field = from; field < to; field += 1) {
    let start = starts[field] ?? 0;
    if (start < 0) continue;
    const end = trimmedEnd(bytes, start, ends[field] ?? 0);
    while (start < end && bytes[start] === SPACE) start += 1;
    starts[field] = start;
    ends[field] = end;
  }
}

function trimmedEnd(bytes: Uint8Array, from: number, to: number): number {
  let end = to;
  while (end > from && bytes[end - 1] === SPACE) end -= 1;
  return end;
}

/** Where the first field of a drawn table begins: after the delimiter that draws the left border, if there is one. */
function behindFrame(bytes: Uint8Array, from: number, delimiter: Uint8Array): number {
  let at = from;
  while (bytes[at] === SPACE) at += 1;
  return bytes[at] === delimiter[0] && isDelimiter(bytes, at, delimiter) ? at + delimiter.length : from;
}

/** Whether a delimiter of several bytes is complete here. */
function isDelimiter(bytes: Uint8Array, at: number, delimiter: Uint8Array): boolean {
  for (let index = 1; index < delimiter.length; index += 1) if (bytes[at + index] !== delimiter[index]) return false;
  return true;
}

/**
 * The position of the quote that closes the field whose content begins at `from`; -1 if not found before `to`.
 */
export function closingQuote(bytes: Uint8Array, from: number, to: number, { quote, backslash }: Grammar): number {
  let at = from;
  while (at < to) {
    const byte = bytes[at];
    if (byte === quote) {
      if (bytes[at + 1] !== quote || at + 1 >= to) return at;
      at += 2;
    } else if (byte === backslash) {
      at += 2;
    } else {
      at += 1;
    }
  }
  return -1;
}
