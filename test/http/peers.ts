import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

/** A peer on loopback, gone after the test. */
export interface Peer {
  readonly url: string;
  readonly port: number;
  /** Connections that were opened to it so far. */
  connections(): number;
  close(): Promise<void>;
}

export function httpPeer(listener: RequestListener): Promise<Peer> {
  return listen(createHttpServer({ keepAliveTimeout: 60_000 }, listener));
}

/** A peer that does not keep to HTTP. */
export function rawPeer(talk: (socket: Socket) => void): Promise<Peer> {
  return listen(
    createTcpServer((socket) => {
      // The client closes connections in the middle of anything.
      socket.on('error', () => undefined);
      talk(socket);
    }),
  );
}

export async function listen(server: Server, scheme = 'http', host = '127.0.0.1'): Promise<Peer> {
  let connections = 0;
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections++;
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    for (const socket of open) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  onTestFinished(close);
  return { url: `${scheme}://127.0.0.1:${port}/hook`, port, connections: () => connections, close };
}

/** Peers that misbehave, by what they do. */
export const BAD_PEERS = {
  /** Accepts the connection and never says anything. */
  hangs: () => rawPeer(() => undefined),
  /** Sends headers, then one byte after another, for ever. */
  drips: () =>
    rawPeer((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n');
        const timer = setInterval(() => socket.write('.'), 20);
        socket.on('close', () => clearInterval(timer));
      });
    }),
  /** Never ends its headers. */
  dripsHeaders: () =>
    rawPeer((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\n');
        const timer = setInterval(() => socket.write('X-More: 1\r\n'), 20);
        socket.on('close', () => clearInterval(timer));
      });
    }),
  /** Closes in the middle of its body. */
  closesEarly: () =>
    rawPeer((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhalf'));
    }),
  /** Closes without a response. */
  hangsUp: () => rawPeer((socket) => socket.once('data', () => socket.destroy())),
  /** Is not an HTTP server. */
  talksNonsense: () => rawPeer((socket) => socket.once('data', () => socket.end('220 mail.example ESMTP\r\n'))),
} as const;

const HUNDRED_MEGABYTES = 100_000_000;

/** Sends 100 MB, and reports how much of it left the peer. */
export async function floodingPeer(): Promise<Peer & { sentBytes(): number }> {
  let sent = 0;
  const chunk = Buffer.alloc(65_536, 'x');
  const peer = await httpPeer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-length': HUNDRED_MEGABYTES });
    const pump = (): void => {
      while (!response.destroyed && sent < HUNDRED_MEGABYTES) {
        sent += chunk.length;
        if (!response.write(chunk)) return void response.once('drain', pump);
      }
    };
    pump();
  });
  return { ...peer, sentBytes: () => sent };
}
