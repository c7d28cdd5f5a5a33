import {
  BACKSLASH,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  CUT,
  isSpace,
  MALFORMED,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  spaceEnd,
} from './records/scan.js';
import type { Window } from '../text/read-text.js';
import { LF } from '../text/lines.js';

/** Callbacks for the parts of a document. */
export interface DocumentHandler {
  readonly isFull: boolean;
  /** Reads the record at `from`. Returns the position after it, CUT or MALFORMED. */
  read(bytes: Uint8Array, from: number, to: number): number;
  /** The record between these positions is complete. `answer` is the result of `read`. */
  end(bytes: Uint8Array, from: number, to: number, answer: number): void;
  /** Whether the list that begins the document holds the records. */
  opensList(): boolean;
  /** Whether the object that begins the document holds them in one of its members. */
  opensObject(): boolean;
  /**
   * The member of that object whose key begins at `from`. Returns where to continue: after the member, or after the
   * opening bracket of the list of records or of an object that contains it. CUT when more bytes are needed.
   */
  member(bytes: Uint8Array, from: number, to: number): PassedMember;
  /** An object that was opened has ended. */
  closeObject(): void;
}

export interface PassedMember {
  readonly end: number;
  readonly opened: 'list' | 'object' | null;
}

/** Walks through a document window by window, from record to record. Only the current record is in memory. */
export interface DocumentWalk {
  /** Returns the position up to which the window is done. */
  walk(window: Window): number;
  /** Whether everything that was opened was closed, or the file ends within a record, which is a fault already. */
  readonly isWhole: boolean;
}

/** Separates records in some streams. */
const RECORD_SEPARATOR = 0x1e;

export function createDocumentWalk(handler: DocumentHandler): DocumentWalk {
  let inList = false;
  /** The number of open objects, each inside the one before. */
  let objects = 0;
  let isCut = false;

  /** The position after the record; null when more bytes are needed. */
  const passRecord = ({ bytes, to, isLast }: Window, from: number): number | null => {
    const answer = handler.read(bytes, from, to);
    const bound = answer === MALFORMED ? brokenValueEnd(bytes, from, to) : answer;
    if (bound === CUT && !isLast) return null;
    isCut = bound === CUT;
    const end = isCut ? to : bound;
    handler.end(bytes, from, end, answer);
    return end;
  };

  /** The position after a separator or bracket; null when a record is next. */
  const passMark = (byte: number | undefined, at: number): number | null => {
    if (byte === COMMA || byte === RECORD_SEPARATOR) return at + 1;
    if (inList && byte === CLOSE_LIST) {
      inList = false;
      return at + 1;
    }
    if (objects > 0 && !inList && byte === CLOSE_OBJECT) {
      objects -= 1;
      handler.closeObject();
      return at + 1;
    }
    if (inList || objects > 0) return null;
    if (byte === OPEN_LIST && handler.opensList()) {
      inList = true;
      return at + 1;
    }
    if (byte === OPEN_OBJECT && handler.opensObject()) {
      objects = 1;
      return at + 1;
    }
    return null;
  };

  const passMember = ({ bytes, to, isLast }: Window, from: number): number | null => {
    const { end, opened } = handler.member(bytes, from, to);
    inList = opened === 'list';
    if (opened === 'object') objects += 1;
    if (end === CUT) return isLast ? to : null;
    return end;
  };

  return {
    get isWhole() {
      return (!inList && objects === 0) || isCut;
    },
    walk(window) {
      let at = window.from;
      while (!handler.isFull) {
        at = spaceEnd(window.bytes, at, window.to);
        if (at >= window.to) return window.to;
        const next =
          passMark(window.bytes[at], at) ?? (objects > 0 && !inList ? passMember(window, at) : passRecord(window, at));
        if (next === null) return at;
        at = next;
      }
      return at;
    },
  };
}

/**
 * Where an invalid value ends, so that the next ones can be read: at the bracket that closes its first one, or before
 * the next comma, bracket or line end. CUT when the bytes end before that.
 */
function brokenValueEnd(bytes: Uint8Array, from: number, to: number): number {
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
      // A string cannot contain a line end: a quote is missing or superfluous.
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

/** Whether the next line begins a record where none can begin: then each record has its own line. */
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

/** Many files have one record per line: if this line ends like a record and the next begins like one, they are two. */
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
