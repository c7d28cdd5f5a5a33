import { sql } from 'kysely';
import { queryBuilder, type TransactionScope } from '../../../database/index.js';
import { type EnqueueReceipt, enqueueWithin } from '../../../engine/index.js';
import { newId } from '../../../platform/index.js';
import type { WebhookSchema } from '../../schema/webhook-tables.js';
import { DELIVER_WEBHOOK_JOB } from '../webhook-job.js';

/** A delivery to be made. */
export interface NewDelivery {
  readonly endpoint: { readonly id: string; readonly maxAttempts: number };
  readonly eventId: string;
  readonly eventType: string;
  /** The delivery that this one repeats. */
  readonly originalId?: string | undefined;
}

const ROWS_PER_INSERT = 100;

/** Writes deliveries and the jobs that send them, in the caller's transaction. Returns their ids, in order. */
export async function insertDeliveries(
  tx: TransactionScope,
  tenant: string,
  deliveries: readonly NewDelivery[],
): Promise<string[]> {
  if (deliveries.length === 0) return [];
  const ids = deliveries.map(() => newId());
  const receipts = await enqueueWithin(
    tx,
    DELIVER_WEBHOOK_JOB,
    deliveries.map(({ endpoint }, index) => ({
      payload: { webhook_delivery_id: ids[index] as string },
      options: { tenant, maxAttempts: endpoint.maxAttempts },
    })),
  );
  const rows = deliveries.map(({ endpoint, eventId, eventType, originalId }, index) => ({
    id: ids[index] as string,
    tenant,
    endpoint_id: endpoint.id,
    event_id: eventId,
    event_type: eventType,
    status: 'pending' as const,
    job_id: (receipts[index] as EnqueueReceipt).id,
    original_id: originalId ?? null,
    attempts: 0,
    created_at: sql<number>`cf_now()`,
  }));
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
    await queryBuilder<WebhookSchema>(tx)
      .insertInto('cf_webhook_deliveries')
      .values(rows.slice(start, start + ROWS_PER_INSERT))
      .execute();
  }
  return ids;
}
