import type { Socket } from 'node:net';
import type { Bounds } from '../protocol/bounds.js';
import { protocolError } from '../protocol/protocol-error.js';
import type { Frame } from './frame.js';
import { createFrameAssembler } from './frame-assembler.js';

export interface FrameReader {
  /** The next frame; null if the connection closed between two frames. One call at a time. */
  next(): Promise<Frame | null>;
  /** Whether bytes after the last frame have already arrived. */
  readonly hasMore: boolean;
}

/**
 * Frames from a socket, read only while a caller waits for one. Uses the `data` event instead of the stream's async
 * iterator, because a frame of 8 MiB arrives in 128 chunks and each would cost a promise.
 */
export function readFrames(socket: Socket, bounds: Bounds, recycleFrames: boolean): FrameReader {
  const assembler = createFrameAssembler(bounds, recycleFrames);
  let chunk: Buffer = Buffer.alloc(0);
  let position = 0;
  let closed = false;
  let waiting: { resolve(frame: Frame | null): void; reject(error: unknown): void } | null = null;

  const assemble = (): Frame | null => {
    const { frame, next } = assembler.take(chunk, position);
    position = next;
    return frame;
  };
  const settle = (step: () => Frame | null | undefined): void => {
    const waiter = waiting;
    if (waiter === null) return;
    try {
      const frame = step();
      if (frame === undefined) return;
      waiting = null;
      waiter.resolve(frame);
    } catch (error) {
      waiting = null;
      waiter.reject(error);
    }
    socket.pause();
  };
  const closing = (): null => {
    if (!assembler.insideFrame) return null;
    throw protocolError(assembler.place, `the connection closed after ${assembler.describeFrame()}`);
  };

  socket.pause();
  socket.on('data', (arrived: Buffer) => {
    chunk = arrived;
    position = 0;
    settle(() => assemble() ?? undefined);
  });
  const onClosed = (): void => {
    closed = true;
    settle(closing);
  };
  socket.on('end', onClosed);
  socket.on('close', onClosed);
  // A broken connection is treated like a closed one; `close` follows.
  socket.on('error', () => undefined);

  return {
    async next() {
      const ready = position < chunk.length ? assemble() : null;
      if (ready) return ready;
      if (closed) return closing();
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.resume();
      });
    },
    get hasMore() {
      return position < chunk.length;
    },
  };
}
