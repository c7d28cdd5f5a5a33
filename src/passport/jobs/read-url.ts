import { readAtMost, retryAfterMs } from '../../http/index.js';
import { CasparianError, VERSION } from '../../platform/index.js';
import { MAX_DOCUMENT_BYTES } from '../documents/parse-facts.js';
import { documentTooLarge } from '../records/store-versions.js';
import type { PassportRuntime } from './runtime.js';

/** Reads a document from an address that a user chose, with the same guards as webhooks. Redirects are not followed. */
export async function readUrl(
  { client, ingestTimeoutMs }: PassportRuntime,
  url: string,
  signal: AbortSignal,
): Promise<Buffer> {
  const headers = { 'user-agent': `casparian/${VERSION}`, accept: '*/*', 'accept-encoding': 'identity' };
  const response = await client.send({ method: 'GET', url, headers, deadlineMs: ingestTimeoutMs, signal });
  // One byte more than allowed shows that it is too large. The body is read in any case, so that the connection is free again.
  const body = await readAtMost(response.body, MAX_DOCUMENT_BYTES + 1);
  if (response.status !== 200) throw refused(url, response.status, response.headers['retry-after']);
  if (body.length > MAX_DOCUMENT_BYTES)
    throw documentTooLarge(Number(response.headers['content-length'] ?? body.length));
  return body;
}

/** Names the host alone: a path or query can contain a token. */
function refused(url: string, status: number, retryAfter: string | undefined): CasparianError {
  const code = status === 429 ? 'RATE_LIMITED' : status >= 500 ? 'HTTP_SERVER_ERROR' : 'HTTP_CLIENT_ERROR';
  return new CasparianError(code, `${new URL(url).host} responded with ${status}`, {
    why: status >= 300 && status < 400 ? 'Redirects are not followed.' : undefined,
    retryAfterMs: retryAfterMs(retryAfter, Date.now()),
    facts: { http_status: status },
  });
}
