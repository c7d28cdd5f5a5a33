import { createHash, type Hash } from 'node:crypto';
import { tailText } from '../../process/index.js';
import { createGrowingBuffer } from './growing-buffer.js';
import type { StrikeOut } from './redactor.js';
import type { StreamEnding } from './task-ending.js';

/** One stream of a program on its way to whoever listens, counted and hashed as it comes. */
export interface ProgramOutput {
  readonly push: (chunk: Buffer) => void;
  end(seen: { bytes: number; tail: Buffer }, tailBytes: number): StreamEnding;
}

export function createProgramOutput(secrets: StrikeOut, hand: ((lines: Buffer) => void) | undefined): ProgramOutput {
  const feed = hand && createLineFeed(secrets, hand);
  let hash: Hash | undefined;
  return {
    push(chunk) {
      // Most programs write nothing to one of the two, and a hash costs as much as the rest of a short run.
      hash ??= createHash('sha256');
      hash.update(chunk);
      feed?.push(chunk);
    },
    end({ bytes, tail }, tailBytes) {
      feed?.end();
      // What was kept begins in the middle of the stream, perhaps in the middle of a secret.
      const struck = bytes > tail.length ? secrets.end(tail) : secrets.bytes(tail);
      return { bytes, sha256: hash?.digest('hex') ?? null, tail: tailText(struck.subarray(-tailBytes)) };
    },
  };
}

const LINE_FEED = 0x0a;
/** A progress bar goes back to the start of its line, often to its end without a line feed. */
const CARRIAGE_RETURN = 0x0d;

/** A line that has no end yet is held up to here; whoever shows or keeps lines cuts them much earlier. */
const MAX_HELD_BYTES = 64 * 1_024;

export interface LineFeed {
  push(chunk: Buffer): void;
  /** Hands on what never ended in a line break. */
  end(): void;
}

/**
 * Hands on what a program writes, all whole lines of a chunk at once, secrets struck out. A chunk may end in the middle
 * of a secret; a line does not, so the rest waits for its line break. Of a line that is too long to wait for, as much
 * is held back as a secret could need.
 */
export function createLineFeed(secrets: StrikeOut, hand: (lines: Buffer) => void): LineFeed {
  const held = createGrowingBuffer(Infinity);
  const handHeld = (): void => {
    if (held.bytes.length > 0) hand(Buffer.from(secrets.bytes(held.bytes)));
    held.clear();
  };
  return {
    push(chunk) {
      const lineEnd = Math.max(chunk.lastIndexOf(LINE_FEED), chunk.lastIndexOf(CARRIAGE_RETURN)) + 1;
      if (held.bytes.length === 0 && lineEnd > 0) hand(secrets.bytes(chunk.subarray(0, lineEnd)));
      else if (lineEnd > 0) {
        held.add(chunk.subarray(0, lineEnd));
        handHeld();
      }
      held.add(chunk.subarray(lineEnd));
      if (held.bytes.length <= MAX_HELD_BYTES + secrets.longest) return;
      const { done, rest } = secrets.piece(Buffer.from(held.bytes));
      held.clear();
      held.add(rest);
      hand(done);
    },
    end: handHeld,
  };
}
