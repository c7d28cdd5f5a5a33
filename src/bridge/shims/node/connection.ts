import { once } from 'node:events';
import { createConnection, Socket } from 'node:net';

export interface Connection {
  /** Resolves when the host is ready for more. */
  send(frame: readonly Uint8Array[]): Promise<void>;
  /** Sends the last frame. Resolves when it has left this process. */
  finish(frame: readonly Uint8Array[]): Promise<void>;
}

export async function connect(place: string | number): Promise<Connection> {
  const socket = await socketAt(place);
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

async function socketAt(place: string | number): Promise<Socket> {
  if (typeof place === 'number') return new Socket({ fd: place, readable: true, writable: true, allowHalfOpen: true });
  const socket = createConnection({ path: place, allowHalfOpen: true });
  await once(socket, 'connect');
  return socket;
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
