import { CasparianError } from '../../platform/index.js';
import type { ExchangeRequest } from '../message/exchange.js';
import { firstHeader, type HeaderLines } from '../message/header-lines.js';
import { unreadable } from './failure.js';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Headers that say nothing about the user. All others may be credentials, and are not sent to another origin. */
const FOR_EVERY_ORIGIN = new Set(['accept', 'accept-encoding', 'accept-language', 'cache-control', 'user-agent']);

export interface RedirectOptions {
  readonly maxRedirects: number;
  /** Plain http is permitted, also after https. */
  readonly allowPrivate: boolean;
  /** Called with each target before it is followed. Fails to refuse it. */
  readonly checkHop?: ((url: URL) => Promise<void> | void) | undefined;
}

/** Sends a GET request and follows redirects. Each target passes all checks of a first request, because it is one. */
export async function followRedirects<Response extends { status: number; headers: HeaderLines }>(
  first: ExchangeRequest,
  send: (request: ExchangeRequest) => Promise<Response>,
  { maxRedirects, allowPrivate, checkHop }: RedirectOptions,
): Promise<{ request: ExchangeRequest; response: Response }> {
  const seen = new Set([first.url]);
  let request = first;
  for (;;) {
    const response = await send(request);
    if (!REDIRECTS.has(response.status)) return { request, response };
    const target = targetOf(request.url, response.headers);
    if (target.protocol === 'http:' && request.url.startsWith('https:') && !allowPrivate) {
      throw refused(request.url, 'It redirects from https to plain http.', 'downgrade');
    }
    if (seen.has(target.href)) throw refused(request.url, 'It redirects in a circle.', 'count');
    if (seen.size > maxRedirects) throw refused(request.url, `It redirects more than ${maxRedirects} times.`, 'count');
    await checkHop?.(target);
    seen.add(target.href);
    request = { ...request, url: target.href, headers: headersFor(target, request) };
  }
}

function targetOf(url: string, headers: HeaderLines): URL {
  const location = firstHeader(headers, 'location');
  if (location === undefined || !URL.canParse(location, url)) throw unreadable(url, 'It redirects, but not to a URL.');
  const target = new URL(location, url);
  target.hash = '';
  return target;
}

function headersFor(target: URL, { url, headers }: ExchangeRequest): Readonly<Record<string, string>> {
  if (target.origin === new URL(url).origin) return headers;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => FOR_EVERY_ORIGIN.has(name)));
}

function refused(url: string, why: string, reason: 'count' | 'downgrade'): CasparianError {
  return new CasparianError('REDIRECT_REFUSED', `${new URL(url).host} redirects, and the redirect was not followed`, {
    why,
    facts: { reason },
  });
}
