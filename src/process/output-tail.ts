export interface OutputTail {
  add(chunk: Buffer): void;
  /** The number of all bytes ever added. */
  readonly bytes: number;
  read(): Buffer;
}

/**
 * Keeps the last `maxBytes` of a stream, in one ring buffer: a list of chunks would cost a hundred bytes of overhead
 * per byte of a program that writes one byte at a time.
 */
export function createOutputTail(maxBytes: number): OutputTail {
  let ring: Buffer | undefined;
  let bytes = 0;
  return {
    add(chunk) {
      // Not cleared, which would take 30 µs for 64 KiB: only written bytes are read.
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

/** Byte n of the stream is stored at n modulo the ring's size; of a long chunk, only the end is kept. */
function writeAt(ring: Buffer, streamPosition: number, chunk: Buffer): void {
  const skipped = Math.max(0, chunk.length - ring.length);
  const kept = chunk.subarray(skipped);
  if (kept.length === 0) return;
  const position = (streamPosition + skipped) % ring.length;
  const copied = kept.copy(ring, position);
  kept.copy(ring, 0, copied);
}

/**
 * A tail as text. Bytes that are not UTF-8 become U+FFFD, except at the start, where they are the rest of a character
 * that was cut.
 */
export function tailText(tail: Buffer): string {
  let start = 0;
  while (start < Math.min(3, tail.length) && isContinuationByte(tail[start])) start++;
  return tail.toString('utf8', start);
}

function isContinuationByte(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0b1100_0000) === 0b1000_0000;
}
