import { randomBytes, timingSafeEqual } from 'node:crypto';

/** Who a session of a browser stands for: the user of a local server, or an API key. */
export type SessionHolder = { readonly kind: 'local' } | { readonly kind: 'key'; readonly key: string };

/** Sessions of browsers. They live in memory, as long as the process. */
export interface Sessions {
  /** The one-time token of a local server; undefined if the server is not local. */
  readonly token: string | undefined;
  /** Opens a local session with the one-time token. Undefined if the token is wrong or was used. */
  openWithToken(token: string): string | undefined;
  /** Opens a session that stands for an API key. A revoked key ends it. */
  openWithKey(key: string): string;
  holderOf(session: string): SessionHolder | undefined;
  close(session: string): void;
}

const SECRET_BYTES = 32;
const LIFETIME_MS = 24 * 3_600_000;
/** The oldest session ends when there are more. */
const MAX_SESSIONS = 10_000;

export interface SessionOptions {
  /** Whether there is a one-time token: only on a loopback address. */
  readonly withToken: boolean;
  readonly now?: () => number;
}

/** The token opens one session, once: a URL in the history of a browser or in a log is worth nothing. */
export function createSessions({ withToken, now = Date.now }: SessionOptions): Sessions {
  const token = withToken ? newSecret() : undefined;
  let isTokenUsed = false;
  const sessions = new Map<string, { readonly holder: SessionHolder; readonly until: number }>();
  const open = (holder: SessionHolder): string => {
    const session = newSecret();
    sessions.set(session, { holder, until: now() + LIFETIME_MS });
    const [oldest] = sessions.keys();
    if (sessions.size > MAX_SESSIONS && oldest !== undefined) sessions.delete(oldest);
    return session;
  };
  return {
    token,
    openWithToken(given) {
      if (isTokenUsed || token === undefined || !isSame(given, token)) return undefined;
      isTokenUsed = true;
      return open({ kind: 'local' });
    },
    openWithKey: (key) => open({ kind: 'key', key }),
    holderOf(session) {
      const found = sessions.get(session);
      if (found === undefined || found.until > now()) return found?.holder;
      sessions.delete(session);
      return undefined;
    },
    close: (session) => void sessions.delete(session),
  };
}

function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

function isSame(given: string, secret: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}
