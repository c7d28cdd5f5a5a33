import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signatureProblem } from '../../events/index.js';
import { CasparianError, errorMessage, hint } from '../../platform/index.js';

/** A delivery as the local receiver got it. */
export interface ReceivedDelivery {
  readonly deliveryId: string | null;
  readonly eventType: string | null;
  /** Why it must not be trusted; undefined if a secret verifies it. */
  readonly problem: string | undefined;
  /** The text of the body. */
  readonly body: string;
}

export interface WebhookReceiver {
  readonly url: string;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
const MAX_BODY_BYTES = 10 * 2 ** 20;

/** A receiver on loopback: verifies what it gets, hands it on, and responds with 204, or with 401 if it cannot be trusted. */
export async function openReceiver(options: {
  readonly port: number;
  /** The secrets that verify deliveries to this receiver. */
  readonly secrets: (port: number) => Promise<readonly string[]>;
  readonly onDelivery: (delivery: ReceivedDelivery) => void;
}): Promise<WebhookReceiver> {
  const server = createServer((request, response) => {
    receive(request, response).catch((error: unknown) => {
      response.writeHead(500).end(errorMessage(error));
    });
  });
  server.listen(options.port, HOST);
  await once(server, 'listening').catch((error: unknown) => {
    throw new CasparianError('PORT_UNAVAILABLE', `The receiver cannot use port ${options.port}`, {
      why: errorMessage(error),
      next: [hint('Let the system choose a port', { action: 'webhook.listen', options: { port: 0 } })],
      cause: error,
    });
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${HOST}:${port}/`,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') return void response.writeHead(405, { allow: 'POST' }).end();
    const body = await readBody(request);
    if (!body) return void response.writeHead(413).end();
    const secrets = await options.secrets(port);
    const problem =
      secrets.length === 0
        ? 'no endpoint in the database has this URL, and no secret was given'
        : signatureProblem(request.headers, body, secrets, Math.floor(Date.now() / 1_000));
    response.writeHead(problem === undefined ? 204 : 401).end(problem);
    const header = (name: string): string | null => request.headers[name]?.toString() ?? null;
    const [deliveryId, eventType] = [header('x-bpc-delivery-id'), header('x-bpc-event-type')];
    options.onDelivery({ deliveryId, eventType, problem, body: body.toString() });
  }
}

/** Undefined if it is too large. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > MAX_BODY_BYTES) return undefined;
  }
  return Buffer.concat(chunks);
}
