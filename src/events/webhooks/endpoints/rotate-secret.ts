import { sql } from 'kysely';
import { queryBuilder } from '../../../database/index.js';
import { CasparianError, isoTime, newId } from '../../../platform/index.js';
import { recordEvents } from '../../record-events.js';
import type { WebhookSchema } from '../../schema/webhook-tables.js';
import { requireEncryptionKey } from '../secrets/encryption-key.js';
import { newSecret } from '../secrets/secret.js';
import { sealSecret } from '../secrets/secret-box.js';
import type { EndpointChange } from './add-endpoint.js';
import { ENDPOINT_AGGREGATE } from './endpoint.js';
import { findEndpoint } from './find-endpoints.js';

export interface RotatedSecret {
  readonly id: string;
  /** Shown once. */
  readonly secret: string;
  /** Until when the old secret signs, too. */
  readonly oldSecretUntil: number;
}

/** Gives the endpoint a new secret. The old one signs as well until the grace period is over. */
export async function rotateSecret(
  change: EndpointChange,
  id: string,
  { graceMs, force }: { readonly graceMs: number; readonly force: boolean },
): Promise<RotatedSecret> {
  const { database, tenant, actor } = change;
  const endpoint = await findEndpoint(database, tenant, id);
  const key = requireEncryptionKey(change.key);
  const secret = newSecret();
  const oldSecretUntil = await database.transaction(async (tx) => {
    const builder = queryBuilder<WebhookSchema>(tx);
    // The update locks the endpoint, so that two rotations take turns.
    await builder
      .updateTable('cf_webhook_endpoints')
      .set({ updated_at: sql<number>`cf_now()` })
      .where('tenant', '=', tenant)
      .where('id', '=', endpoint.id)
      .execute();
    const older = builder
      .selectFrom('cf_webhook_secrets')
      .select(['expires_at'])
      .where('tenant', '=', tenant)
      .where('endpoint_id', '=', endpoint.id)
      .where('expires_at', '>', sql<number>`cf_now()`);
    const [inGrace] = await older.execute();
    if (inGrace && !force) throw inGracePeriod(endpoint.id, inGrace.expires_at);
    await builder
      .deleteFrom('cf_webhook_secrets')
      .where('tenant', '=', tenant)
      .where('endpoint_id', '=', endpoint.id)
      .where('expires_at', 'is not', null)
      .execute();
    const [old] = await builder
      .updateTable('cf_webhook_secrets')
      .set({ expires_at: sql<number>`cf_now() + ${sql.lit(Math.round(graceMs))}` })
      .where('tenant', '=', tenant)
      .where('endpoint_id', '=', endpoint.id)
      .where('expires_at', 'is', null)
      .returning('expires_at')
      .execute();
    const { keyId, sealed } = sealSecret(key, secret, { tenant, endpointId: endpoint.id });
    await builder
      .insertInto('cf_webhook_secrets')
      .values({
        id: newId(),
        tenant,
        endpoint_id: endpoint.id,
        key_id: keyId,
        sealed,
        created_at: sql<number>`cf_now()`,
      })
      .execute();
    const payload = { old_secret_until: isoTime(old?.expires_at ?? null) };
    await recordEvents(tx, tenant, [
      {
        eventType: 'webhook.endpoint.rotated',
        aggregateType: ENDPOINT_AGGREGATE,
        aggregateId: endpoint.id,
        actor,
        payload,
      },
    ]);
    return old?.expires_at ?? 0;
  });
  return { id: endpoint.id, secret, oldSecretUntil };
}

function inGracePeriod(id: string, expiresAt: number | null): CasparianError {
  return new CasparianError('WEBHOOK_STATE_CONFLICT', `The secret of ${id} was rotated before`, {
    why: `The secret before that one signs until ${isoTime(expiresAt) ?? ''}, and would end at once.`,
    next: ['Wait until then, or rotate with force if the receiver already uses the newest secret.'],
  });
}
