import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A TCP relay that can insert bytes into the server's data. */
export interface TalkativeRelay {
  port: number;
  /** The open connections. */
  connections(): number;
  /** Sends bytes to every client, in the middle of the server's data. */
  inject(bytes: Buffer): void;
  close(): Promise<void>;
}

export async function startTalkativeRelay(serverPort: number): Promise<TalkativeRelay> {
  const clients = new Set<Socket>();
  const relay = createServer((client) => {
    const upstream = connect(serverPort, '127.0.0.1');
    clients.add(client);
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
        clients.delete(client);
      });
    }
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  return {
    port: (relay.address() as AddressInfo).port,
    connections: () => clients.size,
    inject: (bytes) => clients.forEach((client) => client.write(bytes)),
    async close() {
      clients.forEach((client) => client.destroy());
      relay.close();
      await once(relay, 'close');
    },
  };
}
