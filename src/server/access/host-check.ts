import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { CasparianError } from '../../platform/index.js';

/** The names under which the server may be reached, besides addresses and localhost. */
export type AllowedHosts = ReadonlySet<string>;

/**
 * Refuses names that the server does not know. A web page can give its own name the address of this machine (DNS rebinding) and
 * would then be allowed by the browser to read our responses. An address in the Host header cannot be forged that way.
 */
export function requireHost({ url = '/', headers, rawHeaders }: IncomingMessage, allowed: AllowedHosts): void {
  const { host } = headers;
  const isOne = isGivenOnce(rawHeaders, 'host') && (url.startsWith('/') || namesHost(url, host));
  const name = isOne ? hostName(host) : undefined;
  if (name !== undefined && (name === 'localhost' || isIP(name) !== 0 || allowed.has(name))) return;
  throw new CasparianError('HOST_NOT_ALLOWED', 'The server does not know this Host', {
    why: host === undefined || !isOne ? 'The request does not have one Host header.' : `It is '${host}'.`,
    next: ['Add the name to http_hosts (CASPARIAN_HTTP_HOSTS).'],
  });
}

/** A request for a whole URL, as proxies get it, must not name another host than its header. */
function namesHost(url: string, host: string | undefined): boolean {
  return url === '*' || hostOfOrigin(url) === host?.toLowerCase();
}

/** Of two, a proxy before us may have checked the other one. */
function isGivenOnce(rawHeaders: readonly string[], name: string): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const header = rawHeaders[at] as string;
    if (header.length === name.length && header.toLowerCase() === name) count += 1;
  }
  return count === 1;
}

/**
 * Refuses changes that a browser sends from a page of another site (CSRF). Programs send no Origin.
 */
export function requireOrigin(headers: IncomingHttpHeaders, isWrite: boolean): void {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  const isForeign = site === 'cross-site' || (isWrite && site === 'same-site');
  if (!isForeign && (origin === undefined || !isWrite || hostOfOrigin(origin) === host?.toLowerCase())) return;
  throw new CasparianError('ORIGIN_NOT_ALLOWED', 'The request comes from a page of another site', {
    why: `Its origin is ${origin ?? 'hidden'}.`,
  });
}

function hostOfOrigin(origin: string): string | undefined {
  try {
    return new URL(origin).host;
  } catch {
    return undefined;
  }
}

/** The name without the port, in lower case; without brackets if it is an IPv6 address. */
function hostName(host: string | undefined): string | undefined {
  const [, ipv6, name] = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{1,5})?$/i.exec(host ?? '') ?? [];
  return (ipv6 ?? name)?.toLowerCase().replace(/\.$/, '');
}
