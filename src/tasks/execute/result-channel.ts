import type { Duplex } from 'node:stream';
import type { ReportText } from './envelope.js';
import { createGrowingBuffer } from './growing-buffer.js';

/** Collects what a program writes to the descriptor that is its own for results. */
export interface ResultChannel {
  readonly open: (socket: Duplex) => void;
  read(): ReportText;
  /** A daemon may hold the other end for years. */
  readonly close: () => void;
}

export function createResultChannel(maxBytes: number): ResultChannel {
  const written = createGrowingBuffer(maxBytes + 1);
  let socket: Duplex | undefined;
  return {
    open(opened) {
      socket = opened;
      socket.on('data', written.add);
      // A pipe that breaks has ended; unheard, the error would end this process.
      socket.on('error', () => undefined);
    },
    read: () => ({ text: written.bytes.toString('utf8', 0, maxBytes), isCut: written.bytes.length > maxBytes }),
    close: () => socket?.destroy(),
  };
}
