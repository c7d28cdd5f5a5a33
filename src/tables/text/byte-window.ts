import { CasparianError, hint } from '../../platform/index.js';

/** A line beyond this is no line of a table. */
const MOST_BYTES = 512 * 1_024 * 1_024;

/** The part of a file that is looked at: chunks are added behind, what was read is dropped in front. */
export interface ByteWindow {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
  add(chunk: Uint8Array): void;
  /** Everything before `position` has been read. */
  dropBefore(position: number): void;
}

/** `room` gives memory for so many bytes: zeroed, or not. */
export function createByteWindow(
  name: string,
  room = (bytes: number): Uint8Array => new Uint8Array(bytes),
): ByteWindow {
  let bytes: Uint8Array = new Uint8Array(0);
  let from = 0;
  let to = 0;
  const makeRoom = (more: number): void => {
    // One byte stays free behind the data, for the line feed that ends the loops of the tokenizer.
    if (to + more < bytes.length) return;
    const kept = to - from;
    if (kept + more >= bytes.length) {
      if (kept + more >= MOST_BYTES) throw lineTooLong(name);
      const larger = room(Math.max(bytes.length * 2, 2 * more, kept + more + 1));
      larger.set(bytes.subarray(from, to));
      bytes = larger;
    } else {
      bytes.copyWithin(0, from, to);
    }
    from = 0;
    to = kept;
  };
  return {
    get bytes() {
      return bytes;
    },
    get from() {
      return from;
    },
    get to() {
      return to;
    },
    add(chunk) {
      makeRoom(chunk.length);
      bytes.set(chunk, to);
      to += chunk.length;
    },
    dropBefore(position) {
      from = position;
    },
  };
}

function lineTooLong(name: string): CasparianError {
  return new CasparianError('INPUT_UNREADABLE', `'${name}' has a line of more than ${MOST_BYTES / 1_048_576} MiB`, {
    why: 'A line is read as a whole; one so long is rather a file of another kind.',
    next: [hint('Write a parser that reads it piece by piece', { action: 'run', arguments: ['your_parser.py', name] })],
  });
}
