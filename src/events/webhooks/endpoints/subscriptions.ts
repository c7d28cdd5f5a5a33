import { sql } from 'kysely';
import { type Executor, lockName, queryBuilder, type TransactionScope } from '../../../database/index.js';
import { CasparianError, sha256Hex } from '../../../platform/index.js';
import { recordEvents } from '../../record-events.js';
import type { WebhookSchema } from '../../schema/webhook-tables.js';
import { checkPatterns } from '../message/event-names.js';
import type { EndpointChange } from './add-endpoint.js';
import { ENDPOINT_AGGREGATE, type WebhookEndpoint } from './endpoint.js';
import { findEndpoint, listEndpoints } from './find-endpoints.js';

/** One name or pattern of events that an endpoint receives. */
export interface WebhookSubscription {
  /** A UUID that follows from endpoint and pattern: a subscription that is removed and added again has the same one. */
  readonly id: string;
  readonly endpointId: string;
  readonly event: string;
}

/** The subscriptions of all endpoints of a tenant, or of one. */
export async function listSubscriptions(
  database: Executor,
  tenant: string,
  endpointId?: string,
): Promise<WebhookSubscription[]> {
  const endpoints =
    endpointId === undefined
      ? await listEndpoints(database, tenant)
      : [await findEndpoint(database, tenant, endpointId)];
  return endpoints.flatMap(subscriptionsOf);
}

export async function findSubscription(database: Executor, tenant: string, id: string): Promise<WebhookSubscription> {
  const all = await listSubscriptions(database, tenant);
  const found = all.find((subscription) => subscription.id === id.toLowerCase());
  if (found) return found;
  throw new CasparianError('WEBHOOK_NOT_FOUND', `There is no webhook subscription '${id}'`, {
    why: `Tenant '${tenant}' has ${all.length} subscriptions.`,
  });
}

/** Adds a pattern to an endpoint. One that it has already is returned, and nothing changes. */
export async function subscribe(
  change: EndpointChange,
  endpointId: string,
  event: string,
): Promise<WebhookSubscription> {
  const [pattern = event] = checkPatterns([event]);
  return changeEvents(change, endpointId, 'webhook.endpoint.subscribed', pattern, (events) =>
    events.includes(pattern) ? events : checkPatterns([...events, pattern]),
  );
}

/** Removes a pattern. An endpoint without any receives nothing, but stays. */
export async function unsubscribe(change: EndpointChange, id: string): Promise<WebhookSubscription> {
  const { endpointId, event } = await findSubscription(change.database, change.tenant, id);
  return changeEvents(change, endpointId, 'webhook.endpoint.unsubscribed', event, (events) =>
    events.filter((one) => one !== event),
  );
}

async function changeEvents(
  { database, tenant, actor }: EndpointChange,
  endpointId: string,
  eventType: string,
  pattern: string,
  changed: (events: readonly string[]) => readonly string[],
): Promise<WebhookSubscription> {
  return database.transaction(async (tx) => {
    // Of two changes at the same time, the second reads what the first wrote.
    await lockName(tx, `webhook ${endpointId}`);
    const endpoint = await findEndpoint(tx, tenant, endpointId);
    const events = changed(endpoint.events);
    if (events.length !== endpoint.events.length) {
      await storeEvents(tx, endpoint, events);
      const about = { eventType, aggregateType: ENDPOINT_AGGREGATE, aggregateId: endpoint.id, actor };
      await recordEvents(tx, tenant, [{ ...about, payload: { event_type: pattern } }]);
    }
    return subscriptionOf(endpoint.id, pattern);
  });
}

async function storeEvents(tx: TransactionScope, endpoint: WebhookEndpoint, events: readonly string[]): Promise<void> {
  await queryBuilder<WebhookSchema>(tx)
    .updateTable('cf_webhook_endpoints')
    .set({ events: JSON.stringify(events), updated_at: sql<number>`cf_now()` })
    .where('tenant', '=', endpoint.tenant)
    .where('id', '=', endpoint.id)
    .execute();
}

function subscriptionsOf({ id, events }: WebhookEndpoint): WebhookSubscription[] {
  return events.map((event) => subscriptionOf(id, event));
}

/** The id is a UUID of version 8: its bits are those of a hash. */
function subscriptionOf(endpointId: string, event: string): WebhookSubscription {
  const hex = sha256Hex(`webhook subscription ${endpointId} ${event}`);
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  return { id, endpointId, event };
}
