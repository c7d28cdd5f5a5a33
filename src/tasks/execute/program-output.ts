import { createHash, type Hash } from 'node:crypto';
import { tailText } from '../../process/index.js';
import { createGrowingBuffer } from './growing-buffer.js';
import type { Redactor } from './redactor.js';
import type { StreamEnding } from './task-ending.js';

/** One stream of a program: hashes it and passes it to the listener. */
export interface ProgramOutput {
  readonly push: (chunk: Buffer) => void;
  end(seen: { bytes: number; tail: Buffer }, tailBytes: number): StreamEnding;
}

export function createProgramOutput(secrets: Redactor, hand: ((lines: Buffer) => void) | undefined): ProgramOutput {
  const feed = hand && createLineFeed(secrets, hand);
  let hash: Hash | undefined;
  return {
    push(chunk) {
      // Created on first use: most programs leave one stream empty, and a hash costs as much as the rest of a short run.
      hash ??= createHash('sha256');
      hash.update(chunk);
      feed?.push(chunk);
    },
    end({ bytes, tail }, tailBytes) {
      feed?.end();
      // The tail may begin in the middle of a secret.
      const redacted = bytes > tail.length ? secrets.end(tail) : secrets.bytes(tail);
      return { bytes, sha256: hash?.digest('hex') ?? null, tail: tailText(redacted.subarray(-tailBytes)) };
    },
  };
}

const LINE_FEED = 0x0a;
/** A progress bar rewrites its line with carriage returns, often without a line feed. */
const CARRIAGE_RETURN = 0x0d;

/** A line without an end is held up to this size. Displays and logs cut lines much earlier. */
const MAX_HELD_BYTES = 64 * 1_024;

export interface LineFeed {
  push(chunk: Buffer): void;
  /** Passes on the rest, which has no line break. */
  end(): void;
}

/**
 * Passes on the output in whole lines, secrets redacted. A chunk may end in the middle of a secret, a line does not, so
 * an incomplete line waits for its line break. Of a line that is too long to wait for, only as many bytes are held back
 * as the longest secret has.
 */
export function createLineFeed(secrets: Redactor, hand: (lines: Buffer) => void): LineFeed {
  const held = createGrowingBuffer(Infinity);
  const emitHeld = (): void => {
    if (held.bytes.length > 0) hand(Buffer.from(secrets.bytes(held.bytes)));
    held.clear();
  };
  return {
    push(chunk) {
      const lineEnd = Math.max(chunk.lastIndexOf(LINE_FEED), chunk.lastIndexOf(CARRIAGE_RETURN)) + 1;
      if (held.bytes.length === 0 && lineEnd > 0) hand(secrets.bytes(chunk.subarray(0, lineEnd)));
      else if (lineEnd > 0) {
        held.add(chunk.subarray(0, lineEnd));
        emitHeld();
      }
      held.add(chunk.subarray(lineEnd));
      if (held.bytes.length <= MAX_HELD_BYTES + secrets.longest) return;
      const { done, rest } = secrets.piece(Buffer.from(held.bytes));
      held.clear();
      held.add(rest);
      hand(done);
    },
    end: emitHeld,
  };
}
