import type http from 'node:http';
import type { LookupFunction } from 'node:net';
import { CasparianError, errorMessage } from '../platform/index.js';
import { type AddressPolicy, checkUrl } from './check-url.js';
import { type HeaderLines, headerLinesOf } from './message/header-lines.js';
import { type Address, resolveHost, type Resolver } from './resolve-host.js';

export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
  /** For everything: name resolution, connection, request, headers and body of the response. */
  readonly deadlineMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** Every header line, in order. `headers` combines lines and drops some that occur twice. */
  readonly headerLines: HeaderLines;
  /** The body as it arrives, under the deadline of the request. Leaving the loop early closes the connection. */
  readonly body: AsyncIterable<Buffer>;
}

export interface HttpClientOptions extends AddressPolicy {
  readonly resolve?: Resolver | undefined;
  /** Idle connections that are kept per host. */
  readonly idlePerHost?: number | undefined;
}

/** Sends requests to addresses that users choose. */
export interface HttpClient {
  /** Resolves with whatever status the peer sends; redirects are not followed. */
  send(request: HttpRequest): Promise<HttpResponse>;
  close(): void;
}

/** Common servers close idle connections after five seconds. */
const IDLE_MS = 4_000;

export function createHttpClient({ allowPrivate, resolve, idlePerHost = 64 }: HttpClientOptions): HttpClient {
  const options = { keepAlive: true, maxFreeSockets: idlePerHost, scheduling: 'lifo', timeout: IDLE_MS } as const;
  let agents: Record<string, http.Agent> = {};
  const agentFor = ({ protocol }: URL): http.Agent =>
    (agents[protocol] ??= pinned(new (nodeClient(protocol).Agent)(options)));
  return {
    send: (request) => {
      const deadline = startDeadline(request);
      return send(request, deadline).catch((error: unknown) => {
        deadline.clear();
        throw deadline.explain(error);
      });
    },
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy();
      agents = {};
    },
  };

  async function send(request: HttpRequest, deadline: Deadline): Promise<HttpResponse> {
    const url = checkUrl(request.url, { allowPrivate });
    const addresses = await deadline.limit(resolveHost(url, { allowPrivate }, resolve));
    const response = await exchange(request, url, addresses, agentFor(url), deadline);
    const { statusCode = 0, headers, rawHeaders } = response;
    return {
      status: statusCode,
      headers,
      headerLines: headerLinesOf(rawHeaders),
      body: readUnder(deadline, response),
    };
  }
}

/** Reads a body up to a limit. What comes after it is not read. */
export async function readAtMost(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

/** Loaded for the first request: with DNS and zlib it takes 4 MB in an empty Node, and 1 to 2 MB more in a worker. */
function nodeClient(protocol: string): Pick<typeof http, 'Agent' | 'request'> {
  return protocol === 'https:' ? process.getBuiltinModule('node:https') : process.getBuiltinModule('node:http');
}

/** Idle connections are found by the addresses they were made for: one to another address was not checked just now. */
function pinned<Agent extends http.Agent>(agent: Agent): Agent {
  const nameOf = agent.getName.bind(agent);
  agent.getName = (options) => `${nameOf(options)}|${(options as { pinnedTo?: string } | undefined)?.pinnedTo ?? ''}`;
  return agent;
}

/** Sends the request, and once more if its reused connection turned out to be closed. */
async function exchange(
  request: HttpRequest,
  url: URL,
  addresses: readonly Address[],
  agent: http.Agent,
  deadline: Deadline,
): Promise<http.IncomingMessage> {
  for (let isFirst = true; ; isFirst = false) {
    const { sent, response } = start(request, url, addresses, agent, deadline);
    try {
      return await response;
    } catch (error) {
      const wasClosed = sent.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET';
      if (!isFirst || !wasClosed || deadline.signal.aborted) throw error;
    }
  }
}

function start(
  { method, headers, body }: HttpRequest,
  url: URL,
  addresses: readonly Address[],
  agent: http.Agent,
  { signal }: Deadline,
): { sent: http.ClientRequest; response: Promise<http.IncomingMessage> } {
  const { request } = nodeClient(url.protocol);
  const pinnedTo = addresses.map(({ address }) => address).join(',');
  const length: Record<string, string> = body ? { 'content-length': String(body.length) } : {};
  const sent = request(url, {
    method,
    agent,
    signal,
    headers: { ...headers, ...length },
    lookup: lookupOf(addresses),
    ...{ pinnedTo },
  });
  const response = new Promise<http.IncomingMessage>((resolve, reject) => {
    // An error after the response has begun reaches the reader of the body.
    sent.once('response', resolve).on('error', reject);
  });
  sent.end(body);
  return { sent, response };
}

function lookupOf(addresses: readonly Address[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses;
    if (options.all) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };
}

async function* readUnder(deadline: Deadline, response: http.IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* response as AsyncIterable<Buffer>;
  } catch (error) {
    throw deadline.explain(error, 'body');
  } finally {
    deadline.clear();
    // Does nothing after the end of the body, when the connection is idle again.
    if (!response.complete) response.destroy();
  }
}

interface Deadline {
  readonly signal: AbortSignal;
  /** Rejects when the time is up before the work is done. */
  limit<T>(work: Promise<T>): Promise<T>;
  /** The error to report: that the time was up, rather than what that did to the connection. */
  explain(error: unknown, phase?: string): unknown;
  clear(): void;
}

function startDeadline({ url, deadlineMs, signal: callers }: HttpRequest): Deadline {
  const controller = new AbortController();
  const { signal } = controller;
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    controller.abort();
  }, deadlineMs);
  const stop = (): void => controller.abort(callers?.reason);
  if (callers?.aborted) stop();
  else callers?.addEventListener('abort', stop, { once: true });
  return {
    signal,
    limit: async (work) => {
      let abort: (() => void) | undefined;
      const aborted = new Promise<never>((_, reject) => {
        abort = () => reject(new Error('aborted'));
        if (signal.aborted) abort();
        else signal.addEventListener('abort', abort, { once: true });
      });
      try {
        return await Promise.race([work, aborted]);
      } finally {
        if (abort) signal.removeEventListener('abort', abort);
      }
    },
    explain: (error, phase) => {
      if (isLate) return networkError(url, `No complete response within ${deadlineMs} ms.`, 'timeout');
      if (callers?.aborted || error instanceof CasparianError) return error;
      return networkError(url, errorMessage(error) || String((error as { code?: unknown }).code), phase, error);
    },
    clear: () => {
      clearTimeout(timer);
      callers?.removeEventListener('abort', stop);
    },
  };
}

/** Names the host alone: a path or query can contain a token. */
function networkError(url: string, why: string, phase?: string, cause?: unknown): CasparianError {
  return new CasparianError('NETWORK_ERROR', `The request to ${new URL(url).host} failed`, { why, phase, cause });
}
