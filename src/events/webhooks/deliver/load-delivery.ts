import { sql } from 'kysely';
import { type Database, queryBuilder } from '../../../database/index.js';
import type { EventsSchema } from '../../schema/tables.js';
import type { WebhookSchema } from '../../schema/webhook-tables.js';
import { endpointOf, type WebhookEndpoint } from '../endpoints/endpoint.js';
import type { DeliveredEvent } from '../message/body.js';
import { type KeySource, requireEncryptionKey } from '../secrets/encryption-key.js';
import { openSecret, type SealedSecret } from '../secrets/secret-box.js';

/** Everything that one attempt needs. */
export interface LoadedDelivery {
  readonly id: string;
  readonly isDelivered: boolean;
  readonly endpoint: WebhookEndpoint;
  readonly event: DeliveredEvent;
  /** Those in force, the oldest first. Decrypted when they are needed: a machine without the key must still be able to wait. */
  readonly secrets: () => readonly string[];
}

export interface Loader {
  /** Undefined if the tenant has no such delivery. */
  load(tenant: string, id: string): Promise<LoadedDelivery | undefined>;
}

interface Waiting {
  readonly tenant: string;
  readonly id: string;
  readonly resolve: (loaded: LoadedDelivery | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Loads deliveries that start in the same tick with one query each for rows and secrets. */
export function createLoader({ database, key }: { readonly database: Database; readonly key: KeySource }): Loader {
  let waiting: Waiting[] = [];
  return {
    load: (tenant, id) =>
      new Promise((resolve, reject) => {
        waiting.push({ tenant, id, resolve, reject });
        if (waiting.length === 1) setImmediate(() => void flush());
      }),
  };

  async function flush(): Promise<void> {
    const batch = waiting;
    waiting = [];
    try {
      const loaded = await loadDeliveries(database, key, batch);
      for (const { tenant, id, resolve } of batch) {
        const found = loaded.get(id);
        resolve(found?.endpoint.tenant === tenant ? found : undefined);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}

async function loadDeliveries(
  database: Database,
  key: KeySource,
  wanted: readonly { readonly tenant: string; readonly id: string }[],
): Promise<Map<string, LoadedDelivery>> {
  const builder = queryBuilder<WebhookSchema & EventsSchema>(database);
  const ids = wanted.map(({ id }) => id);
  const tenants = [...new Set(wanted.map(({ tenant }) => tenant))];
  const deliveries = builder
    .selectFrom('cf_webhook_deliveries as delivery')
    .innerJoin('cf_webhook_endpoints as endpoint', (join) =>
      join.onRef('endpoint.id', '=', 'delivery.endpoint_id').onRef('endpoint.tenant', '=', 'delivery.tenant'),
    )
    .innerJoin('cf_events as event', (join) =>
      join.onRef('event.event_id', '=', 'delivery.event_id').onRef('event.tenant', '=', 'delivery.tenant'),
    )
    .selectAll('endpoint')
    .select(['delivery.id as delivery_id', 'delivery.status as delivery_status'])
    .select(['event.event_id', 'event.event_type', 'event.aggregate_type', 'event.aggregate_id'])
    .select(['event.occurred_at', 'event.payload'])
    .where('delivery.id', 'in', ids)
    .where('delivery.tenant', 'in', tenants);
  const rows = await deliveries.execute();
  const sealed = await sealedSecrets(database, tenants, [...new Set(rows.map(({ id }) => id))]);
  const opened = new Map<string, readonly string[]>();
  /** Once for all deliveries to an endpoint. */
  const secretsOf = (tenant: string, endpointId: string): readonly string[] => {
    const known = opened.get(endpointId);
    if (known) return known;
    const opener = requireEncryptionKey(key);
    const secrets = (sealed.get(endpointId) ?? []).map((one) => openSecret(opener, one, { tenant, endpointId }));
    opened.set(endpointId, secrets);
    return secrets;
  };
  return new Map(
    rows.map((row) => {
      const { tenant, id: endpointId } = row;
      const loaded: LoadedDelivery = {
        id: row.delivery_id,
        isDelivered: row.delivery_status === 'delivered',
        endpoint: endpointOf(row),
        event: {
          eventId: row.event_id,
          eventType: row.event_type,
          aggregateType: row.aggregate_type,
          aggregateId: row.aggregate_id,
          occurredAt: row.occurred_at,
          tenant,
          payloadText: row.payload,
        },
        secrets: () => secretsOf(tenant, endpointId),
      };
      return [row.delivery_id, loaded];
    }),
  );
}

async function sealedSecrets(
  database: Database,
  tenants: readonly string[],
  endpointIds: readonly string[],
): Promise<Map<string, SealedSecret[]>> {
  const secrets = new Map<string, SealedSecret[]>(endpointIds.map((id) => [id, []]));
  if (endpointIds.length === 0) return secrets;
  const rows = await queryBuilder<WebhookSchema>(database)
    .selectFrom('cf_webhook_secrets')
    .select(['endpoint_id', 'key_id as keyId', 'sealed'])
    .where('endpoint_id', 'in', endpointIds)
    .where('tenant', 'in', tenants)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', sql<number>`cf_now()`)]))
    .orderBy('id')
    .execute();
  for (const { endpoint_id: id, keyId, sealed } of rows) secrets.get(id)?.push({ keyId, sealed });
  return secrets;
}
