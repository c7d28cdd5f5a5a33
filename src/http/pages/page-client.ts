import { CasparianError } from '../../platform/index.js';
import { cachedExchange, type CachedResponse } from '../cache/cached-exchange.js';
import type { CacheStore } from '../cache/cache-store.js';
import { type AddressPolicy, checkUrl } from '../check-url.js';
import { createHttpClient } from '../client.js';
import type { ExchangeRequest } from '../message/exchange.js';
import { combinedHeaders } from '../message/header-lines.js';
import type { Resolver } from '../resolve-host.js';
import { ACCEPTED_CODINGS, decodeContent } from './content-coding.js';
import { statusFailure } from './failure.js';
import { followRedirects, type RedirectOptions } from './redirects.js';
import { checkedHeaders } from './request-headers.js';
import { sendExchange } from './send-exchange.js';
import { userAgentOf } from './user-agent.js';

export interface PageClientOptions extends AddressPolicy {
  /** A URL or mail address for the user agent. */
  readonly contact?: string | undefined;
  readonly resolve?: Resolver | undefined;
  readonly now?: (() => number) | undefined;
}

export interface PageRequest extends Partial<Pick<RedirectOptions, 'maxRedirects' | 'checkHop'>> {
  readonly url: string;
  /** Also credentials: they are not sent to another origin after a redirect. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** For everything: all redirects, from name resolution to the end of the last body. */
  readonly deadlineMs?: number | undefined;
  /** Of a body, as sent and after decompression. */
  readonly maxBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Bound to one tenant and one set of credentials. Without it, nothing is stored or reused. */
  readonly cache?: CacheStore | undefined;
  /** How long a stale response may replace an error, if neither side says how long. */
  readonly staleIfErrorMs?: number | undefined;
  /** Sends no request. A stored response may be stale by this much. */
  readonly onlyIfCached?: { readonly maxStaleMs: number } | undefined;
}

export interface Page {
  /** After redirects. */
  readonly url: string;
  /** Always 2xx. */
  readonly status: number;
  /** Names in lower case; several lines of one name are joined. */
  readonly headers: Readonly<Record<string, string>>;
  /** Without its content coding. */
  readonly body: Buffer;
  readonly source: 'network' | 'cache' | 'validated' | 'stale';
  /** When the origin sent or last confirmed this content, in milliseconds. */
  readonly fetchedAt: number;
  /** Requests that were sent. */
  readonly requests: number;
  /** Why the page is stale. */
  readonly failure: CasparianError | undefined;
}

export interface PageClient {
  fetchPage(request: PageRequest): Promise<Page>;
  close(): void;
}

const DEFAULT_DEADLINE_MS = 30_000;
const DEFAULT_MAX_BYTES = 10 * 1_048_576;
const DEFAULT_MAX_REDIRECTS = 5;

/** Fetches pages from addresses that users choose. One per process: it keeps connections. */
export function createPageClient(options: PageClientOptions): PageClient {
  const { allowPrivate, contact, resolve, now = Date.now } = options;
  const userAgent = userAgentOf(contact);
  const client = createHttpClient({ allowPrivate, resolve });
  return { fetchPage, close: () => client.close() };

  async function fetchPage(wanted: PageRequest): Promise<Page> {
    const { cache, deadlineMs = DEFAULT_DEADLINE_MS, maxBytes = DEFAULT_MAX_BYTES, signal } = wanted;
    const { maxRedirects = DEFAULT_MAX_REDIRECTS, checkHop, staleIfErrorMs = 0 } = wanted;
    let requests = 0;
    const overNetwork = sendExchange(client, { deadlineMs, maxBytes, signal, now });
    const counted: typeof overNetwork = (request) => {
      requests++;
      return overNetwork(request);
    };
    const send: (request: ExchangeRequest) => Promise<CachedResponse> = cache
      ? cachedExchange(counted, { store: cache, now, staleIfErrorMs })
      : async (request) => ({ ...(await counted(request)), source: 'network' });
    const first = { method: 'GET', url: checkUrl(wanted.url, { allowPrivate }).href, headers: headersOf(wanted) };
    const { request, response } = await followRedirects(first, send, { maxRedirects, allowPrivate, checkHop });
    return { ...(await pageOf(request.url, response, maxBytes)), requests };
  }

  async function pageOf(url: string, response: CachedResponse, maxBytes: number): Promise<Omit<Page, 'requests'>> {
    const { status, headers, source, responseTime, insteadOf } = response;
    if (source === 'refused') throw notCached(url);
    if (status < 200 || status > 299 || status === 206) throw statusFailure(url, status, headers, now());
    const body = await decodeContent(url, headers, response.body, maxBytes);
    const failure = insteadOf && failureOf(url, insteadOf);
    return { url, status, headers: combinedHeaders(headers), body, source, fetchedAt: responseTime, failure };
  }

  function failureOf(url: string, insteadOf: NonNullable<CachedResponse['insteadOf']>): CasparianError {
    if ('error' in insteadOf) return insteadOf.error as CasparianError;
    return statusFailure(url, insteadOf.response.status, insteadOf.response.headers, now());
  }

  function headersOf({ headers = {}, onlyIfCached }: PageRequest): Readonly<Record<string, string>> {
    const stored = onlyIfCached && {
      'cache-control': `only-if-cached, max-stale=${Math.floor(onlyIfCached.maxStaleMs / 1_000)}`,
    };
    return {
      accept: '*/*',
      'user-agent': userAgent,
      ...checkedHeaders(headers),
      'accept-encoding': ACCEPTED_CODINGS,
      ...stored,
    };
  }
}

function notCached(url: string): CasparianError {
  return new CasparianError('RESPONSE_NOT_CACHED', `No usable response of ${new URL(url).host} is stored`);
}
