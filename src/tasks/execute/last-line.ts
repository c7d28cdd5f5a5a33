import { createGrowingBuffer } from './growing-buffer.js';

const LINE_FEED = 0x0a;

export interface LastLine {
  /** The line, or its beginning if it is too long. */
  readonly text: string;
  readonly isCut: boolean;
}

export interface LastLineFinder {
  push(chunk: Buffer): void;
  /** Undefined when every line was blank. */
  read(): LastLine | undefined;
}

/**
 * Finds the last line of a stream that is not blank, in the memory of one line. Searches every chunk from its end, so
 * only the last of its lines is read.
 */
export function createLastLineFinder(maxBytes: number): LastLineFinder {
  // One byte more than allowed, to distinguish a line that is too long from one that just fits.
  const open = createGrowingBuffer(maxBytes + 1);
  let found: Buffer | undefined;

  const close = (end: Buffer): void => {
    open.add(end);
    if (lastNonBlank(open.bytes, open.bytes.length) !== -1) found = Buffer.from(open.bytes);
    open.clear();
  };
  return {
    push(chunk) {
      const lineEnd = chunk.lastIndexOf(LINE_FEED);
      if (lineEnd === -1) return open.add(chunk);
      const lastByte = lastNonBlank(chunk, lineEnd);
      const start = lastByte === -1 ? 0 : chunk.lastIndexOf(LINE_FEED, lastByte) + 1;
      const line = chunk.subarray(start, chunk.indexOf(LINE_FEED, Math.max(0, lastByte)));
      if (start === 0) close(line);
      else {
        // A copy: a slice would keep the whole chunk in memory.
        found = Buffer.from(line.subarray(0, maxBytes + 1));
        open.clear();
      }
      open.add(chunk.subarray(lineEnd + 1));
    },
    read() {
      const line = lastNonBlank(open.bytes, open.bytes.length) === -1 ? found : open.bytes;
      return line && { text: line.toString('utf8', 0, maxBytes), isCut: line.length > maxBytes };
    },
  };
}

/** The position of the last byte before `end` that is not white space; -1 if not found. */
function lastNonBlank(bytes: Buffer, end: number): number {
  for (let at = end - 1; at >= 0; at--) {
    const byte = bytes[at] ?? 0;
    if (byte !== 0x20 && (byte < 0x09 || byte > 0x0d)) return at;
  }
  return -1;
}
