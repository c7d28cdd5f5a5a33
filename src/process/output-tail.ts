export interface OutputTail {
  add(chunk: Buffer): void;
  /** Everything that was ever added. */
  readonly bytes: number;
  read(): Buffer;
}

/**
 * Keeps the last `maxBytes` of a stream. One ring, filled in place: a list of chunks would cost a hundred bytes of
 * bookkeeping for each byte of a program that writes one at a time.
 */
export function createOutputTail(maxBytes: number): OutputTail {
  let ring: Buffer | undefined;
  let bytes = 0;
  return {
    add(chunk) {
      // Not cleared, which would take 30 µs for 64 KiB: only what was written is ever read.
      ring ??= Buffer.allocUnsafeSlow(maxBytes);
      writeAt(ring, bytes, chunk);
      bytes += chunk.length;
    },
    get bytes() {
      return bytes;
    },
    read() {
      if (ring === undefined || maxBytes === 0) return Buffer.alloc(0);
      if (bytes <= maxBytes) return Buffer.from(ring.subarray(0, bytes));
      const oldest = bytes % maxBytes;
      return Buffer.concat([ring.subarray(oldest), ring.subarray(0, oldest)]);
    },
  };
}

/** Byte number n of the stream lives at n modulo the ring's size; only the chunk's own end can survive. */
function writeAt(ring: Buffer, streamPosition: number, chunk: Buffer): void {
  const skipped = Math.max(0, chunk.length - ring.length);
  const kept = chunk.subarray(skipped);
  if (kept.length === 0) return;
  const position = (streamPosition + skipped) % ring.length;
  const copied = kept.copy(ring, position);
  kept.copy(ring, 0, copied);
}

/**
 * A tail as text. Bytes that are not UTF-8 become U+FFFD, except at the very start: there they are what is left of a
 * character that the cut went through, and the program did not write them.
 */
export function tailText(tail: Buffer): string {
  let start = 0;
  while (start < Math.min(3, tail.length) && isContinuationByte(tail[start])) start++;
  return tail.toString('utf8', start);
}

function isContinuationByte(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0b1100_0000) === 0b1000_0000;
}
