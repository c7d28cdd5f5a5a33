import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A package index on this machine, for as long as a test wants it. */
export interface PackageServer {
  readonly url: string;
  /** What it answers, by path. */
  readonly pages: Map<string, string | Buffer>;
  close(): Promise<void>;
}

export async function startPackageServer(): Promise<PackageServer> {
  const pages = new Map<string, string | Buffer>();
  const server: Server = createServer((request, response) => {
    const page = pages.get(request.url ?? '');
    if (page === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': typeof page === 'string' ? 'text/html' : 'application/octet-stream' });
    response.end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pages,
    close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
}
