import { cachedExchange, type CachedResponse } from '../../../src/http/cache/cached-exchange.js';
import type { CacheStore } from '../../../src/http/cache/cache-store.js';
import { createMemoryCache } from '../../../src/http/cache/memory-store.js';
import type { Exchanged, ExchangeRequest } from '../../../src/http/message/exchange.js';
import { CasparianError } from '../../../src/platform/index.js';

/** 2026-03-01, the time at which every scenario begins. */
export const START = Date.parse('2026-03-01T12:00:00Z');

export function httpDate(offsetSeconds = 0): string {
  return new Date(START + offsetSeconds * 1_000).toUTCString();
}

/** What the origin sends: a status other than 200, headers, a body. `down` means that it cannot be reached. */
export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
  readonly down?: boolean;
  /** How long the reply takes. */
  readonly delaySeconds?: number;
}

export interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A cache in front of an origin that sends the given replies in order, and a clock that the test moves. */
export interface Scenario {
  readonly store: CacheStore;
  /** What the origin was asked, in order. */
  readonly asked: readonly ExchangeRequest[];
  reply(...replies: Reply[]): void;
  after(seconds: number): void;
  get(asked?: Asked): Promise<CachedResponse>;
}

export function scenario(options: { staleIfErrorMs?: number } = {}): Scenario {
  let now = START;
  const replies: Reply[] = [];
  const asked: ExchangeRequest[] = [];
  const store = createMemoryCache();
  const exchange = (request: ExchangeRequest): Promise<Exchanged> => {
    asked.push(request);
    const next = replies.shift();
    if (!next) throw new Error(`no reply is left for ${request.method} ${request.url}`);
    if (next.down) return Promise.reject(new CasparianError('NETWORK_ERROR', 'The origin is down'));
    const requestTime = now;
    now += (next.delaySeconds ?? 0) * 1_000;
    return Promise.resolve({ ...exchanged(next), requestTime, responseTime: now });
  };
  const send = cachedExchange(exchange, { store, now: () => now, staleIfErrorMs: options.staleIfErrorMs ?? 0 });
  return {
    store,
    asked,
    reply: (...more) => void replies.push(...more),
    after: (seconds) => void (now += seconds * 1_000),
    get: ({ method = 'GET', path = '/a', headers = {} } = {}) =>
      send({ method, url: `https://site.test${path}`, headers }),
  };
}

export function exchanged({ status = 200, headers = {}, body = '' }: Reply): Exchanged {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : value).map((each) => [name, each] as const),
  );
  return { status, headers: lines, body: Buffer.from(body), requestTime: START, responseTime: START };
}

export function headerOf({ headers }: CachedResponse, name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];
}
