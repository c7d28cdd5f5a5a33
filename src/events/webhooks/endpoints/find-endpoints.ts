import { type Executor, queryBuilder } from '../../../database/index.js';
import { CasparianError, hint } from '../../../platform/index.js';
import type { WebhookSchema } from '../../schema/webhook-tables.js';
import { endpointOf, type WebhookEndpoint } from './endpoint.js';

/** The endpoints of a tenant, oldest first. Removed ones are not listed. */
export async function listEndpoints(database: Executor, tenant: string): Promise<WebhookEndpoint[]> {
  const rows = await queryBuilder<WebhookSchema>(database)
    .selectFrom('cf_webhook_endpoints')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('status', '<>', 'removed')
    .orderBy('id')
    .execute();
  return rows.map(endpointOf);
}

/** The endpoint with this id, or with the only id that begins with it. */
export async function findEndpoint(database: Executor, tenant: string, id: string): Promise<WebhookEndpoint> {
  const endpoints = await listEndpoints(database, tenant);
  const wanted = id.toLowerCase();
  const matching = endpoints.filter((endpoint) => wanted !== '' && endpoint.id.startsWith(wanted));
  const [first] = matching;
  if (first && (matching.length === 1 || first.id === wanted)) return first;
  throw new CasparianError('WEBHOOK_NOT_FOUND', `There is no webhook endpoint '${id}'`, {
    why: first ? `${matching.length} ids begin with it.` : `Tenant '${tenant}' has ${endpoints.length} endpoints.`,
    next: [hint('List them with', { action: 'webhook.list' })],
  });
}

/** Like `findEndpoint`, for something that is to be delivered. A paused endpoint receives it later, a disabled one never. */
export async function findReceivingEndpoint(database: Executor, tenant: string, id: string): Promise<WebhookEndpoint> {
  const endpoint = await findEndpoint(database, tenant, id);
  if (endpoint.status !== 'disabled') return endpoint;
  throw new CasparianError('WEBHOOK_STATE_CONFLICT', `The endpoint ${endpoint.id} is disabled`, {
    why: `The reason was: ${endpoint.statusReason ?? 'unknown'}.`,
    next: [hint('Resume it first', { action: 'webhook.resume', arguments: [endpoint.id] })],
  });
}
