import { sql } from 'kysely';
import { type Database, queryBuilder, type TransactionScope } from '../../../database/index.js';
import type { EventsSchema } from '../../schema/tables.js';
import type { WebhookSchema } from '../../schema/webhook-tables.js';
import type { NewEvent } from '../../log/event.js';
import { recordEvents } from '../../record-events.js';
import { ENDPOINT_AGGREGATE, type WebhookEndpoint } from '../endpoints/endpoint.js';
import { findReceivingEndpoint } from '../endpoints/find-endpoints.js';
import { isSubscribed } from '../message/event-names.js';
import type { WebhookDelivery } from './delivery.js';
import { TEST_EVENT } from './enqueue-deliveries.js';
import { getDelivery, isAbandoned } from './find-deliveries.js';
import { insertDeliveries } from './insert-deliveries.js';

const EVENTS_PER_PAGE = 500;

/** Sends the event of a delivery again, as a new delivery that names the first one. */
export async function redeliver(
  database: Database,
  tenant: string,
  id: string,
  actor: string | null = null,
): Promise<WebhookDelivery> {
  const original = await getDelivery(database, tenant, id);
  const endpoint = await findReceivingEndpoint(database, tenant, original.endpointId);
  const { eventId, eventType } = original;
  const originalId = original.originalId ?? original.id;
  const repeated = await database.transaction(async (tx) => {
    const [made = ''] = await insertDeliveries(tx, tenant, [{ endpoint, eventId, eventType, originalId }]);
    const payload = { delivery_id: made, original_id: originalId, event_id: eventId };
    await recordEvents(tx, tenant, [aboutEndpoint(endpoint, 'webhook.delivery.repeated', actor, payload)]);
    return made;
  });
  return getDelivery(database, tenant, repeated);
}

/**
 * Sends an endpoint every event since a time that it is subscribed to and has not received: those whose deliveries have failed, and
 * those for which there were none because it was disabled. Returns how many there are.
 */
export async function recoverDeliveries(
  database: Database,
  tenant: string,
  { endpointId, since, actor = null }: { endpointId: string; since: Date; actor?: string | null },
): Promise<number> {
  const endpoint = await findReceivingEndpoint(database, tenant, endpointId);
  let recovered = 0;
  let after: number | undefined = 0;
  while (after !== undefined) {
    const from: number = after;
    const page = await database.transaction((tx) => recoverPage(tx, endpoint, { since, after: from, actor }));
    recovered += page.recovered;
    after = page.last;
  }
  return recovered;
}

function aboutEndpoint(
  { id }: WebhookEndpoint,
  eventType: string,
  actor: string | null,
  payload: NewEvent['payload'],
): NewEvent {
  return { eventType, aggregateType: ENDPOINT_AGGREGATE, aggregateId: id, actor, payload };
}

async function recoverPage(
  tx: TransactionScope,
  endpoint: WebhookEndpoint,
  { since, after, actor }: { since: Date; after: number; actor: string | null },
): Promise<{ recovered: number; last: number | undefined }> {
  const { tenant, id: endpointId } = endpoint;
  const events = await queryBuilder<EventsSchema & WebhookSchema>(tx)
    .selectFrom('cf_events as event')
    .select(['event.position', 'event.event_id', 'event.event_type'])
    .select((from) =>
      from
        .selectFrom('cf_webhook_deliveries as failed')
        .select('failed.id')
        .whereRef('failed.event_id', '=', 'event.event_id')
        .where('failed.tenant', '=', tenant)
        .where('failed.endpoint_id', '=', endpointId)
        .orderBy('failed.id')
        .limit(1)
        .as('original_id'),
    )
    .where('event.tenant', '=', tenant)
    .where('event.position', '>', after)
    .where('event.occurred_at', '>=', since.toISOString().replace('Z', '000Z'))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('cf_webhook_deliveries as delivery')
            .select(sql`1`.as('one'))
            .whereRef('delivery.event_id', '=', 'event.event_id')
            .where('delivery.tenant', '=', tenant)
            .where('delivery.endpoint_id', '=', endpointId)
            .where('delivery.status', 'in', ['pending', 'delivered'])
            .where((is) => is.not(isAbandoned)),
        ),
      ),
    )
    .orderBy('event.position')
    .limit(EVENTS_PER_PAGE)
    .execute();
  const missed = events.filter(({ event_type: type }) => type !== TEST_EVENT && isSubscribed(endpoint.events, type));
  const deliveries = missed.map((event) => ({
    endpoint,
    eventId: event.event_id,
    eventType: event.event_type,
    originalId: event.original_id ?? undefined,
  }));
  await insertDeliveries(tx, tenant, deliveries);
  if (missed.length > 0) {
    const payload = { since: since.toISOString(), deliveries: missed.length };
    await recordEvents(tx, tenant, [aboutEndpoint(endpoint, 'webhook.endpoint.recovered', actor, payload)]);
  }
  const last = events.length < EVENTS_PER_PAGE ? undefined : events.at(-1)?.position;
  return { recovered: missed.length, last };
}
