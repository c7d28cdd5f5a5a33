import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { TenantDatabase } from '../../database/index.js';
import {
  beginIdempotent,
  endIdempotent,
  forgetIdempotent,
  type IdempotentRequest,
  pruneIdempotent,
  type StoredResponse,
} from '../../operations/index.js';
import { CasparianError, newId } from '../../platform/index.js';

export const MAX_KEY_LENGTH = 200;
/** The printable characters of ASCII. */
const KEY = /^[!-~]+$/;
const HOUR_MS = 3_600_000;

/** The Idempotency-Key of a request. */
export function idempotencyKeyOf(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && KEY.test(key) && key.length <= MAX_KEY_LENGTH) return key;
  throw new CasparianError('VALIDATION_ERROR', 'The Idempotency-Key cannot be used', {
    why: `It has 1 to ${MAX_KEY_LENGTH} printable ASCII characters without spaces.`,
  });
}

/** What makes two requests the same. */
export interface RequestIdentity {
  readonly key: string;
  readonly actor: string;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly body: Buffer | string;
}

/**
 * Executes a write request once (BPC-IDEMP-1). A repeated request gets the stored response. Failures are not stored: they changed
 * nothing, so a repeated request is executed again.
 */
export async function executeOnce(
  database: TenantDatabase,
  { key, actor, method, url, body }: RequestIdentity,
  execute: () => Promise<StoredResponse>,
): Promise<StoredResponse> {
  const parts = JSON.stringify([actor, method, url]);
  const requestHash = createHash('sha256').update(parts).update(body).digest('hex');
  const request: IdempotentRequest = { key, requestHash, owner: newId() };
  const stored = await beginIdempotent(database, request);
  if (stored) return { ...stored, headers: { ...stored.headers, 'idempotency-replayed': 'true' } };
  try {
    const response = await execute();
    await endIdempotent(database, request, response);
    await pruneNowAndThen(database);
    return response;
  } catch (error) {
    await forgetIdempotent(database, request);
    throw error;
  }
}

const pruned = new WeakMap<TenantDatabase, number>();

async function pruneNowAndThen(database: TenantDatabase): Promise<void> {
  const last = pruned.get(database) ?? -Infinity;
  if (performance.now() - last < HOUR_MS) return;
  pruned.set(database, performance.now());
  await pruneIdempotent(database);
}
