import { randomBytes, timingSafeEqual } from 'node:crypto';

/** Sessions of browsers on a local server. They live as long as the process. */
export interface Sessions {
  /** Opens a session with the one-time token. Undefined if the token is wrong or was used. */
  open(token: string): string | undefined;
  isOpen(session: string): boolean;
  readonly token: string;
}

const SECRET_BYTES = 32;
const LIFETIME_MS = 24 * 3_600_000;

/** The token opens one session, once: a URL in the history of a browser or in a log is worth nothing. */
export function createSessions(now: () => number = Date.now): Sessions {
  const token = randomBytes(SECRET_BYTES).toString('base64url');
  let isTokenUsed = false;
  const expiries = new Map<string, number>();
  return {
    token,
    open(given) {
      if (isTokenUsed || !isSame(given, token)) return undefined;
      isTokenUsed = true;
      const session = randomBytes(SECRET_BYTES).toString('base64url');
      expiries.set(session, now() + LIFETIME_MS);
      return session;
    },
    isOpen: (session) => (expiries.get(session) ?? 0) > now(),
  };
}

function isSame(given: string, secret: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}
