import type { ReportText } from './envelope.js';
import { createGrowingBuffer } from './growing-buffer.js';

/** Collects what a program writes to the descriptor that is its own for results. */
export interface ResultChannel {
  readonly push: (chunk: Buffer) => void;
  read(): ReportText;
}

export function createResultChannel(maxBytes: number): ResultChannel {
  const written = createGrowingBuffer(maxBytes + 1);
  return {
    push: written.add,
    read: () => ({ text: written.bytes.toString('utf8', 0, maxBytes), isCut: written.bytes.length > maxBytes }),
  };
}
