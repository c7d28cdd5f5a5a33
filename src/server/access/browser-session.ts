import type { IncomingHttpHeaders } from 'node:http';
import { bearerOf } from './authenticate.js';
import { cookieNamed, type CookiePlace, endedCookie, sessionCookie } from './session-cookie.js';
import type { Sessions } from './sessions.js';

/** The session of the browser that sends a request. Both functions return the Set-Cookie header that goes with the change, if any. */
export interface BrowserSession {
  /** Opens a session for the key of the Authorization header. Undefined if the request has none. */
  open(): string | undefined;
  close(): string | undefined;
}

export function browserSessionOf(
  sessions: Sessions,
  cookie: CookiePlace,
): (headers: IncomingHttpHeaders) => BrowserSession {
  return (headers) => ({
    open() {
      const key = bearerOf(headers.authorization);
      return key === undefined ? undefined : sessionCookie(cookie, sessions.openWithKey(key), headers);
    },
    close() {
      const session = cookieNamed(headers.cookie, cookie.name);
      if (session !== undefined) sessions.close(session);
      return endedCookie(cookie, headers);
    },
  });
}
