import { sql } from 'kysely';
import { queryBuilder } from '../../../database/index.js';
import type { WebhookSchema } from '../../schema/webhook-tables.js';
import { requireEncryptionKey } from '../secrets/encryption-key.js';
import { openSecret } from '../secrets/secret-box.js';
import type { EndpointChange } from './add-endpoint.js';
import type { WebhookEndpoint } from './endpoint.js';
import { listEndpoints } from './find-endpoints.js';

/** The secrets in force of those endpoints of a tenant that are wanted. For a receiver on the same machine. */
export async function secretsOfEndpoints(
  { database, tenant, key }: Pick<EndpointChange, 'database' | 'tenant' | 'key'>,
  isWanted: (endpoint: WebhookEndpoint) => boolean,
): Promise<string[]> {
  const ids = (await listEndpoints(database, tenant)).filter(isWanted).map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = await queryBuilder<WebhookSchema>(database)
    .selectFrom('cf_webhook_secrets')
    .select(['endpoint_id as endpointId', 'key_id as keyId', 'sealed'])
    .where('tenant', '=', tenant)
    .where('endpoint_id', 'in', ids)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', sql<number>`cf_now()`)]))
    .execute();
  const opener = requireEncryptionKey(key);
  return rows.map(({ endpointId, ...sealed }) => openSecret(opener, sealed, { tenant, endpointId }));
}
