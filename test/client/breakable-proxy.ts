import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** What happens to a request that reaches the proxy. */
type Fate =
  | 'pass'
  /** The server gets the request, but its response is lost. */
  | 'lose response'
  | 'cut body'
  | ((response: ServerResponse) => void);

export interface BreakableProxy {
  readonly url: string;
  /** The requests that arrived, each as `METHOD path`, with their headers. */
  readonly seen: { readonly line: string; readonly headers: IncomingMessage['headers'] }[];
  /** The fates of the next requests; those after them pass. */
  readonly next: Fate[];
  /** Where requests go. */
  target: string;
  /** Cuts all connections, as a restart of the network does. */
  cut(): void;
}

/** A proxy between client and server that can fail in the ways that networks fail. */
export async function openProxy(target: string): Promise<BreakableProxy> {
  const seen: BreakableProxy['seen'] = [];
  const next: Fate[] = [];
  const server = createServer((incoming, response) => {
    seen.push({ line: `${incoming.method} ${incoming.url}`, headers: incoming.headers });
    const fate = next.shift() ?? 'pass';
    if (typeof fate === 'function') return fate(response);
    const { host: _, ...headers } = incoming.headers;
    const onward = request(`${proxy.target}${incoming.url}`, { method: incoming.method, headers }, (answer) => {
      if (fate === 'lose response') return void answer.resume().on('end', () => response.destroy());
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      response.flushHeaders();
      if (fate === 'cut body') return void answer.once('data', (chunk: Buffer) => cutAfter(response, chunk));
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const proxy: BreakableProxy = { url, seen, next, target, cut: () => server.closeAllConnections() };
  return proxy;
}

function cutAfter(response: ServerResponse, chunk: Buffer): void {
  response.write(chunk.subarray(0, chunk.length - 1), () => response.destroy());
}
