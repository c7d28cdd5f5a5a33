import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { lazily } from '../../platform/index.js';
import { type Bounds, DEFAULT_BOUNDS } from '../protocol/bounds.js';
import type { BridgeMessage } from '../protocol/message.js';
import { type SocketPlace, takeSocketPlace } from './socket-folder.js';

export interface BridgeOptions extends Partial<Bounds> {
  /**
   * The buffers of a batch are overwritten when the next message is requested, instead of being left to the garbage
   * collector. Receiving takes a third less CPU time; for consumers that keep nothing of a batch.
   */
  readonly recycleFrames?: boolean;
}

export interface Bridge {
  readonly socketPath: string;
  /**
   * Messages in order, for one consumer. Nothing is read from the socket while it works. Ends after `end` or `error`,
   * or with the connection. Throws BRIDGE_PROTOCOL if the protocol is violated.
   */
  messages(): AsyncIterable<BridgeMessage>;
  /** Whether a shim has ever connected. */
  readonly connected: boolean;
  /**
   * Closes the connection and removes the socket, and its folder after the last socket. A running shim then exits. The
   * iteration over the messages ends.
   */
  close(): Promise<void>;
  /** Removes the socket and its folder when the process exits and nothing can be awaited. */
  closeSync(): void;
}

/** Loaded on the first connection: the shim can start while decoding loads. */
const loadDecoding = lazily(() => import('./read-messages.js'));

/** Opens the socket for a parser's shim. The host never sends a byte on it. */
export async function openBridge({ recycleFrames = false, ...bounds }: BridgeOptions = {}): Promise<Bridge> {
  const place = await takeSocketPlace();
  const connection = acceptOne();
  try {
    await listen(connection.server, place.socketPath);
  } catch (error) {
    await place.leave();
    throw error;
  }
  let closing: Promise<void> | null = null;
  const messages = messagesOf(
    connection,
    async (socket) => {
      const { readMessages } = await loadDecoding();
      return readMessages(socket, { ...DEFAULT_BOUNDS, ...bounds }, recycleFrames);
    },
    () => closing !== null,
  );
  return {
    socketPath: place.socketPath,
    messages: () => messages,
    get connected() {
      return connection.hasOpened();
    },
    close() {
      closing ??= hangUp(connection, place);
      return closing;
    },
    closeSync: () => place.leaveSync(),
  };
}

interface Connection {
  readonly server: Server;
  /** The socket once the shim is connected; null if the bridge was closed before. */
  readonly opened: Promise<Socket | null>;
  hasOpened(): boolean;
  close(): void;
}

/** One shim per bridge: once it is connected the server stops listening, and later connections are refused. */
function acceptOne(): Connection {
  let first: Socket | null = null;
  let resolveOpened: (socket: Socket | null) => void;
  const opened = new Promise<Socket | null>((resolve) => (resolveOpened = resolve));
  // Half-open: after a shim has sent everything, the host's side stays open, because its end tells the shim to exit.
  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true }, (socket) => {
    if (first) {
      socket.destroy();
      return;
    }
    first = socket;
    server.close();
    resolveOpened(socket);
  });
  return {
    server,
    opened,
    hasOpened: () => first !== null,
    close() {
      first?.destroy();
      server.close();
      resolveOpened(null);
    },
  };
}

async function listen(server: Server, socketPath: string): Promise<void> {
  server.listen(socketPath);
  await once(server, 'listening');
}

async function* messagesOf(
  connection: Connection,
  read: (socket: Socket) => Promise<AsyncIterable<BridgeMessage>>,
  isClosing: () => boolean,
): AsyncGenerator<BridgeMessage> {
  const socket = await connection.opened;
  if (socket === null) return;
  try {
    yield* await read(socket);
  } catch (error) {
    // Closing in the middle of a frame is not an error.
    if (!isClosing()) throw error;
  }
}

async function hangUp(connection: Connection, place: SocketPlace): Promise<void> {
  connection.close();
  await place.leave();
}
