import type { ExchangeRequest } from '../message/exchange.js';
import { cacheControlOf, secondsOf } from './cache-control.js';
import type { StoredResponse } from './cache-store.js';
import { currentAgeMs, freshnessLifetimeMs } from './freshness.js';
import { mayBeStale } from './store-rules.js';
import { matchesVariant } from './vary.js';

/** What to do with a request (RFC 9111 section 4). */
export type Decision =
  | { readonly kind: 'reuse'; readonly stored: StoredResponse }
  /** Ask the origin whether the stored response is still valid. */
  | { readonly kind: 'validate'; readonly stored: StoredResponse }
  /** Nothing stored can be used. */
  | { readonly kind: 'fetch' }
  /** The client wants a stored response or none. */
  | { readonly kind: 'refuse' };

export function decide(request: ExchangeRequest, variants: readonly StoredResponse[], now: number): Decision {
  const wanted = cacheControlOf(Object.entries(request.headers));
  const stored = selectStored(request, variants);
  if (stored && isUsable(stored, wanted, now)) return { kind: 'reuse', stored };
  if (wanted.has('only-if-cached')) return { kind: 'refuse' };
  return stored ? { kind: 'validate', stored } : { kind: 'fetch' };
}

/** The newest variant that matches (section 4.1). A Range request gets its part from the origin. */
function selectStored(request: ExchangeRequest, variants: readonly StoredResponse[]): StoredResponse | undefined {
  if (request.headers['range'] !== undefined) return undefined;
  const matching = variants.filter(({ variant }) => matchesVariant(variant, request.headers));
  return matching.sort((a, b) => b.responseTime - a.responseTime)[0];
}

function isUsable(stored: StoredResponse, wanted: ReturnType<typeof cacheControlOf>, now: number): boolean {
  // no-store forbids to store, and asks for a response that did not come from a store.
  if (wanted.has('no-cache') || wanted.has('no-store')) return false;
  const directives = cacheControlOf(stored.headers);
  if (directives.has('no-cache') && !directives.get('no-cache')) return false;
  const ageMs = currentAgeMs(stored, now);
  const remainingMs = freshnessLifetimeMs(stored) - ageMs;
  const maxAgeMs = limitMs(wanted, 'max-age') ?? Infinity;
  const minFreshMs = limitMs(wanted, 'min-fresh') ?? 0;
  if (ageMs > maxAgeMs) return false;
  if (remainingMs > 0) return remainingMs >= minFreshMs;
  return minFreshMs === 0 && mayBeStale(stored.headers) && -remainingMs <= maxStaleMs(wanted);
}

/** How stale a response may be for this client. Without a number: any amount (section 5.2.1.2). */
function maxStaleMs(wanted: ReturnType<typeof cacheControlOf>): number {
  if (!wanted.has('max-stale')) return -1;
  return wanted.get('max-stale') === undefined ? Infinity : (limitMs(wanted, 'max-stale') ?? -1);
}

/** A limit that cannot be read is as strict as possible. */
function limitMs(wanted: ReturnType<typeof cacheControlOf>, name: string): number | undefined {
  const seconds = secondsOf(wanted, name);
  if (seconds === undefined || !Number.isNaN(seconds)) return seconds === undefined ? undefined : seconds * 1_000;
  return name === 'min-fresh' ? Infinity : 0;
}
