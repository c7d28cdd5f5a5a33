import type { Exchanged, ExchangeRequest } from '../message/exchange.js';
import { firstHeader, type HeaderLines, headerMembers } from '../message/header-lines.js';
import { type CacheControl, cacheControlOf, secondsOf } from './cache-control.js';
import type { StoredResponse } from './cache-store.js';
import { allowsHeuristics, freshnessLifetimeMs, hasExplicitFreshness } from './freshness.js';
import { variantOf } from './vary.js';

/** Fields that belong to one connection or to a proxy (RFC 9111 section 3.1, RFC 9110 section 7.6.1). */
const NEVER_STORED = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
];

/** Statuses whose meaning for caching this cache knows. 206 is missing: partial responses are not stored. */
const UNDERSTOOD = new Set([200, 203, 204, 300, 301, 302, 303, 307, 308, 404, 405, 410, 414, 501]);

/** How long a stale response is kept: to be validated, or to be used while its origin is down. */
const KEEP_STALE_MS = 30 * 86_400_000;

/** The response to store, or undefined if it must not be stored (RFC 9111 section 3) or would be of no use. */
export function storable(request: ExchangeRequest, response: Exchanged): StoredResponse | undefined {
  const directives = cacheControlOf(response.headers);
  const variant = variantOf(response.headers, request.headers);
  if (variant === undefined || !mayStore(request, response, directives)) return undefined;
  const { status, body, requestTime, responseTime } = response;
  const lifetimeMs = freshnessLifetimeMs(response);
  const isUseful = lifetimeMs > 0 || hasExplicitFreshness(response) || hasValidator(response.headers);
  if (!isUseful) return undefined;
  const headers = storedHeaders(response.headers, directives);
  const keepUntil = responseTime + lifetimeMs + KEEP_STALE_MS;
  return { variant, status, headers, body, requestTime, responseTime, keepUntil };
}

/** Header fields to store: all but those of the connection, and those that `no-cache` names (sections 3.1 and 5.2.2.4). */
export function storedHeaders(headers: HeaderLines, directives: CacheControl): HeaderLines {
  const named = [...headerMembers(headers, 'connection'), ...(directives.get('no-cache') ?? '').split(',')];
  const dropped = new Set([...NEVER_STORED, ...named.map((name) => name.trim().toLowerCase())]);
  return headers.filter(([name]) => !dropped.has(name.toLowerCase()));
}

function mayStore({ method, headers }: ExchangeRequest, response: Exchanged, directives: CacheControl): boolean {
  const { status } = response;
  if (method !== 'GET' || status < 200 || status === 206 || status === 304) return false;
  if (cacheControlOf(Object.entries(headers)).has('no-store')) return false;
  // A cache that understands the status may ignore no-store beside must-understand; ours does (section 5.2.2.3).
  if (directives.has('must-understand')) return UNDERSTOOD.has(status);
  if (directives.has('no-store')) return false;
  return (
    hasExplicitFreshness(response) ||
    directives.has('private') ||
    directives.has('public') ||
    allowsHeuristics(response)
  );
}

export function hasValidator(headers: HeaderLines): boolean {
  return firstHeader(headers, 'etag') !== undefined || firstHeader(headers, 'last-modified') !== undefined;
}

/** Whether the response may be used although it is stale, if the origin cannot be reached or the client permits it. */
export function mayBeStale(headers: HeaderLines): boolean {
  const directives = cacheControlOf(headers);
  // The last two bind shared caches only. A private one that respects them loses little.
  const forbidding = ['must-revalidate', 'no-cache', 'proxy-revalidate', 's-maxage'];
  return !forbidding.some((name) => directives.has(name));
}

/** For how long after it became stale the response may replace an error, if the directive says so (RFC 5861 section 4). */
export function staleIfErrorMs(headers: HeaderLines): number | undefined {
  const seconds = secondsOf(cacheControlOf(headers), 'stale-if-error');
  return seconds === undefined ? undefined : (seconds || 0) * 1_000;
}
