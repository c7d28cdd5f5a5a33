import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { CasparianError, type ErrorCode, errorMessage, hint } from '../../platform/index.js';

export interface Listening {
  readonly port: number;
  /** Accepts no more requests, lets the running ones end within the grace, then closes everything. */
  close(graceMs: number): Promise<void>;
}

/** Bounds of what one client can hold. */
export interface ListenLimits {
  readonly maxConnections: number;
  /** For the headers of a request. */
  readonly headersTimeoutMs: number;
  /** For a whole request, with its body. */
  readonly requestTimeoutMs: number;
}

const MAX_HEADER_BYTES = 16_384;
const MAX_HEADERS = 100;
const KEEP_ALIVE_MS = 65_000;
const TIMEOUT_CHECK_MS = 1_000;
const MAX_BEING_REFUSED = 1_000;
/** A connection that sends many requests makes room for others now and then. */
const MAX_REQUESTS_PER_CONNECTION = 10_000;

export async function listen(
  listener: RequestListener,
  { host, port }: { host: string; port: number },
  limits: ListenLimits,
): Promise<Listening> {
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Two ways to end a body, or two hosts, can be read differently by a proxy before us.
      insecureHTTPParser: false,
      requireHostHeader: true,
      joinDuplicateHeaders: false,
    },
    listener,
  );
  refuseTooMany(server, limits.maxConnections);
  server.maxHeadersCount = MAX_HEADERS;
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_CONNECTION;
  server.on('clientError', refuseBadRequest);
  server.listen({ host, port });
  await once(server, 'listening').catch((error: unknown) => {
    throw portUnavailable(host, port, error);
  });
  return { port: (server.address() as AddressInfo).port, close: (graceMs) => closeServer(server, graceMs) };
}

/** More connections than allowed get a response before they are closed. If they come faster than that, the rest is closed at once. */
function refuseTooMany(server: Server, maxConnections: number): void {
  server.maxConnections = maxConnections + MAX_BEING_REFUSED;
  let open = 0;
  server.on('connection', (socket: Socket) => {
    open += 1;
    socket.once('close', () => (open -= 1));
    if (open <= maxConnections) return;
    refuse(socket, '503 Service Unavailable', 'TOO_MANY_CONNECTIONS', 'The server has too many open connections');
    socket.destroySoon();
  });
}

async function closeServer(server: Server, graceMs: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const grace = new AbortController();
  await Promise.race([closed, sleep(graceMs, undefined, { signal: grace.signal }).catch(() => undefined)]);
  grace.abort();
  server.closeAllConnections();
  await closed;
}

interface BadRequest extends Error {
  readonly code?: string;
}

/** What is not HTTP, or too large or too slow to be read, gets a short response in the usual form. */
function refuseBadRequest(error: BadRequest, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, code, message]: readonly [string, ErrorCode, string] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'REQUEST_TOO_LARGE', 'The headers of the request are too large']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'REQUEST_TIMEOUT', 'The request did not arrive in time']
        : ['400 Bad Request', 'VALIDATION_ERROR', 'This is not a valid HTTP request'];
  refuse(socket, status, code, message);
}

function refuse(socket: Duplex, status: string, code: ErrorCode, message: string): void {
  const body = `${JSON.stringify({ error: { code, message } })}\n`;
  const headers = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close`;
  socket.end(`HTTP/1.1 ${status}\r\n${headers}\r\n\r\n${body}`);
}

function portUnavailable(host: string, port: number, cause: unknown): CasparianError {
  return new CasparianError('PORT_UNAVAILABLE', `Port ${port} of ${host} cannot be opened`, {
    why: errorMessage(cause),
    next: [hint('Choose another with {}; 0 picks a free one.', { options: { port: 'PORT' } })],
    cause,
  });
}
