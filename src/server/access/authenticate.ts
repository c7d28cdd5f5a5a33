import type { IncomingHttpHeaders } from 'node:http';
import type { Database } from '../../database/index.js';
import { type ApiKey, findApiKey, type Pepper } from '../../operations/index.js';
import { CasparianError, hint } from '../../platform/index.js';
import type { Caller } from './caller.js';
import { cookieNamed } from './session-cookie.js';
import type { Sessions } from './sessions.js';

/** Who may use the server, and as whom. */
export interface AccessPolicy {
  /** The sessions of browsers. */
  readonly sessions: Sessions;
  readonly cookieName: string;
  /** The caller of a local session. */
  readonly local: Caller;
  /** Requests without a key are from this caller. Only with --no-auth. */
  readonly anonymous: Caller | undefined;
}

/** A promise only if the database has to be asked: each promise of a short request counts. */
export type Authenticate = (headers: IncomingHttpHeaders) => Caller | Promise<Caller>;

/** A revoked key is refused after this time at the latest. Looking it up for every request would double the cost of short ones. */
const KEY_VALID_MS = 1_000;
const MAX_REMEMBERED = 10_000;

/** Finds out who sends a request. Fails with UNAUTHORIZED. */
export function createAuthenticator(database: Database, pepper: Pepper, policy: AccessPolicy): Authenticate {
  const find = rememberedCallers((key) => findApiKey(database, key, pepper));
  return (headers) => {
    const key = bearerOf(headers.authorization);
    if (key !== undefined) return find(key);
    const session = cookieNamed(headers.cookie, policy.cookieName);
    const holder = session === undefined ? undefined : policy.sessions.holderOf(session);
    if (holder?.kind === 'local') return policy.local;
    if (holder?.kind === 'key') return find(holder.key);
    if (policy.anonymous) return policy.anonymous;
    throw unauthorized('The request has no API key.');
  };
}

function callerOf(key: ApiKey | undefined): Caller {
  if (!key) throw unauthorized('This installation does not know the API key.');
  const { id, name, tenant, role, revokedAt } = key;
  if (revokedAt !== null) throw new CasparianError('API_KEY_REVOKED', `The API key '${name}' was revoked`);
  return { actor: `key:${name}`, tenant, role, keyId: id };
}

/** Finds the caller of a key. */
function rememberedCallers(
  find: (key: string) => Promise<ApiKey | undefined>,
): (key: string) => Caller | Promise<Caller> {
  const found = new Map<string, { caller: Caller; until: number }>();
  const lookUp = async (text: string): Promise<Caller> => {
    // Unknown and revoked keys are not remembered: anyone could send any number of them.
    found.delete(text);
    const caller = callerOf(await find(text));
    if (found.size >= MAX_REMEMBERED) found.clear();
    found.set(text, { caller, until: performance.now() + KEY_VALID_MS });
    return caller;
  };
  return (text) => {
    const known = found.get(text);
    return known && known.until > performance.now() ? known.caller : lookUp(text);
  };
}

/** The key of an Authorization header. */
export function bearerOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const [, key] = /^bearer +([\w.~+/=-]{1,200}) *$/i.exec(header) ?? [];
  if (key === undefined) throw unauthorized('The Authorization header is not `Bearer <key>`.');
  return key;
}

function unauthorized(why: string): CasparianError {
  return new CasparianError('UNAUTHORIZED', 'The request is not authorized', {
    why,
    next: [
      'Send a key as `Authorization: Bearer <key>`.',
      hint('Create one with', { action: 'keys.create', arguments: ['NAME'], options: { role: 'Reader' } }),
    ],
  });
}
