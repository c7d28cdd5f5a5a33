import { createHash, type Hash } from 'node:crypto';
import { tailText } from '../../process/index.js';
import { createLineFeed } from './line-feed.js';
import type { StrikeOut } from './strike-out.js';
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
