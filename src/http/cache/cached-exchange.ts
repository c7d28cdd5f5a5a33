import { CasparianError } from '../../platform/index.js';
import type { Exchange, Exchanged, ExchangeRequest } from '../message/exchange.js';
import { firstHeader, type HeaderLines } from '../message/header-lines.js';
import { cacheControlOf, secondsOf } from './cache-control.js';
import type { CacheStore, StoredResponse } from './cache-store.js';
import { isNotModified, validating } from './conditional.js';
import { decide } from './decide.js';
import { currentAgeMs, freshnessLifetimeMs } from './freshness.js';
import { invalidatedUrls } from './invalidation.js';
import { hasValidator, mayBeStale, staleIfErrorMs, storable } from './store-rules.js';
import { confirms, freshened } from './update-stored.js';
import { variantOf } from './vary.js';

export interface CacheOptions {
  readonly store: CacheStore;
  readonly now: () => number;
  /** For how long a stale response may replace an error, if neither side says how long. */
  readonly staleIfErrorMs: number;
}

export interface CachedResponse extends Exchanged {
  /** `refused`: only a stored response was wanted, and there is none. */
  readonly source: 'network' | 'cache' | 'validated' | 'stale' | 'refused';
  /** Why a stale response was used: the error, or the response of the origin. */
  readonly insteadOf?: { readonly error: unknown } | { readonly response: Exchanged } | undefined;
}

/** Errors of an origin that a stale response may replace (RFC 5861 section 4). */
const REPLACEABLE = new Set([500, 502, 503, 504]);

/** Sends requests through a private cache (RFC 9111). */
export function cachedExchange(
  exchange: Exchange,
  { store, now, staleIfErrorMs: defaultStaleMs }: CacheOptions,
): (request: ExchangeRequest) => Promise<CachedResponse> {
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return writeThrough(request);
    const decision = decide(request, await store.get(request.url), now());
    switch (decision.kind) {
      case 'reuse':
        return responseFrom(decision.stored, request, 'cache', now());
      case 'refuse':
        return { ...EMPTY, status: 504, requestTime: now(), responseTime: now(), source: 'refused' };
      case 'fetch':
        return receive(request, await exchange(request), undefined);
      case 'validate':
        return validate(request, decision.stored);
      default:
        return decision;
    }
  };

  /** Every other method reaches the origin, and makes what is stored invalid if it can change something. */
  async function writeThrough(request: ExchangeRequest): Promise<CachedResponse> {
    const response = await exchange(request);
    for (const url of invalidatedUrls(request, response)) await store.delete(url);
    return { ...response, source: 'network' };
  }

  async function validate(request: ExchangeRequest, stored: StoredResponse): Promise<CachedResponse> {
    const isConditional = request.method === 'GET' && hasValidator(stored.headers);
    let response: Exchanged;
    try {
      response = await exchange(isConditional ? validating(request, stored.headers) : request);
    } catch (error) {
      if (!isUnreachable(error) || !mayReplaceError(request, stored)) throw error;
      return { ...responseFrom(stored, request, 'stale', now()), insteadOf: { error } };
    }
    if (REPLACEABLE.has(response.status) && mayReplaceError(request, stored)) {
      return { ...responseFrom(stored, request, 'stale', now()), insteadOf: { response } };
    }
    if (response.status !== 304 || !isConditional) return receive(request, response, stored);
    if (!confirms(response.headers, stored.headers)) {
      // The origin confirmed something else. Only a complete response can be trusted now.
      return receive(request, await exchange(unconditional(request)), stored);
    }
    const confirmed = await keepUpdated(request, stored, response);
    return responseFrom(confirmed, request, 'validated', now());
  }

  async function receive(
    request: ExchangeRequest,
    response: Exchanged,
    previous: StoredResponse | undefined,
  ): Promise<CachedResponse> {
    if (request.method === 'HEAD') {
      if (previous && response.status === 200) await updateFromHead(request, previous, response);
      return { ...response, source: 'network' };
    }
    const stored = storable(request, response);
    if (stored) await store.put(request.url, stored);
    // What is stored is outdated, and must not replace an error later. A failure says nothing about it.
    else if (previous && response.status < 500 && response.status !== 429) await store.delete(request.url);
    return { ...response, source: 'network' };
  }

  /** A response to HEAD describes what GET would return: the same as before, or something newer (section 4.3.5). */
  async function updateFromHead(request: ExchangeRequest, stored: StoredResponse, head: Exchanged): Promise<void> {
    const isSame = ['etag', 'last-modified', 'content-length'].every((name) => {
      const value = firstHeader(head.headers, name);
      return value === undefined || value === (firstHeader(stored.headers, name) ?? value);
    });
    if (isSame) await keepUpdated(request, stored, head);
    else await store.delete(request.url);
  }

  async function keepUpdated(
    request: ExchangeRequest,
    stored: StoredResponse,
    newer: Exchanged,
  ): Promise<StoredResponse> {
    const updated = freshened(stored, newer);
    const variant = variantOf(updated.headers, request.headers);
    if (variant === undefined || cacheControlOf(updated.headers).has('no-store')) await store.delete(request.url);
    else await store.put(request.url, { ...updated, variant });
    return updated;
  }

  function mayReplaceError(request: ExchangeRequest, stored: StoredResponse): boolean {
    const wanted = secondsOf(cacheControlOf(Object.entries(request.headers)), 'stale-if-error');
    const windowMs = wanted === undefined ? (staleIfErrorMs(stored.headers) ?? defaultStaleMs) : (wanted || 0) * 1_000;
    const staleMs = currentAgeMs(stored, now()) - freshnessLifetimeMs(stored);
    return mayBeStale(stored.headers) && staleMs <= windowMs;
  }
}

const EMPTY = { headers: [] as HeaderLines, body: Buffer.alloc(0) };

/** Nothing was learned from the origin. Other errors, such as a refused address, are about the request. */
function isUnreachable(error: unknown): boolean {
  return error instanceof CasparianError && error.code === 'NETWORK_ERROR';
}

function unconditional(request: ExchangeRequest): ExchangeRequest {
  return validating(request, []);
}

/** The stored response as the answer to a request, with its age (section 4) or as a 304 (section 4.3.2). */
function responseFrom(
  stored: StoredResponse,
  request: ExchangeRequest,
  source: CachedResponse['source'],
  now: number,
): CachedResponse {
  const { status, body, requestTime, responseTime } = stored;
  const age: HeaderLines = [['Age', String(Math.floor(currentAgeMs(stored, now) / 1_000))]];
  const headers = [...stored.headers.filter(([name]) => name.toLowerCase() !== 'age'), ...age];
  const times = { requestTime, responseTime, source };
  if (isNotModified(request, stored))
    return { status: 304, headers: withoutBodyFields(headers), ...times, body: EMPTY.body };
  return { status, headers, ...times, body: request.method === 'HEAD' ? EMPTY.body : body };
}

function withoutBodyFields(headers: HeaderLines): HeaderLines {
  const ofTheBody = new Set(['content-length', 'content-encoding', 'content-type', 'content-range']);
  return headers.filter(([name]) => !ofTheBody.has(name.toLowerCase()));
}
