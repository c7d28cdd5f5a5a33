import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to a request instead of being passed on as it is. */
export type Fault =
  /** The server is not asked. */
  | { readonly kind: 'status'; readonly status: number; readonly body?: string }
  /** The server does what it is asked, but the client never learns it. */
  | { readonly kind: 'lost response' }
  /** The connection ends after so many bytes of the response. */
  | { readonly kind: 'cut'; readonly afterBytes: number }
  /** The request is passed on later. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** As if the server was down. */
  | { readonly kind: 'refused' };

export interface FaultyServer {
  url: string;
  /** Decides about every request: its method, path with query, and how many requests came before. Undefined passes it on. */
  decide: (request: { method: string; path: string; number: number }) => Fault | undefined;
  requests: { method: string; path: string }[];
  close(): Promise<void>;
}

/** An HTTP proxy that fails on purpose, between a client and a server of S3. The signature covers the Host header, which is passed on. */
export async function startFaultyServer(target: string): Promise<FaultyServer> {
  const server = createServer((incoming, response) => {
    const method = incoming.method ?? '';
    const path = incoming.url ?? '';
    const fault = faulty.decide({ method, path, number: faulty.requests.length });
    faulty.requests.push({ method, path });
    if (fault?.kind === 'refused') incoming.socket.destroy();
    else if (fault?.kind === 'status') refuse(incoming, response, fault);
    else if (fault?.kind === 'delay') setTimeout(() => passOn(target, incoming, response, undefined), fault.ms);
    else passOn(target, incoming, response, fault);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const faulty: FaultyServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    decide: () => undefined,
    requests: [],
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return faulty;
}

const INTERNAL_ERROR = '<Error><Code>InternalError</Code><Message>on purpose</Message></Error>';

function refuse(
  incoming: IncomingMessage,
  response: ServerResponse,
  { status, body = INTERNAL_ERROR }: Extract<Fault, { kind: 'status' }>,
): void {
  incoming.resume();
  incoming.on('end', () => {
    response.writeHead(status, { 'content-type': 'application/xml' });
    response.end(body);
  });
}

function passOn(target: string, incoming: IncomingMessage, response: ServerResponse, fault: Fault | undefined): void {
  const { hostname, port } = new URL(target);
  const { method, url: path, headers } = incoming;
  const outgoing = request({ hostname, port, method, path, headers }, (answer) => {
    if (fault?.kind === 'lost response') {
      answer.resume();
      answer.on('end', () => incoming.socket.destroy());
      return;
    }
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    if (fault?.kind === 'cut') {
      let left = fault.afterBytes;
      answer.on('data', (chunk: Buffer) => {
        response.write(chunk.subarray(0, left), () => left <= 0 && incoming.socket.destroy());
        left -= chunk.length;
      });
      answer.on('end', () => incoming.socket.destroy());
    } else answer.pipe(response);
  });
  outgoing.on('error', () => incoming.socket.destroy());
  incoming.pipe(outgoing);
}
