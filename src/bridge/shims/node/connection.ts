import { once } from 'node:events';
import { closeSync, writeSync } from 'node:fs';
import type { Socket } from 'node:net';

export interface Connection {
  /** Resolves when the host is ready for more. */
  send(frame: readonly Uint8Array[]): Promise<void>;
  /** Sends the last frame. Resolves when it has left this process. */
  finish(frame: readonly Uint8Array[]): Promise<void>;
}

/** `place` is the path of a socket, or the descriptor of a connected one. */
export function connect(place: string | number): Promise<Connection> {
  return typeof place === 'string' ? connectTo(place) : Promise.resolve(connectionAt(place));
}

/**
 * Writes with blocking calls, so that Node's network code is not loaded, which takes 5 ms of CPU. The end of the host is not watched for:
 * the server that made the connection ends this process then.
 */
function connectionAt(descriptor: number): Connection {
  const send = (frame: readonly Uint8Array[]): Promise<void> => {
    try {
      for (const part of frame) writeAll(descriptor, part);
    } catch {
      endProcessGroup();
    }
    return Promise.resolve();
  };
  return {
    send,
    async finish(frame) {
      await send(frame);
      closeSync(descriptor);
    },
  };
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.byteLength;) at += writeSync(descriptor, bytes, at);
}

async function connectTo(path: string): Promise<Connection> {
  const { createConnection } = await import('node:net');
  const socket = createConnection({ path, allowHalfOpen: true });
  await once(socket, 'connect');
  let finished = false;
  // The host never sends a byte. When it closes the connection, the run is over.
  const onHostGone = (): void => {
    if (!finished) endProcessGroup();
  };
  socket.on('end', onHostGone);
  socket.on('close', onHostGone);
  socket.on('error', onHostGone);
  socket.resume();
  return {
    async send(frame) {
      if (write(socket, frame)) return;
      await once(socket, 'drain');
    },
    async finish(frame) {
      finished = true;
      write(socket, frame);
      await new Promise<void>((resolve) => socket.end(resolve));
    },
  };
}

function write(socket: Socket, frame: readonly Uint8Array[]): boolean {
  socket.cork();
  const isReady = frame.map((part) => socket.write(part)).every(Boolean);
  socket.uncork();
  return isReady;
}

/** Ends everything that the parser started. A process that does not lead its group must not end others. */
function endProcessGroup(): void {
  try {
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    process.exit(1);
  }
}
