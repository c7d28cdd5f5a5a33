export interface Payload {
  readonly length: number;
  readonly received: number;
  readonly whole: boolean;
  /** Copies what belongs here out of `chunk` from `start`; returns how many bytes that were. */
  append(chunk: Buffer, start: number): number;
  bytes(): Buffer;
}

/** Allocated at once up to this size; a longer payload must first send this much before it is given more. */
const FIRST_STEP_BYTES = 16 * 1024 * 1024;

/**
 * The payload of one frame in one buffer. It has an ArrayBuffer of its own (never the pool of small buffers), so Arrow's
 * buffers in it are aligned for 64-bit views, and so it lives exactly as long as the batches made from it.
 */
export function createPayload(length: number): Payload {
  let buffer: Buffer = Buffer.allocUnsafeSlow(Math.min(length, FIRST_STEP_BYTES));
  let received = 0;
  return {
    length,
    get received() {
      return received;
    },
    get whole() {
      return received === length;
    },
    append(chunk, start) {
      const count = Math.min(chunk.length - start, length - received);
      if (received + count > buffer.length) buffer = grown(buffer, received, length);
      chunk.copy(buffer, received, start, start + count);
      received += count;
      return count;
    },
    bytes: () => buffer,
  };
}

function grown(buffer: Buffer, received: number, length: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(Math.min(length, buffer.length * 4));
  buffer.copy(larger, 0, 0, received);
  return larger;
}
