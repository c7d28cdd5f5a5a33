import type { Exchanged, ExchangeRequest } from '../message/exchange.js';
import { firstHeader } from '../message/header-lines.js';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

export function isSafe(method: string): boolean {
  return SAFE_METHODS.has(method);
}

/** The URLs whose stored responses a request has made invalid (RFC 9111 section 4.4). */
export function invalidatedUrls(request: ExchangeRequest, response: Exchanged): readonly string[] {
  if (isSafe(request.method) || response.status < 200 || response.status >= 400) return [];
  const named = ['location', 'content-location'].flatMap((name) => {
    const value = firstHeader(response.headers, name);
    if (value === undefined || !URL.canParse(value, request.url)) return [];
    const url = new URL(value, request.url);
    url.hash = '';
    // One origin must not remove the responses of another.
    return url.origin === new URL(request.url).origin ? [url.href] : [];
  });
  return [...new Set([request.url, ...named])];
}
