import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type Database, queryBuilder, type TenantDatabase, type TenantExecutor } from '../../database/index.js';
import { recordEvent } from '../../events/index.js';
import { CasparianError, hint, newId } from '../../platform/index.js';
import type { Pepper } from './pepper.js';
import type { Role } from './roles.js';
import type { AccessSchema, ApiKeysTable } from './tables.js';

/** A key of the API, without the key itself. */
export interface ApiKey {
  readonly id: string;
  readonly tenant: string;
  readonly name: string;
  readonly role: Role;
  readonly prefix: string;
  readonly createdAt: number;
  readonly createdBy: string | null;
  readonly revokedAt: number | null;
}

export interface NewApiKey {
  readonly name: string;
  readonly role: Role;
}

/** All keys begin with this, so that scanners of source code recognise a leaked one. */
const KEY_START = 'bpc_';
const SECRET_BYTES = 32;
const PREFIX_LENGTH = 12;
const KEY_NAME = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/;

/** Creates a key. It is returned here and never again: only its hash is stored. */
export async function createApiKey(
  database: TenantDatabase,
  { name, role }: NewApiKey,
  pepper: Pepper,
): Promise<ApiKey & { readonly key: string }> {
  if (!KEY_NAME.test(name)) throw invalidName(name);
  const key = `${KEY_START}${randomBytes(SECRET_BYTES).toString('base64url')}`;
  const id = newId();
  const prefix = key.slice(0, PREFIX_LENGTH);
  await database.transaction(async (tx) => {
    const [taken] = await activeNamed(tx, name);
    if (taken) throw nameTaken(name);
    await queryBuilder<AccessSchema>(tx)
      .insertInto('cf_api_keys')
      .values({
        ...{ id, tenant: tx.tenant, name, role, prefix, key_hash: hashOf(key, pepper), pepper_id: pepper.id },
        ...{ created_at: sql<number>`cf_now()`, created_by: tx.actor },
      })
      .execute();
    await recordEvent(tx, {
      ...{ eventType: 'access.key.created', aggregateType: 'api_key', aggregateId: id },
      payload: { name, role, prefix },
    });
  });
  return { ...(await apiKeyNamed(database, id)), key };
}

/** The keys of a tenant, oldest first. */
export async function listApiKeys(database: TenantExecutor): Promise<ApiKey[]> {
  const rows = await queryBuilder<AccessSchema>(database)
    .selectFrom('cf_api_keys')
    .selectAll()
    .where('tenant', '=', database.tenant)
    .orderBy('id')
    .execute();
  return rows.map(keyOf);
}

/** The key with this id, or the active one with this name. */
export async function apiKeyNamed(database: TenantExecutor, idOrName: string): Promise<ApiKey> {
  const keys = await listApiKeys(database);
  const found =
    keys.find(({ id }) => id === idOrName.toLowerCase()) ??
    keys.findLast(({ name, revokedAt }) => name === idOrName && revokedAt === null) ??
    onlyOne(keys.filter(({ id }) => PREFIX.test(idOrName) && id.startsWith(idOrName.toLowerCase())));
  if (found) return found;
  throw new CasparianError('API_KEY_NOT_FOUND', `There is no API key '${idOrName}'`, {
    next: [hint('List the keys with', { action: 'keys.list' })],
  });
}

const PREFIX = /^[0-9a-f-]{4,}$/i;

function onlyOne<T>(found: readonly T[]): T | undefined {
  return found.length === 1 ? found[0] : undefined;
}

/** Requests with the key fail from now on. Revoking a revoked key changes nothing. */
export async function revokeApiKey(database: TenantDatabase, idOrName: string): Promise<ApiKey> {
  const key = await apiKeyNamed(database, idOrName);
  if (key.revokedAt !== null) return key;
  await database.transaction(async (tx) => {
    await queryBuilder<AccessSchema>(tx)
      .updateTable('cf_api_keys')
      .set({ revoked_at: sql<number>`cf_now()` })
      .where('tenant', '=', tx.tenant)
      .where('id', '=', key.id)
      .where('revoked_at', 'is', null)
      .execute();
    const about = { eventType: 'access.key.revoked', aggregateType: 'api_key', aggregateId: key.id };
    await recordEvent(tx, { ...about, payload: { name: key.name, role: key.role } });
  });
  return apiKeyNamed(database, key.id);
}

/** The key that a caller presents, of any tenant; undefined if it is not known. The caller checks whether it is revoked. */
export async function findApiKey(database: Database, key: string, pepper: Pepper): Promise<ApiKey | undefined> {
  if (!key.startsWith(KEY_START)) return undefined;
  const row = await queryBuilder<AccessSchema>(database)
    .selectFrom('cf_api_keys')
    .selectAll()
    .where('key_hash', '=', hashOf(key, pepper))
    .executeTakeFirst();
  return row && keyOf(row);
}

/** Whether anybody could use the API with a key: some tenant has an active key that was made with this pepper. */
export async function hasApiKeys(database: Database, pepper: Pepper): Promise<boolean> {
  const rows = await queryBuilder<AccessSchema>(database)
    .selectFrom('cf_api_keys')
    .select('id')
    .where('revoked_at', 'is', null)
    .where('pepper_id', '=', pepper.id)
    .limit(1)
    .execute();
  return rows.length > 0;
}

function activeNamed(database: TenantExecutor, name: string): Promise<{ id: string }[]> {
  return queryBuilder<AccessSchema>(database)
    .selectFrom('cf_api_keys')
    .select('id')
    .where('tenant', '=', database.tenant)
    .where('name', '=', name)
    .where('revoked_at', 'is', null)
    .execute();
}

/** A key has 256 random bits, so a fast hash is enough; the pepper protects against a stolen database. */
function hashOf(key: string, { bytes }: Pepper): string {
  return createHash('sha256').update(key).update(bytes).digest('hex');
}

function keyOf(row: ApiKeysTable): ApiKey {
  const { id, tenant, name, role, prefix } = row;
  return {
    ...{ id, tenant, name, role, prefix },
    createdAt: row.created_at,
    createdBy: row.created_by,
    revokedAt: row.revoked_at,
  };
}

function invalidName(name: string): CasparianError {
  return new CasparianError('OPTION_INVALID', `'${name}' cannot be the name of an API key`, {
    why: 'It has 1 to 64 letters, digits and . _ @ -, and begins with a letter or a digit.',
  });
}

function nameTaken(name: string): CasparianError {
  return new CasparianError('ALREADY_EXISTS', `There is an API key '${name}' already`, {
    next: [hint('Choose another name, or revoke it first with', { action: 'keys.revoke', arguments: [name] })],
  });
}
