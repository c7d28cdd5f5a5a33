import { sql } from 'kysely';
import { queryBuilder, type TransactionScope } from '../../../database/index.js';
import { runNow } from '../../../engine/index.js';
import { recordEvents } from '../../record-events.js';
import type { WebhookSchema } from '../../schema/webhook-tables.js';
import type { EndpointChange } from './add-endpoint.js';
import { ENDPOINT_AGGREGATE, type WebhookEndpoint } from './endpoint.js';
import { findEndpoint, findReceivingEndpoint } from './find-endpoints.js';

const JOBS_PER_UPDATE = 1_000;

/** Its deliveries wait from now on. */
export async function pauseEndpoint(change: EndpointChange, id: string): Promise<WebhookEndpoint> {
  const endpoint = await findReceivingEndpoint(change.database, change.tenant, id);
  return setStatus(change, endpoint, { status: 'paused', event: 'webhook.endpoint.paused' });
}

/** Makes a paused or disabled endpoint active, and its waiting deliveries due. */
export async function resumeEndpoint(change: EndpointChange, id: string): Promise<WebhookEndpoint> {
  const endpoint = await findEndpoint(change.database, change.tenant, id);
  return setStatus(change, endpoint, { status: 'active', event: 'webhook.endpoint.resumed' }, (tx) =>
    releaseDeliveries(tx, endpoint),
  );
}

/** No more deliveries. Those that wait have failed; the log is kept, the secrets are not. */
export async function removeEndpoint(change: EndpointChange, id: string): Promise<WebhookEndpoint> {
  const endpoint = await findEndpoint(change.database, change.tenant, id);
  return setStatus(change, endpoint, { status: 'removed', event: 'webhook.endpoint.removed' }, async (tx) => {
    const builder = queryBuilder<WebhookSchema>(tx);
    const { tenant } = endpoint;
    await builder
      .deleteFrom('cf_webhook_secrets')
      .where('tenant', '=', tenant)
      .where('endpoint_id', '=', endpoint.id)
      .execute();
    await builder
      .updateTable('cf_webhook_deliveries')
      .set({ status: 'failed', error: 'The endpoint was removed' })
      .where('tenant', '=', tenant)
      .where('endpoint_id', '=', endpoint.id)
      .where('status', '=', 'pending')
      .execute();
    // Their jobs end as soon as they look.
    await releaseDeliveries(tx, endpoint, 'failed');
  });
}

async function setStatus(
  { database, tenant, actor }: EndpointChange,
  endpoint: WebhookEndpoint,
  { status, event }: { status: WebhookEndpoint['status']; event: string },
  also: (tx: TransactionScope) => Promise<void> = () => Promise.resolve(),
): Promise<WebhookEndpoint> {
  await database.transaction(async (tx) => {
    await queryBuilder<WebhookSchema>(tx)
      .updateTable('cf_webhook_endpoints')
      .set({ status, status_reason: null, failing_since: null, updated_at: sql<number>`cf_now()` })
      .where('tenant', '=', tenant)
      .where('id', '=', endpoint.id)
      .execute();
    await also(tx);
    await recordEvents(tx, tenant, [
      { eventType: event, aggregateType: ENDPOINT_AGGREGATE, aggregateId: endpoint.id, actor, payload: {} },
    ]);
  });
  return { ...endpoint, status, statusReason: null, failingSince: null };
}

/** Makes the jobs of its deliveries due, a page at a time. */
async function releaseDeliveries(
  tx: TransactionScope,
  { tenant, id }: WebhookEndpoint,
  status: 'pending' | 'failed' = 'pending',
): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const page = await queryBuilder<WebhookSchema>(tx)
      .selectFrom('cf_webhook_deliveries')
      .select(['id', 'job_id'])
      .where('tenant', '=', tenant)
      .where('endpoint_id', '=', id)
      .where('status', '=', status)
      .where('id', '>', after)
      .orderBy('id')
      .limit(JOBS_PER_UPDATE)
      .execute();
    await runNow(
      tx,
      page.map(({ job_id }) => job_id),
    );
    const last = page.at(-1);
    if (!last || page.length < JOBS_PER_UPDATE) return;
    after = last.id;
  }
}
