import { sql } from 'kysely';
import { type Executor, idWithPrefix, queryBuilder } from '../../../database/index.js';
import { isJobId } from '../../../engine/index.js';
import { CasparianError, hint } from '../../../platform/index.js';
import type { WebhookSchema } from '../../schema/webhook-tables.js';
import { attemptOf, type DeliveryAttempt, deliveryOf, type DeliveryStatus, type WebhookDelivery } from './delivery.js';

export interface DeliveryFilter {
  readonly endpointId?: string | undefined;
  readonly eventId?: string | undefined;
  readonly status?: DeliveryStatus | undefined;
  readonly limit?: number | undefined;
  /** The last one of the page before. */
  readonly before?: string | undefined;
}

const DEFAULT_LIMIT = 50;
const ABANDONED = 'Its job was cancelled, or crashed too often';

/** The deliveries of a tenant, newest first. */
export async function findDeliveries(
  database: Executor,
  tenant: string,
  { endpointId, eventId, status, limit = DEFAULT_LIMIT, before }: DeliveryFilter = {},
): Promise<WebhookDelivery[]> {
  if (eventId !== undefined && !isJobId(eventId)) return [];
  let query = deliveriesOf(database, tenant).orderBy('delivery.id', 'desc').limit(limit);
  if (endpointId !== undefined) query = query.where('delivery.endpoint_id', '=', endpointId);
  if (eventId !== undefined) query = query.where('delivery.event_id', '=', eventId);
  if (status !== undefined) query = query.where(currentStatus, '=', status);
  if (before !== undefined) query = query.where('delivery.id', '<', before);
  return (await query.execute()).map(deliveryOf);
}

export async function getDelivery(database: Executor, tenant: string, id: string): Promise<WebhookDelivery> {
  const place = { table: 'cf_webhook_deliveries', tenant };
  const whole = await idWithPrefix(database, place, id, { things: 'deliveries' });
  const [row] =
    whole === undefined ? [] : await deliveriesOf(database, tenant).where('delivery.id', '=', whole).execute();
  if (row) return deliveryOf(row);
  throw new CasparianError('WEBHOOK_DELIVERY_NOT_FOUND', `There is no webhook delivery '${id}'`, {
    why: `Tenant '${tenant}' has none with this id.`,
    next: [hint('List them with', { action: 'webhook.deliveries' })],
  });
}

/**
 * Whether the job of a waiting delivery has ended without it: it was cancelled, or its workers crashed too often. Nothing will send the
 * delivery, so it has failed.
 */
export const isAbandoned = sql<boolean>`(delivery.status = 'pending' AND NOT EXISTS (
  SELECT 1 FROM cf_jobs AS job WHERE job.id = delivery.job_id AND job.status IN ('pending', 'running')))`;

const currentStatus = sql<DeliveryStatus>`(CASE WHEN ${isAbandoned} THEN 'failed' ELSE delivery.status END)`;
const currentError = sql<string | null>`(CASE WHEN ${isAbandoned} THEN coalesce(delivery.error, ${sql.lit(ABANDONED)})
  ELSE delivery.error END)`;

function deliveriesOf(database: Executor, tenant: string) {
  return queryBuilder<WebhookSchema>(database)
    .selectFrom('cf_webhook_deliveries as delivery')
    .select(['delivery.id', 'delivery.tenant', 'delivery.endpoint_id', 'delivery.event_id', 'delivery.event_type'])
    .select(['delivery.job_id', 'delivery.original_id', 'delivery.attempts', 'delivery.http_status'])
    .select(['delivery.created_at', 'delivery.delivered_at'])
    .select([currentStatus.as('status'), currentError.as('error')])
    .where('delivery.tenant', '=', tenant);
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
