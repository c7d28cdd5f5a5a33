import { isSpace } from './records/scan.js';
import { LF } from '../text/lines.js';
import type { Window } from '../text/read-text.js';

/** Goes through the lines of a window that are whole; the last of the file may lack its line end. */
export interface LineWalk {
  next(): boolean;
  /** Where the content of the line begins and ends, without the white space around it. */
  readonly from: number;
  readonly to: number;
  readonly isBlank: boolean;
  /** Where the next line begins. */
  readonly end: number;
}

export function createLineWalk(window: Window): LineWalk {
  const { bytes } = window;
  let end = window.from;
  let from = end;
  let to = end;
  return {
    next() {
      if (end >= window.to) return false;
      const lineEnd = bytes.indexOf(LF, end);
      const isWhole = lineEnd !== -1 && lineEnd < window.to;
      if (!isWhole && !window.isLast) return false;
      from = end;
      to = isWhole ? lineEnd : window.to;
      end = isWhole ? lineEnd + 1 : window.to;
      while (from < to && isSpace(bytes[from])) from += 1;
      while (to > from && isSpace(bytes[to - 1])) to -= 1;
      return true;
    },
    get from() {
      return from;
    },
    get to() {
      return to;
    },
    get isBlank() {
      return from === to;
    },
    get end() {
      return end;
    },
  };
}
