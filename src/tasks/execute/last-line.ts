import { createGrowingBuffer } from './growing-buffer.js';

const LINE_FEED = 0x0a;

export interface LastLine {
  /** The line, or its beginning when it was longer than what is kept. */
  readonly text: string;
  readonly isCut: boolean;
}

export interface LastLineFinder {
  push(chunk: Buffer): void;
  /** Undefined when every line was blank. */
  read(): LastLine | undefined;
}

/**
 * The last line of a stream that is not blank, in as much memory as one line may take. Every chunk is searched from its
 * end, so that of a chunk of short lines only the last one is ever looked at.
 */
export function createLastLineFinder(maxBytes: number): LastLineFinder {
  // One byte more than a line may have tells one that is too long from one that just fits.
  const open = createGrowingBuffer(maxBytes + 1);
  let found: Buffer | undefined;

  const close = (end: Buffer): void => {
    open.add(end);
    if (lastSaid(open.bytes, open.bytes.length) !== -1) found = Buffer.from(open.bytes);
    open.clear();
  };
  return {
    push(chunk) {
      const lineEnd = chunk.lastIndexOf(LINE_FEED);
      if (lineEnd === -1) return open.add(chunk);
      const said = lastSaid(chunk, lineEnd);
      const start = said === -1 ? 0 : chunk.lastIndexOf(LINE_FEED, said) + 1;
      const line = chunk.subarray(start, chunk.indexOf(LINE_FEED, Math.max(0, said)));
      if (start === 0) close(line);
      else {
        // A copy, for the whole chunk would stay in memory with a part of it.
        found = Buffer.from(line.subarray(0, maxBytes + 1));
        open.clear();
      }
      open.add(chunk.subarray(lineEnd + 1));
    },
    read() {
      const line = lastSaid(open.bytes, open.bytes.length) === -1 ? found : open.bytes;
      return line && { text: line.toString('utf8', 0, maxBytes), isCut: line.length > maxBytes };
    },
  };
}

/** Where the last byte before `end` is that is neither space, tab, line break nor their like; -1 when there is none. */
function lastSaid(bytes: Buffer, end: number): number {
  for (let at = end - 1; at >= 0; at--) {
    const byte = bytes[at] ?? 0;
    if (byte !== 0x20 && (byte < 0x09 || byte > 0x0d)) return at;
  }
  return -1;
}
