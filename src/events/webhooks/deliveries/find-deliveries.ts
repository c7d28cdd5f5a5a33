import { type Executor, queryBuilder } from '../../../database/index.js';
import { isJobId } from '../../../engine/index.js';
import { CasparianError, hint } from '../../../platform/index.js';
import type { WebhookSchema } from '../../schema/webhook-tables.js';
import { attemptOf, type DeliveryAttempt, deliveryOf, type DeliveryStatus, type WebhookDelivery } from './delivery.js';

export interface DeliveryFilter {
  readonly endpointId?: string | undefined;
  readonly eventId?: string | undefined;
  readonly status?: DeliveryStatus | undefined;
  readonly limit?: number | undefined;
}

const DEFAULT_LIMIT = 50;

/** The deliveries of a tenant, newest first. */
export async function findDeliveries(
  database: Executor,
  tenant: string,
  { endpointId, eventId, status, limit = DEFAULT_LIMIT }: DeliveryFilter = {},
): Promise<WebhookDelivery[]> {
  if (eventId !== undefined && !isJobId(eventId)) return [];
  let query = queryBuilder<WebhookSchema>(database)
    .selectFrom('cf_webhook_deliveries')
    .selectAll()
    .where('tenant', '=', tenant)
    .orderBy('id', 'desc')
    .limit(limit);
  if (endpointId !== undefined) query = query.where('endpoint_id', '=', endpointId);
  if (eventId !== undefined) query = query.where('event_id', '=', eventId);
  if (status !== undefined) query = query.where('status', '=', status);
  return (await query.execute()).map(deliveryOf);
}

export async function getDelivery(database: Executor, tenant: string, id: string): Promise<WebhookDelivery> {
  // PostgreSQL refuses to compare an id with something else.
  const rows = isJobId(id)
    ? await queryBuilder<WebhookSchema>(database)
        .selectFrom('cf_webhook_deliveries')
        .selectAll()
        .where('tenant', '=', tenant)
        .where('id', '=', id.toLowerCase())
        .execute()
    : [];
  const [row] = rows;
  if (row) return deliveryOf(row);
  throw new CasparianError('WEBHOOK_DELIVERY_NOT_FOUND', `There is no webhook delivery '${id}'`, {
    why: `Tenant '${tenant}' has none with this id.`,
    next: [hint('List them with', { action: 'webhook.deliveries' })],
  });
}

/** The requests of a delivery, oldest first. */
export async function attemptsOf(database: Executor, { tenant, id }: WebhookDelivery): Promise<DeliveryAttempt[]> {
  const rows = await queryBuilder<WebhookSchema>(database)
    .selectFrom('cf_webhook_attempts')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('delivery_id', '=', id)
    .orderBy('fence')
    .execute();
  return rows.map(attemptOf);
}
