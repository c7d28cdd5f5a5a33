import { type Executor, queryBuilder } from '../../../database/index.js';
import type { EventsSchema } from '../../schema/tables.js';
import type { WebhookSchema } from '../../schema/webhook-tables.js';
import { bodyOf } from '../message/body.js';
import type { WebhookDelivery } from './delivery.js';

/** What is sent. Without signatures: they differ in every attempt, and to show them would help to forge one. */
export interface DeliveryRequest {
  readonly method: 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The request of a delivery, made from the event as an attempt makes it. Undefined if its endpoint is gone. */
export async function requestOf(
  database: Executor,
  { tenant, id, endpointId, eventId, eventType }: WebhookDelivery,
): Promise<DeliveryRequest | undefined> {
  const row = await queryBuilder<WebhookSchema & EventsSchema>(database)
    .selectFrom('cf_webhook_endpoints as endpoint')
    .innerJoin('cf_events as event', 'event.tenant', 'endpoint.tenant')
    .select(['endpoint.url', 'event.aggregate_type', 'event.aggregate_id', 'event.occurred_at', 'event.payload'])
    .where('endpoint.tenant', '=', tenant)
    .where('endpoint.id', '=', endpointId)
    .where('event.event_id', '=', eventId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const event = {
    ...{ eventId, eventType, tenant, aggregateType: row.aggregate_type, aggregateId: row.aggregate_id },
    ...{ occurredAt: row.occurred_at, payloadText: row.payload },
  };
  return {
    method: 'POST',
    url: row.url,
    headers: {
      'content-type': 'application/json',
      'x-bpc-event-type': eventType,
      'x-bpc-delivery-id': id,
      'webhook-id': eventId,
    },
    body: bodyOf(event).toString('utf8'),
  };
}
