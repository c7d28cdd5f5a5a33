import { sql } from 'kysely';
import { queryBuilder, type TransactionScope } from '../../../database/index.js';
import { recordEvents } from '../../record-events.js';
import type { WebhookSchema } from '../../schema/webhook-tables.js';
import { ENDPOINT_AGGREGATE, type WebhookEndpoint } from '../endpoints/endpoint.js';
import type { LoadedDelivery } from './load-delivery.js';
import type { Attempt } from './send-delivery.js';

/** Writes a failed attempt. The delivery has failed for good if it is final. */
export async function recordFailure(
  tx: TransactionScope,
  { id, endpoint }: LoadedDelivery,
  attempt: Attempt,
  { fence, isFinal, error }: { fence: number; isFinal: boolean; error: string },
): Promise<void> {
  await insertAttempt(tx, endpoint.tenant, id, attempt, fence);
  await queryBuilder<WebhookSchema>(tx)
    .updateTable('cf_webhook_deliveries')
    .set(({ eb }) => ({
      attempts: eb('attempts', '+', 1),
      status: isFinal ? 'failed' : 'pending',
      ...(attempt.httpStatus === null ? {} : { http_status: attempt.httpStatus }),
      error,
      delivered_at: null,
    }))
    .where('tenant', '=', endpoint.tenant)
    .where('id', '=', id)
    .execute();
  if (endpoint.failingSince !== null) return;
  await queryBuilder<WebhookSchema>(tx)
    .updateTable('cf_webhook_endpoints')
    .set({ failing_since: sql<number>`cf_now()` })
    .where('tenant', '=', endpoint.tenant)
    .where('id', '=', endpoint.id)
    .execute();
}

/** Marks a delivery that is not attempted any more. */
export async function failDelivery(tx: TransactionScope, tenant: string, id: string, error: string): Promise<void> {
  await queryBuilder<WebhookSchema>(tx)
    .updateTable('cf_webhook_deliveries')
    .set({ status: 'failed', error })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute();
}

/** Stops deliveries to an endpoint, and records that as an event. Does nothing if it is not active any more. */
export async function disableEndpoint(
  tx: TransactionScope,
  { tenant, id }: WebhookEndpoint,
  reason: string,
): Promise<void> {
  const disabled = await queryBuilder<WebhookSchema>(tx)
    .updateTable('cf_webhook_endpoints')
    .set({ status: 'disabled', status_reason: reason, updated_at: sql<number>`cf_now()` })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where('status', 'in', ['active', 'paused'])
    .returning('id')
    .execute();
  if (disabled.length === 0) return;
  await recordEvents(tx, tenant, [
    {
      eventType: 'webhook.endpoint.disabled',
      aggregateType: ENDPOINT_AGGREGATE,
      aggregateId: id,
      actor: null,
      payload: { reason },
    },
  ]);
}

async function insertAttempt(
  tx: TransactionScope,
  tenant: string,
  deliveryId: string,
  attempt: Attempt,
  fence: number,
): Promise<void> {
  await queryBuilder<WebhookSchema>(tx)
    .insertInto('cf_webhook_attempts')
    .values({
      delivery_id: deliveryId,
      fence,
      tenant,
      at: sql<number>`cf_now()`,
      duration_ms: attempt.durationMs,
      http_status: attempt.httpStatus,
      error: attempt.failure?.message ?? null,
      response_headers: attempt.responseHeaders,
      response_body: attempt.responseBody,
    })
    .execute();
}
