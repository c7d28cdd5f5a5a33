import type { IncomingHttpHeaders } from 'node:http';

/** How the cookie of a session is called, and for which paths it is sent. */
export interface CookiePlace {
  readonly name: string;
  readonly path: string;
}

/** Reads one cookie of a Cookie header. */
export function cookieNamed(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=');
    if (at !== -1 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

/** Scripts cannot read it, and other sites cannot make the browser send it. */
export function sessionCookie({ name, path }: CookiePlace, session: string, headers: IncomingHttpHeaders): string {
  return `${name}=${session}; Path=${path}; HttpOnly; SameSite=Strict${isSecure(headers) ? '; Secure' : ''}`;
}

/** Makes the browser forget the session. */
export function endedCookie(place: CookiePlace, headers: IncomingHttpHeaders): string {
  return `${sessionCookie(place, '', headers)}; Max-Age=0`;
}

/** Nothing has to trust the header: the caller can only make its own cookie stricter. */
function isSecure(headers: IncomingHttpHeaders): boolean {
  return headers['x-forwarded-proto'] === 'https';
}
