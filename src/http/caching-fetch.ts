import { cachedExchange } from './cache/cached-exchange.js';
import type { CacheStore } from './cache/cache-store.js';
import { createMemoryCache } from './cache/memory-store.js';
import type { AddressPolicy } from './check-url.js';
import { createHttpClient } from './client.js';
import type { ExchangeRequest } from './message/exchange.js';
import { decodeContent } from './pages/content-coding.js';
import { failureClassOf } from './pages/failure.js';
import { followRedirects } from './pages/redirects.js';
import { sendExchange } from './pages/send-exchange.js';

export interface CachingFetchOptions extends AddressPolicy {
  readonly store?: CacheStore | undefined;
  readonly staleIfErrorMs?: number | undefined;
}

const DEADLINE_MS = 30_000;
const MAX_BYTES = 10 * 1_048_576;
const DAY_MS = 86_400_000;
/** Responses with these statuses have no body, and `Response` insists on it. */
const WITHOUT_BODY = new Set([204, 205, 304]);

/**
 * The cache with the interface of `fetch`, for programs that test HTTP caches. The `cache` mode of a request is ignored,
 * except for `no-cache`: these programs set `no-store` to turn off a cache that is not the one they test.
 * @public Used from dist; see docs/design/http.md.
 */
export function createCachingFetch(options: CachingFetchOptions): typeof fetch {
  const { allowPrivate, store = createMemoryCache(), staleIfErrorMs = DAY_MS } = options;
  const client = createHttpClient({ allowPrivate });
  return async (input, init) => {
    const wanted = new Request(input, init);
    const body = wanted.body === null ? undefined : Buffer.from(await wanted.arrayBuffer());
    const limits = { deadlineMs: DEADLINE_MS, maxBytes: MAX_BYTES, signal: wanted.signal, now: Date.now };
    const send = cachedExchange(sendExchange(client, limits), { store, now: Date.now, staleIfErrorMs });
    const first = { method: wanted.method, url: withoutFragment(wanted.url), headers: headersOf(wanted), body };
    try {
      if (wanted.redirect === 'manual') return await responseOf(first, await send(first));
      const { request, response } = await followRedirects(first, send, { maxRedirects: 20, allowPrivate });
      return await responseOf(request, response);
    } catch (error) {
      // A cache that cannot reach the origin, and must not use what it has stored, responds with an error (section 5.2.2.2).
      if (failureClassOf(error) === 'network') return new Response(null, { status: 504 });
      throw new TypeError('fetch failed', { cause: error });
    }
  };
}

function withoutFragment(url: string): string {
  const parsed = new URL(url);
  parsed.hash = '';
  return parsed.href;
}

function headersOf(request: Request): Readonly<Record<string, string>> {
  const headers = Object.fromEntries(request.headers);
  if (request.cache === 'no-cache') headers['cache-control'] ??= 'max-age=0';
  return { accept: '*/*', ...headers };
}

async function responseOf(
  { url, method }: ExchangeRequest,
  { status, headers, body }: Awaited<ReturnType<ReturnType<typeof cachedExchange>>>,
): Promise<Response> {
  const fields = new Headers();
  for (const [name, value] of headers) fields.append(name, value);
  const hasBody = !WITHOUT_BODY.has(status) && method !== 'HEAD';
  const content = await decodeContent(url, headers, body, MAX_BYTES).catch(() => body);
  return new Response(hasBody ? content : null, { status, headers: fields });
}
