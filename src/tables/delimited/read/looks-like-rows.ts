import { nextLine } from '../../text/lines.js';
import { type Grammar, unquoted } from './grammar.js';
import { createCursor, readFields } from './read-fields.js';

/** With this many columns a line of prose hardly ever has as many delimiters as a row, twice in a row. */
const MANY_COLUMNS = 6;
/** The first columns of a wide table are enough. */
const COMPARED_COLUMNS = 64;

const slots = { starts: new Int32Array(COMPARED_COLUMNS), ends: new Int32Array(COMPARED_COLUMNS) };
const cursor = createCursor();

/**
 * Whether a record over several lines may be several records: a stray quote in one line and another in a later one
 * look like one quoted field. Then each line has all fields, and some column has a number in each line. The record is
 * valid and stays one row; the user is told.
 */
export function looksLikeRows(bytes: Uint8Array, from: number, to: number, grammar: Grammar, fields: number): boolean {
  if (fields < 2) return false;
  const compared = Math.min(fields, COMPARED_COLUMNS);
  const plain = { ...unquoted(grammar), width: compared };
  let numbers = Array.from({ length: compared }, (_, column) => column);
  for (let line = from; line < to;) {
    const next = nextLine(bytes, line, to, grammar.returnEnds);
    readFields(bytes, line, to, plain, slots, 0, cursor);
    if (cursor.fields !== fields) return false;
    numbers = numbers.filter((column) => isNumber(bytes, slots.starts[column] ?? 0, slots.ends[column] ?? 0));
    if (numbers.length === 0 && fields < MANY_COLUMNS) return false;
    line = next;
  }
  return true;
}

const SIGNS_IN_NUMBERS: ReadonlySet<number> = new Set(Buffer.from('+-.:/'));

/** Also dates and times. */
function isNumber(bytes: Uint8Array, from: number, to: number): boolean {
  let digits = 0;
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x30 && byte <= 0x39) digits += 1;
    else if (!SIGNS_IN_NUMBERS.has(byte)) return false;
  }
  return digits > 0;
}
