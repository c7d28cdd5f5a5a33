import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface Proxy {
  port: number;
  /** The same URL, through this proxy. */
  reroute(url: string): string;
  /** Freezes all connections, old and new: sockets stay open but nothing is forwarded, as if a cable was pulled. */
  pause(): void;
  resume(): void;
  /** Destroys every connection. New ones are accepted. */
  cut(): void;
  close(): Promise<void>;
}

/** A TCP proxy on 127.0.0.1 between a client under test and its server, to simulate network failures. */
export async function startProxy(target: { host?: string; port: number }): Promise<Proxy> {
  const pairs = new Set<[client: Socket, upstream: Socket]>();
  let paused = false;

  const server = createServer({ pauseOnConnect: true }, (client) => {
    const upstream = connect(target.port, target.host ?? '127.0.0.1');
    const pair: [Socket, Socket] = [client, upstream];
    pairs.add(pair);
    if (!paused) flow(pair);
    for (const socket of pair) {
      // When one side closes, the other is closed too; an error is always followed by "close".
      socket.on('error', () => undefined);
      socket.on('close', () => {
        if (paused) return;
        destroy(pair);
        pairs.delete(pair);
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const cut = () => {
    for (const pair of pairs) destroy(pair);
    pairs.clear();
  };
  return {
    port,
    reroute(url) {
      const rerouted = new URL(url);
      rerouted.host = `127.0.0.1:${port}`;
      return rerouted.href;
    },
    pause() {
      paused = true;
      for (const pair of pairs) freeze(pair);
    },
    resume() {
      paused = false;
      for (const pair of pairs) {
        // If one side closed during the freeze, the other side notices it only now.
        if (pair.some((socket) => socket.destroyed)) {
          destroy(pair);
          pairs.delete(pair);
        } else {
          flow(pair);
        }
      }
    },
    cut,
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}

function flow([client, upstream]: [Socket, Socket]): void {
  client.pipe(upstream);
  upstream.pipe(client);
}

function freeze([client, upstream]: [Socket, Socket]): void {
  client.unpipe(upstream).pause();
  upstream.unpipe(client).pause();
}

function destroy(pair: [Socket, Socket]): void {
  for (const socket of pair) socket.destroy();
}
