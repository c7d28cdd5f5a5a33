/**
 * Collects bytes in one buffer up to a bound. A list of chunks would cost a hundred bytes of bookkeeping per byte for a
 * program that writes one byte at a time, and joining them for each chunk would be quadratic.
 */
export interface GrowingBuffer {
  /** Keeps what fits. */
  readonly add: (piece: Buffer) => void;
  clear(): void;
  /** Valid until the next `add`. */
  readonly bytes: Buffer;
}

const FIRST_BYTES = 1_024;

/** Most programs write nothing to one of their streams. */
const NO_ROOM = Buffer.alloc(0);

export function createGrowingBuffer(maxBytes: number): GrowingBuffer {
  let room: Buffer = NO_ROOM;
  let used = 0;
  return {
    add(piece) {
      const wanted = Math.min(maxBytes, used + piece.length);
      if (wanted > room.length) {
        const larger = Buffer.allocUnsafe(Math.min(maxBytes, Math.max(FIRST_BYTES, wanted, room.length * 2)));
        room.copy(larger, 0, 0, used);
        room = larger;
      }
      used += piece.copy(room, used);
    },
    clear() {
      used = 0;
    },
    get bytes() {
      return room.subarray(0, used);
    },
  };
}
