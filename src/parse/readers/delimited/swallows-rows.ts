import { nextLine } from '../text/lines.js';
import { type Grammar, unquoted } from './grammar.js';
import { createCursor, readFields } from './read-fields.js';

const slots = { starts: new Int32Array(1), ends: new Int32Array(1) };
const cursor = createCursor();

/**
 * Whether a record over several lines is rather several records: a stray quote in one line and another in a later one
 * look like one quoted field between them. Then each line has all the fields, and begins with a number as the first does.
 * Text that people write into a field looks otherwise.
 */
export function swallowsRows(bytes: Uint8Array, from: number, to: number, grammar: Grammar, fields: number): boolean {
  if (fields < 2) return false;
  const plain = { ...unquoted(grammar), width: 1 };
  for (let line = from; line < to;) {
    const next = nextLine(bytes, line, to, grammar.returnEnds);
    readFields(bytes, line, to, plain, slots, 0, cursor);
    if (cursor.fields !== fields || !isNumber(bytes, slots.starts[0] ?? 0, slots.ends[0] ?? 0)) return false;
    line = next;
  }
  return true;
}

function isNumber(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x30 || byte > 0x39) return false;
  }
  return to > from;
}
