import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { cleanUpOnExit } from '../../process/index.js';
import { takeSocketPlace } from './socket-folder.js';

/** A socket for shims, one after another. */
export interface Listener {
  readonly socketPath: string;
  /** The next connection is the shim's; others are refused. Called again only when the earlier shim has ended. */
  expectShim(): Shim;
  /** Whether anything else than an expected shim has ever connected. */
  readonly wasDisturbed: boolean;
  close(): Promise<void>;
}

export interface Shim {
  /** The socket once the shim is connected; null if it was given up before. */
  readonly connection: Promise<Socket | null>;
  readonly hasConnected: boolean;
  /** Ends the connection, or the wait for it. */
  hangUp(): void;
}

/** The socket and its folder are removed when it is closed, or when the process exits. For one shim, it stops listening after the first. */
export async function openListener({ isForOne }: { readonly isForOne: boolean }): Promise<Listener> {
  const place = await takeSocketPlace();
  const forget = cleanUpOnExit(() => place.leaveSync());
  let accept: ((socket: Socket) => void) | undefined;
  let wasDisturbed = false;
  // Half-open: after a shim has sent everything, the host's side stays open, because its end tells the shim to exit.
  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true }, (socket) => {
    if (accept !== undefined) return accept(socket);
    wasDisturbed = true;
    socket.destroy();
  });
  const close = async (): Promise<void> => {
    server.close();
    await place.leave();
    forget();
  };
  server.listen(place.socketPath);
  await once(server, 'listening').catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    socketPath: place.socketPath,
    get wasDisturbed() {
      return wasDisturbed;
    },
    expectShim() {
      let first: Socket | null = null;
      let resolveConnection: (socket: Socket | null) => void;
      const connection = new Promise<Socket | null>((resolve) => (resolveConnection = resolve));
      accept = (socket) => {
        accept = undefined;
        first = socket;
        if (isForOne) server.close();
        resolveConnection(socket);
      };
      return {
        connection,
        get hasConnected() {
          return first !== null;
        },
        hangUp() {
          accept = undefined;
          first?.destroy();
          resolveConnection(null);
        },
      };
    },
    close,
  };
}
