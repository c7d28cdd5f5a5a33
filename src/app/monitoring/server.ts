import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CasparianError, errorMessage, hint } from '../../platform/index.js';
import type { ServedRequest } from '../../server/index.js';
import type { Readiness } from './readiness.js';

export interface MonitoringServer {
  readonly port: number;
  close(): Promise<void>;
}

export interface MonitoringSources {
  /** Counts a request to the API, if this process serves it. */
  readonly onServed?: (request: ServedRequest) => void;
  readonly contentType: string;
  readonly scrape: () => Promise<string>;
  readonly readiness: () => Promise<Readiness>;
}

/** Serves /metrics, /health/live and /health/ready. Port 0 picks a free one. */
export async function startMonitoring(
  address: { port: number; host: string | undefined },
  sources: MonitoringSources,
): Promise<MonitoringServer> {
  const server = createServer((request, response) => {
    replyTo(request, sources).then(
      (reply) => send(response, reply, request.method === 'HEAD'),
      (error: unknown) => send(response, json(500, { status: 'error', reasons: [errorMessage(error)] }), false),
    );
  });
  server.listen({ port: address.port, ...(address.host === undefined ? {} : { host: address.host }) });
  await once(server, 'listening').catch((error: unknown) => {
    throw portUnavailable(address.port, error);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Reply {
  status: number;
  contentType: string;
  body: string;
}

async function replyTo(request: IncomingMessage, sources: MonitoringSources): Promise<Reply> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return json(405, { status: 'method not allowed' });
  switch (request.url?.split('?')[0]) {
    case '/metrics':
      return { status: 200, contentType: sources.contentType, body: await sources.scrape() };
    case '/health/live':
      return json(200, { status: 'live' });
    case '/health/ready': {
      const { ready, reasons } = await sources.readiness();
      return json(ready ? 200 : 503, { status: ready ? 'ready' : 'not_ready', reasons });
    }
    default:
      return json(404, { status: 'not found', paths: ['/metrics', '/health/live', '/health/ready'] });
  }
}

function json(status: number, body: object): Reply {
  return { status, contentType: 'application/json; charset=utf-8', body: `${JSON.stringify(body)}\n` };
}

function send(response: ServerResponse, reply: Reply, headOnly: boolean): void {
  response.writeHead(reply.status, { 'content-type': reply.contentType, 'cache-control': 'no-store' });
  response.end(headOnly ? undefined : reply.body);
}

function portUnavailable(port: number, cause: unknown): CasparianError {
  return new CasparianError('PORT_UNAVAILABLE', `Port ${port} cannot be opened for metrics and health`, {
    why: errorMessage(cause),
    next: [hint('Choose another with {}; 0 picks a free one.', { options: { metrics_port: 'PORT' } })],
    cause,
  });
}
