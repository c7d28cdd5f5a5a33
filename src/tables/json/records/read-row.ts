import type { Keys } from './keys.js';
import { CLOSE_LIST, CLOSE_OBJECT, COMMA, CUT, malformed, NULL, type Scan, spaceEnd, TEXT } from './scan.js';
import { behindColon, valueEnd } from './scan-value.js';

/**
 * Receives the values of a record by column, as positions in its bytes. `~start` marks a value that must be rewritten;
 * a null has no position.
 */
export type PutValue = (column: number, start: number, end: number, type: number) => void;

/** Reads the object at `from`. Returns the position after it, CUT or MALFORMED. */
export type ReadRow = (bytes: Uint8Array, from: number, to: number, put: PutValue) => number;

export function createObjectReader(keys: Keys, scan: Scan): ReadRow {
  /** The record in which each column was seen last. */
  const seen: number[] = [];
  let record = 0;
  return (bytes, from, to, put) => {
    record += 1;
    let at = spaceEnd(bytes, from + 1, to);
    if (at < to && bytes[at] === CLOSE_OBJECT) return at + 1;
    for (let member = 0; ; member += 1) {
      const column = keys.find(bytes, at, to, member, scan);
      if (column < 0) return column;
      // Which of the two values counts is unknown.
      if (seen[column] === record) return malformed(scan, `the key ${JSON.stringify(keys.names[column])} occurs twice`);
      seen[column] = record;
      at = behindColon(bytes, keys.end, to, scan);
      if (at < 0) return at;
      at = putValue(bytes, at, to, column, scan, put);
      if (at < 0) return at;
      if (bytes[at] === CLOSE_OBJECT) return at + 1;
      if (bytes[at] !== COMMA) return malformed(scan, 'a comma or a brace is missing between two keys');
      at = spaceEnd(bytes, at + 1, to);
    }
  };
}

/** A list whose values are a row, by index. */
export function createListReader(scan: Scan): ReadRow {
  return (bytes, from, to, put) => {
    let at = spaceEnd(bytes, from + 1, to);
    if (at < to && bytes[at] === CLOSE_LIST) return at + 1;
    for (let column = 0; ; column += 1) {
      at = putValue(bytes, at, to, column, scan, put);
      if (at < 0) return at;
      if (bytes[at] === CLOSE_LIST) return at + 1;
      if (bytes[at] !== COMMA) return malformed(scan, 'a comma or a bracket is missing between two values');
      at = spaceEnd(bytes, at + 1, to);
    }
  };
}

/** Returns the position of the next byte after the value, never the end of the bytes. */
function putValue(bytes: Uint8Array, from: number, to: number, column: number, scan: Scan, put: PutValue): number {
  const end = valueEnd(bytes, from, to, scan);
  if (end < 0) return end;
  if (scan.type === TEXT) {
    // Without its quotes, unless they are needed: an empty text is a value too.
    if (scan.rewritten || end - from === 2) put(column, ~from, end, TEXT);
    else put(column, from + 1, end - 1, TEXT);
  } else if (scan.type === NULL) {
    put(column, 0, 0, NULL);
  } else {
    put(column, scan.rewritten ? ~from : from, end, scan.type);
  }
  const next = spaceEnd(bytes, end, to);
  return next >= to ? CUT : next;
}
