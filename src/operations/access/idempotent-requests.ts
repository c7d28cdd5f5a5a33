import { sql } from 'kysely';
import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import { CasparianError } from '../../platform/index.js';
import type { AccessSchema } from './tables.js';

/** A write request with an Idempotency-Key. */
export interface IdempotentRequest {
  readonly key: string;
  /** Of method, path and body. */
  readonly requestHash: string;
  /** The process that runs it. */
  readonly owner: string;
}

/** The response to repeat. */
export interface StoredResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const HOUR_MS = 3_600_000;
/** How long a response is repeated. */
const KEEP_MS = 24 * HOUR_MS;
/** A request that has run for this long was lost with its process, and may be executed again. */
const LOST_AFTER_MS = 120_000;

/**
 * Reserves the key for this request (BPC-IDEMP-1). Returns the response of an earlier execution, or undefined if the caller must
 * execute it. Fails with IDEMPOTENCY_CONFLICT if the key was used for another request, or if the request still runs.
 */
export async function beginIdempotent(
  database: TenantExecutor,
  { key, requestHash, owner }: IdempotentRequest,
): Promise<StoredResponse | undefined> {
  const now = sql<number>`cf_now()`;
  const fresh = { request_hash: requestHash, owner, status: null, headers: null, body: null, created_at: now };
  const reserved = await queryBuilder<AccessSchema>(database)
    .insertInto('cf_idempotent_requests')
    .values({ tenant: database.tenant, key, ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant', 'key'])
        .doUpdateSet(fresh)
        .where((row) =>
          row.or([
            row('cf_idempotent_requests.created_at', '<', sql<number>`${now} - ${KEEP_MS}`),
            row.and([
              row('cf_idempotent_requests.status', 'is', null),
              row('cf_idempotent_requests.request_hash', '=', requestHash),
              row('cf_idempotent_requests.created_at', '<', sql<number>`${now} - ${LOST_AFTER_MS}`),
            ]),
          ]),
        ),
    )
    .returning('key')
    .execute();
  return reserved.length > 0 ? undefined : storedResponse(database, key, requestHash);
}

/** Keeps the response of the request that was begun. */
export async function endIdempotent(
  database: TenantExecutor,
  { key, owner }: IdempotentRequest,
  { status, headers, body }: StoredResponse,
): Promise<void> {
  await queryBuilder<AccessSchema>(database)
    .updateTable('cf_idempotent_requests')
    .set({ status, headers: JSON.stringify(headers), body })
    .where('tenant', '=', database.tenant)
    .where('key', '=', key)
    .where('owner', '=', owner)
    .execute();
}

/** Gives the key back after a failure that another try may not have. */
export async function forgetIdempotent(database: TenantExecutor, { key, owner }: IdempotentRequest): Promise<void> {
  await queryBuilder<AccessSchema>(database)
    .deleteFrom('cf_idempotent_requests')
    .where('tenant', '=', database.tenant)
    .where('key', '=', key)
    .where('owner', '=', owner)
    .where('status', 'is', null)
    .execute();
}

/** Deletes responses that are no longer repeated. */
export async function pruneIdempotent(database: TenantExecutor): Promise<void> {
  await queryBuilder<AccessSchema>(database)
    .deleteFrom('cf_idempotent_requests')
    .where('tenant', '=', database.tenant)
    .where('created_at', '<', sql<number>`cf_now() - ${KEEP_MS}`)
    .execute();
}

async function storedResponse(
  database: TenantExecutor,
  key: string,
  requestHash: string,
): Promise<StoredResponse | undefined> {
  const row = await queryBuilder<AccessSchema>(database)
    .selectFrom('cf_idempotent_requests')
    .selectAll()
    .where('tenant', '=', database.tenant)
    .where('key', '=', key)
    .executeTakeFirst();
  if (row && row.request_hash !== requestHash) throw conflict('The key was used for another request.');
  // It failed meanwhile, or still runs. Either way, the caller should ask again.
  if (!row || row.status === null) throw conflict('The same request is being executed.', 1_000);
  return {
    status: row.status,
    headers: JSON.parse(row.headers ?? '{}') as Record<string, string>,
    body: row.body ?? '',
  };
}

function conflict(why: string, retryAfterMs?: number): CasparianError {
  return new CasparianError('IDEMPOTENCY_CONFLICT', 'The Idempotency-Key cannot be used for this request', {
    why,
    retryAfterMs,
    next: [retryAfterMs === undefined ? 'Use a new key for each request.' : 'Repeat the request in a moment.'],
  });
}
