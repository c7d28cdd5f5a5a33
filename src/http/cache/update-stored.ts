import type { Exchanged } from '../message/exchange.js';
import { firstHeader, type HeaderLines } from '../message/header-lines.js';
import { cacheControlOf } from './cache-control.js';
import type { StoredResponse } from './cache-store.js';
import { opaque } from './conditional.js';
import { freshnessLifetimeMs } from './freshness.js';
import { storedHeaders } from './store-rules.js';

/** Fields that describe the stored bytes: a response without them cannot change them (RFC 9111 section 3.2). */
const OF_THE_BODY = new Set(['content-length', 'content-encoding', 'content-range']);

/**
 * Whether a 304 confirms this stored response (RFC 9111 section 4.3.4): by a strong validator if it has one, else by a
 * weak one. Without any validator it confirms what was asked about.
 */
export function confirms(confirmation: HeaderLines, stored: HeaderLines): boolean {
  const [etag, storedEtag] = [firstHeader(confirmation, 'etag'), firstHeader(stored, 'etag')];
  if (etag !== undefined && storedEtag !== undefined) {
    return etag.startsWith('W/') || storedEtag.startsWith('W/')
      ? opaque(etag) === opaque(storedEtag)
      : etag === storedEtag;
  }
  const [modified, storedModified] = [firstHeader(confirmation, 'last-modified'), firstHeader(stored, 'last-modified')];
  return modified === undefined || storedModified === undefined || modified === storedModified;
}

/** The stored response with the fields of a newer response without a body: a 304, or one to HEAD (section 3.2). */
export function freshened(stored: StoredResponse, newer: Exchanged): StoredResponse {
  const updates = storedHeaders(newer.headers, cacheControlOf(newer.headers)).filter(
    ([name]) => !OF_THE_BODY.has(name.toLowerCase()),
  );
  const updated = new Set(updates.map(([name]) => name.toLowerCase()));
  // Its age is counted from the confirmation. An old Age would make it stale at once.
  updated.add('age');
  const headers = [...stored.headers.filter(([name]) => !updated.has(name.toLowerCase())), ...updates];
  const { requestTime, responseTime } = newer;
  const dated = { ...stored, headers, requestTime, responseTime };
  const keptMs = stored.keepUntil - stored.responseTime - freshnessLifetimeMs(stored);
  return { ...dated, keepUntil: responseTime + freshnessLifetimeMs(dated) + keptMs };
}
