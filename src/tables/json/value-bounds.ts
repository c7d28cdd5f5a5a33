import {
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  CUT,
  BACKSLASH,
  isSpace,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  spaceEnd,
} from './records/scan.js';
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
  const opened: number[] = [];
  let inString = false;
  let isFirstLine = true;
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at];
    if (byte === LF) {
      const isOver = isFirstLine && nextBeginsRecord(bytes, from, at, to, inString, opened.at(-1));
      // No string goes over a line end, so this is none: a quote is missing, or is one too many.
      if (isOver || (inString && isBetweenRecords(bytes, from, at, to))) return lineContentEnd(bytes, from, at);
      isFirstLine = false;
    } else if (inString) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) opened.push(byte);
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      opened.pop();
      if (opened.length === 0) return at + 1;
    }
  }
  return CUT;
}

/** Whether the line after the one a value begins on is a record where none can be: each has its own line then. */
function nextBeginsRecord(
  bytes: Uint8Array,
  from: number,
  lineEnd: number,
  to: number,
  inString: boolean,
  innermost: number | undefined,
): boolean {
  if (bytes[spaceEnd(bytes, lineEnd, to)] !== OPEN_OBJECT) return false;
  return inString || (innermost === OPEN_OBJECT && bytes[lineContentEnd(bytes, from, lineEnd) - 1] !== COLON);
}

/** Files often have a record a line: where this line ends like one, and the next begins like one, they are two. */
function isBetweenRecords(bytes: Uint8Array, from: number, lineEnd: number, to: number): boolean {
  const last = bytes[lineContentEnd(bytes, from, lineEnd) - 1];
  const next = bytes[spaceEnd(bytes, lineEnd, to)];
  return (last === CLOSE_OBJECT || last === CLOSE_LIST) && (next === OPEN_OBJECT || next === CLOSE_LIST);
}

/** Without the white space and the commas at the end. */
function lineContentEnd(bytes: Uint8Array, from: number, lineEnd: number): number {
  let end = lineEnd;
  while (end > from && (isSpace(bytes[end - 1]) || bytes[end - 1] === COMMA)) end -= 1;
  return end;
}
