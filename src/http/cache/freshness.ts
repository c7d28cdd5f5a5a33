import { firstHeader } from '../message/header-lines.js';
import { parseHttpDate } from '../message/http-date.js';
import { cacheControlOf, deltaSeconds, secondsOf } from './cache-control.js';
import type { StoredResponse } from './cache-store.js';

/** The part of a stored response that decides about its age. */
export type Dated = Pick<StoredResponse, 'status' | 'headers' | 'requestTime' | 'responseTime'>;

/** Statuses that RFC 9110 section 15.1 lists as heuristically cacheable, without 206. */
const HEURISTIC_STATUSES = new Set([200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]);
/** The fraction that RFC 9111 section 4.2.2 names as typical, and a limit for pages that have not changed for years. */
const HEURISTIC_FRACTION = 0.1;
const MAX_HEURISTIC_MS = 86_400_000;

/** How old the response is, in milliseconds (RFC 9111 section 4.2.3). */
export function currentAgeMs(response: Dated, now: number): number {
  const { headers, requestTime, responseTime } = response;
  const apparentAge = Math.max(0, responseTime - dateOf(response));
  // Of several values, the first counts; what is not a number of seconds is ignored (section 5.1).
  const [first = ''] = (firstHeader(headers, 'age') ?? '').split(',');
  const ageValue = (deltaSeconds(first.trim()) ?? 0) * 1_000;
  const correctedAge = ageValue + Math.max(0, responseTime - requestTime);
  return Math.max(apparentAge, correctedAge) + Math.max(0, now - responseTime);
}

/** How long the response is fresh after it was generated, in milliseconds (RFC 9111 section 4.2.1). `s-maxage` is for shared caches. */
export function freshnessLifetimeMs(response: Dated): number {
  const maxAge = secondsOf(cacheControlOf(response.headers), 'max-age');
  // A value that cannot be read makes the response stale.
  if (maxAge !== undefined) return Number.isNaN(maxAge) ? 0 : maxAge * 1_000;
  const expires = firstHeader(response.headers, 'expires');
  if (expires === undefined) return heuristicLifetimeMs(response);
  return Math.max(0, (parseHttpDate(expires, response.responseTime) ?? 0) - dateOf(response));
}

/** Whether the response says itself how long it is fresh. */
export function hasExplicitFreshness({ headers }: Pick<Dated, 'headers'>): boolean {
  return cacheControlOf(headers).has('max-age') || firstHeader(headers, 'expires') !== undefined;
}

/** Whether a lifetime may be guessed (RFC 9111 section 4.2.2). */
export function allowsHeuristics({ status, headers }: Pick<Dated, 'status' | 'headers'>): boolean {
  return HEURISTIC_STATUSES.has(status) || cacheControlOf(headers).has('public');
}

function heuristicLifetimeMs(response: Dated): number {
  const modified = parseHttpDate(firstHeader(response.headers, 'last-modified') ?? '', response.responseTime);
  if (modified === undefined || !allowsHeuristics(response)) return 0;
  return Math.min(MAX_HEURISTIC_MS, Math.max(0, (dateOf(response) - modified) * HEURISTIC_FRACTION));
}

/** `Date`, or when the response arrived if it has none that can be read. */
function dateOf({ headers, responseTime }: Dated): number {
  return parseHttpDate(firstHeader(headers, 'date') ?? '', responseTime) ?? responseTime;
}
