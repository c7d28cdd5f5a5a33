import { sql } from 'kysely';
import { type Database, queryBuilder } from '../../../database/index.js';
import type { WebhookSchema } from '../../schema/webhook-tables.js';

/** The part of an endpoint's limits that this worker may use for a while. */
export interface Share {
  /** Deliveries at the same time. */
  readonly slots: number;
  /** The slots of all workers together. */
  readonly limit: number;
  /** Deliveries that wait for the endpoint, up to a bound. */
  readonly backlog: number;
}

export interface ShareRequest {
  readonly tenant: string;
  readonly endpointId: string;
  readonly worker: string;
  /** Slots that it holds, and those of them in use, which cannot be given up. */
  readonly held: number;
  readonly inUse: number;
  /** It could use more than it holds. */
  readonly isWaiting: boolean;
}

export const SHARE_LEASE_MS = 6_000;
const MAX_BACKLOG = 10_000;

/**
 * Leases slots of an endpoint, never more than the other workers leave, so that the limit holds at every moment. A worker that dies
 * gives its slots back when the lease expires.
 */
export function leaseShare(database: Database, request: ShareRequest): Promise<Share> {
  const { tenant, endpointId, worker } = request;
  return database.transaction(async (tx) => {
    const builder = queryBuilder<WebhookSchema>(tx);
    // Workers take turns. In SQLite the transaction itself is the lock.
    const endpoint = builder
      .selectFrom('cf_webhook_endpoints')
      .select('max_concurrency as limit')
      .where('tenant', '=', tenant)
      .where('id', '=', endpointId);
    const [row] = await (tx.dialect === 'postgres' ? endpoint.forUpdate() : endpoint).execute();
    const limit = row?.limit ?? 0;
    const others = await builder
      .selectFrom('cf_webhook_shares')
      .select(['slots', 'is_waiting'])
      .where('tenant', '=', tenant)
      .where('endpoint_id', '=', endpointId)
      .where('worker', '<>', worker)
      .where('expires_at', '>', sql<number>`cf_now()`)
      .execute();
    const slots = fairSlots(limit, others, request);
    const values = {
      slots,
      is_waiting: request.isWaiting && slots < limit ? 1 : 0,
      expires_at: sql<number>`cf_now() + ${sql.lit(SHARE_LEASE_MS)}`,
    };
    await builder
      .insertInto('cf_webhook_shares')
      .values({ endpoint_id: endpointId, worker, tenant, ...values })
      .onConflict((conflict) => conflict.columns(['endpoint_id', 'worker']).doUpdateSet(values))
      .execute();
    const pending = await builder
      .selectFrom((from) =>
        from
          .selectFrom('cf_webhook_deliveries')
          .select('id')
          .where('tenant', '=', tenant)
          .where('endpoint_id', '=', endpointId)
          .where('status', '=', 'pending')
          .limit(MAX_BACKLOG)
          .as('waiting'),
      )
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .executeTakeFirst();
    return { slots, limit, backlog: Number(pending?.count ?? 0) };
  });
}

/** Returns the slots of a worker: of one endpoint that it has nothing for, or all of them when it stops. */
export async function returnShares(database: Database, worker: string, endpointId?: string): Promise<void> {
  const shares = queryBuilder<WebhookSchema>(database).deleteFrom('cf_webhook_shares').where('worker', '=', worker);
  await (endpointId === undefined ? shares : shares.where('endpoint_id', '=', endpointId)).execute();
}

/**
 * Pure. How many of `limit` slots to hold beside those of the other workers. If one of them waits, a fair part. Otherwise half of what
 * is free, each time: a busy worker soon has nearly all, and another one that starts finds some.
 */
export function fairSlots(
  limit: number,
  others: readonly { readonly slots: number; readonly is_waiting: number }[],
  { held, inUse }: { readonly held: number; readonly inUse: number },
): number {
  const available = Math.max(0, limit - others.reduce((sum, { slots }) => sum + slots, 0));
  const isContested = others.some(({ is_waiting: isWaiting }) => isWaiting === 1);
  if (!isContested) return Math.min(available, held + Math.ceil((available - held) / 2));
  const fair = Math.max(1, Math.floor(limit / (others.length + 1)));
  return Math.min(available, Math.max(fair, inUse));
}
