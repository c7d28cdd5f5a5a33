import {
  CLOSE_LIST,
  CLOSE_OBJECT,
  COMMA,
  CUT,
  BACKSLASH,
  isSpace,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  spaceEnd,
} from '../json-records/scan.js';
import { LF } from '../text/lines.js';

/**
 * Where a value ends that is no JSON, so that those behind it can be read: with the bracket that closes its first one, else
 * with the comma, bracket or line end that follows. CUT when the bytes end before that.
 */
export function brokenValueEnd(bytes: Uint8Array, from: number, to: number): number {
  const isBracketed = bytes[from] === OPEN_OBJECT || bytes[from] === OPEN_LIST;
  return isBracketed ? bracketEnd(bytes, from, to) : wordEnd(bytes, from, to);
}

function wordEnd(bytes: Uint8Array, from: number, to: number): number {
  for (let at = from + 1; at < to; at += 1) {
    const byte = bytes[at];
    if (byte === COMMA || byte === LF || byte === CLOSE_LIST || byte === OPEN_OBJECT) return at;
  }
  return CUT;
}

function bracketEnd(bytes: Uint8Array, from: number, to: number): number {
  let depth = 0;
  let inString = false;
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at];
    if (inString) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) inString = false;
      else if (byte === LF) {
        // No string goes over a line end, so this is none: a quote is missing, or is one too many.
        const end = recordLineEnd(bytes, from, at, to);
        if (end !== null) return end;
      }
    } else if (byte === QUOTE) inString = true;
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth += 1;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return CUT;
}

/** Files often have a record a line: where this line ends like one, and the next begins like one, they are two. */
function recordLineEnd(bytes: Uint8Array, from: number, lineEnd: number, to: number): number | null {
  let end = lineEnd;
  while (end > from && (isSpace(bytes[end - 1]) || bytes[end - 1] === COMMA)) end -= 1;
  const next = bytes[spaceEnd(bytes, lineEnd, to)];
  const isRecordEnd = bytes[end - 1] === CLOSE_OBJECT || bytes[end - 1] === CLOSE_LIST;
  return isRecordEnd && (next === OPEN_OBJECT || next === CLOSE_LIST) ? end : null;
}
