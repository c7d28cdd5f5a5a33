import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** A port nobody listened on a moment ago. The system hands them out in turn, so a neighbour rarely gets the same. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
