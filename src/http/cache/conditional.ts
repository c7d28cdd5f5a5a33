import type { ExchangeRequest } from '../message/exchange.js';
import { firstHeader, type HeaderLines, splitMembers } from '../message/header-lines.js';
import { parseHttpDate } from '../message/http-date.js';
import type { Dated } from './freshness.js';

const CONDITIONAL = ['if-none-match', 'if-modified-since', 'if-match', 'if-unmodified-since', 'if-range'];

/** The request, asking the origin to confirm what is stored (RFC 9111 section 4.3.1). */
export function validating(request: ExchangeRequest, stored: HeaderLines): ExchangeRequest {
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !CONDITIONAL.includes(name)));
  const etag = firstHeader(stored, 'etag');
  const modified = firstHeader(stored, 'last-modified');
  if (etag !== undefined) headers['if-none-match'] = etag;
  if (modified !== undefined) headers['if-modified-since'] = modified;
  return { ...request, headers };
}

/** Whether the client already has this response, by the condition in its request (RFC 9111 section 4.3.2). */
export function isNotModified(request: ExchangeRequest, response: Dated): boolean {
  // Only successful responses have validators that a client can hold.
  if (response.status !== 200) return false;
  const noneMatch = request.headers['if-none-match'];
  // If-None-Match takes precedence: the other condition is ignored beside it.
  if (noneMatch !== undefined) return matchesTag(noneMatch, firstHeader(response.headers, 'etag'));
  const since = parseHttpDate(request.headers['if-modified-since'] ?? '', response.responseTime);
  if (since === undefined) return false;
  const changed = firstHeader(response.headers, 'last-modified') ?? firstHeader(response.headers, 'date');
  return (parseHttpDate(changed ?? '', response.responseTime) ?? response.responseTime) <= since;
}

/** Weak comparison (RFC 9110 section 8.8.3.2). */
function matchesTag(list: string, etag: string | undefined): boolean {
  if (etag === undefined) return false;
  return list.trim() === '*' || splitMembers(list).some((tag) => opaque(tag) === opaque(etag));
}

export function opaque(tag: string): string {
  return tag.replace(/^W\//, '');
}
