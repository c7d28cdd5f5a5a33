import { type Executor, queryBuilder, type TransactionScope } from '../../../database/index.js';
import type { EventRecord } from '../../log/event.js';
import type { WebhookSchema } from '../../schema/webhook-tables.js';
import { isSubscribed } from '../message/event-names.js';
import { insertDeliveries } from './insert-deliveries.js';

/** Goes to the endpoint that it tests, whatever that is subscribed to, and to no other. */
export const TEST_EVENT = 'webhook.test';

/** Enqueues the deliveries of events, in the transaction that records them. */
export async function enqueueDeliveries(
  tx: TransactionScope,
  tenant: string,
  events: readonly EventRecord[],
): Promise<void> {
  const endpoints = await receivingEndpoints(tx, tenant);
  if (endpoints.length === 0) return;
  const wanted = events.flatMap(({ eventId, eventType, aggregateId }) =>
    endpoints
      .filter(({ id, events: patterns }) =>
        eventType === TEST_EVENT ? id === aggregateId : isSubscribed(patterns, eventType),
      )
      .map((endpoint) => ({ endpoint, eventId, eventType })),
  );
  await insertDeliveries(tx, tenant, wanted);
}

/** What the endpoints of all tenants are subscribed to, for code that must decide whether to record something at all. */
export async function webhookInterests(
  database: Executor,
): Promise<{ tenant: string; wants: (eventType: string) => boolean }[]> {
  const rows = await queryBuilder<WebhookSchema>(database)
    .selectFrom('cf_webhook_endpoints')
    .select(['tenant', 'events'])
    .where('status', 'in', ['active', 'paused'])
    .execute();
  return rows.map(({ tenant, events }) => {
    const patterns = JSON.parse(events) as string[];
    return { tenant, wants: (eventType) => isSubscribed(patterns, eventType) };
  });
}

/** Paused endpoints receive events, too: their deliveries wait. */
async function receivingEndpoints(
  tx: TransactionScope,
  tenant: string,
): Promise<{ id: string; maxAttempts: number; events: readonly string[] }[]> {
  const rows = await queryBuilder<WebhookSchema>(tx)
    .selectFrom('cf_webhook_endpoints')
    .select(['id', 'events', 'max_attempts as maxAttempts'])
    .where('tenant', '=', tenant)
    .where('status', 'in', ['active', 'paused'])
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, events: JSON.parse(row.events) as string[] }));
}
