import { sql } from 'kysely';
import { type Database, type Executor, queryBuilder } from '../../../database/index.js';
import { type AddressPolicy, checkUrl, resolveHost, type Resolver } from '../../../http/index.js';
import { CasparianError, newId } from '../../../platform/index.js';
import { recordEvents } from '../../record-events.js';
import type { WebhookSchema } from '../../schema/webhook-tables.js';
import { checkPatterns } from '../message/event-names.js';
import {
  createEncryptionKey,
  type EncryptionKey,
  findEncryptionKey,
  keyPath,
  type KeySource,
  requireEncryptionKey,
} from '../secrets/encryption-key.js';
import { newSecret } from '../secrets/secret.js';
import { sealSecret } from '../secrets/secret-box.js';
import { ENDPOINT_AGGREGATE, ENDPOINT_DEFAULTS } from './endpoint.js';

export interface NewEndpoint {
  readonly url: string;
  /** Undefined for an endpoint that is subscribed to events later. */
  readonly events?: readonly string[] | undefined;
  readonly description?: string | undefined;
  readonly maxAttempts?: number | undefined;
  readonly maxConcurrency?: number | undefined;
  readonly maxPerSecond?: number | undefined;
}

export interface AddedEndpoint {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  /** Shown once: only its encrypted form is stored. */
  readonly secret: string;
  /** The file of a key that was made for it, if none was configured. */
  readonly createdKey: string | undefined;
}

/** Who changes the endpoints of which tenant. */
export interface EndpointChange {
  readonly database: Database;
  readonly tenant: string;
  readonly actor: string | null;
  readonly key: KeySource;
}

/** Adds an endpoint. Its address is checked now, and again at every attempt. */
export async function addEndpoint(
  change: EndpointChange,
  wanted: NewEndpoint,
  policy: AddressPolicy & { readonly resolve?: Resolver | undefined },
): Promise<AddedEndpoint> {
  const url = checkUrl(wanted.url, policy);
  await resolveHost(url, policy, policy.resolve);
  const events = wanted.events === undefined ? [] : checkPatterns(wanted.events);
  const limits = checkLimits(wanted);
  const { database, tenant, actor } = change;
  const { key, createdKey } = await keyForNewSecrets(database, change.key);
  const id = newId();
  const secret = newSecret();
  await database.transaction(async (tx) => {
    // Before the endpoint exists, so that it is not told about itself.
    const payload = { origin: url.origin, events };
    await recordEvents(tx, tenant, [
      { eventType: 'webhook.endpoint.added', aggregateType: ENDPOINT_AGGREGATE, aggregateId: id, actor, payload },
    ]);
    const now = sql<number>`cf_now()`;
    await queryBuilder<WebhookSchema>(tx)
      .insertInto('cf_webhook_endpoints')
      .values({
        ...{
          id,
          tenant,
          url: url.href,
          events: JSON.stringify(events),
          status: 'active',
          created_at: now,
          updated_at: now,
        },
        description: wanted.description ?? null,
        ...limits,
      })
      .execute();
    const { keyId, sealed } = sealSecret(key, secret, { tenant, endpointId: id });
    await queryBuilder<WebhookSchema>(tx)
      .insertInto('cf_webhook_secrets')
      .values({ id: newId(), tenant, endpoint_id: id, key_id: keyId, sealed, created_at: now })
      .execute();
  });
  return { id, url: url.href, events, secret, createdKey };
}

/** The key, made in the home if none is configured. Not if there are secrets already: they need the one they have. */
async function keyForNewSecrets(
  database: Executor,
  source: KeySource,
): Promise<{ key: EncryptionKey; createdKey: string | undefined }> {
  const key = findEncryptionKey(source);
  if (key) return { key, createdKey: undefined };
  // The one query over all tenants: the key belongs to the database.
  const secrets = await queryBuilder<WebhookSchema>(database)
    .selectFrom('cf_webhook_secrets')
    .select('id')
    .limit(1)
    .execute();
  if (secrets.length > 0) return { key: requireEncryptionKey(source), createdKey: undefined };
  return { key: createEncryptionKey(source), createdKey: keyPath(source.home) };
}

function checkLimits({ maxAttempts, maxConcurrency, maxPerSecond }: NewEndpoint): {
  max_attempts: number;
  max_concurrency: number;
  max_per_second: number | null;
} {
  return {
    max_attempts: whole('max_attempts', maxAttempts ?? ENDPOINT_DEFAULTS.maxAttempts, 100),
    max_concurrency: whole('concurrency', maxConcurrency ?? ENDPOINT_DEFAULTS.maxConcurrency, 1_000),
    max_per_second: maxPerSecond === undefined ? null : positive('rate', maxPerSecond),
  };
}

function whole(what: string, value: number, max: number): number {
  if (Number.isInteger(value) && value >= 1 && value <= max) return value;
  throw new CasparianError('OPTION_INVALID', `${what} cannot be ${value}`, {
    why: `It must be a whole number from 1 to ${max}.`,
  });
}

function positive(what: string, value: number): number {
  if (value >= 0.001 && value <= 100_000) return value;
  throw new CasparianError('OPTION_INVALID', `${what} cannot be ${value}`, {
    why: 'It must be a number of deliveries per second from 0.001 to 100000.',
  });
}
