import type { Socket } from 'node:net';
import { lazily } from '../../platform/index.js';
import { type Bounds, DEFAULT_BOUNDS } from '../protocol/bounds.js';
import type { BridgeMessage } from '../protocol/message.js';
import { type Listener, openListener, type Shim } from './listener.js';

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
   * Closes the connection. A running shim then exits. The iteration over the messages ends. The socket is removed, and its
   * folder after the last socket, unless another bridge will use it.
   */
  close(): Promise<void>;
}

/** Opens bridges on sockets that serve one shim after another: to make a socket and remove it again waits for the disk. */
export interface Bridges {
  open(options?: BridgeOptions): Promise<Bridge>;
  /** Removes the sockets that no bridge uses. Those in use are removed with their bridges. */
  close(): Promise<void>;
}

/** Loaded on the first connection: the shim can start while decoding loads. */
const loadDecoding = lazily(() => import('./read-messages.js'));

/** Opens the socket for a parser's shim. The host never sends a byte on it. */
export function openBridge(options?: BridgeOptions): Promise<Bridge> {
  return createBridges({ kept: 0 }).open(options);
}

/** Keeps as many sockets as were in use at a time, but not more than this. */
const MOST_KEPT = 64;

export function createBridges({ kept = MOST_KEPT } = {}): Bridges {
  const free: Listener[] = [];
  let mayKeep = kept;

  const leave = async (listener: Listener, shim: Shim): Promise<void> => {
    shim.hangUp();
    // A shim that may still connect, or connected twice, must not reach the next bridge.
    if (shim.hasConnected && !listener.wasDisturbed && free.length < mayKeep) free.push(listener);
    else await listener.close();
  };
  const undisturbed = async (): Promise<Listener | undefined> => {
    for (let listener = free.pop(); listener !== undefined; listener = free.pop()) {
      if (!listener.wasDisturbed) return listener;
      await listener.close();
    }
    return undefined;
  };
  return {
    async open({ recycleFrames = false, ...bounds } = {}) {
      const listener = (await undisturbed()) ?? (await openListener({ isForOne: kept === 0 }));
      const shim = listener.expectShim();
      let closing: Promise<void> | null = null;
      const messages = messagesOf(
        shim,
        async (socket) => {
          const { readMessages } = await loadDecoding();
          return readMessages(socket, { ...DEFAULT_BOUNDS, ...bounds }, recycleFrames);
        },
        () => closing !== null,
      );
      return {
        socketPath: listener.socketPath,
        messages: () => messages,
        get connected() {
          return shim.hasConnected;
        },
        close() {
          return (closing ??= leave(listener, shim));
        },
      };
    },
    async close() {
      mayKeep = 0;
      await Promise.all(free.splice(0).map((listener) => listener.close()));
    },
  };
}

async function* messagesOf(
  shim: Shim,
  read: (socket: Socket) => Promise<AsyncIterable<BridgeMessage>>,
  isClosing: () => boolean,
): AsyncGenerator<BridgeMessage> {
  const socket = await shim.connection;
  if (socket === null) return;
  try {
    yield* await read(socket);
  } catch (error) {
    // Closing in the middle of a frame is not an error.
    if (!isClosing()) throw error;
  }
}
