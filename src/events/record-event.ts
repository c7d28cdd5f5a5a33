import type { TenantTransaction } from '../database/index.js';
import type { NewEvent } from './log/event.js';
import { recordEvents } from './record-events.js';

/** What happened; the tenant and who did it are known from the transaction. */
export type TenantEvent = Omit<NewEvent, 'actor'>;

/**
 * Records what the transaction does. To be called last: from here to the commit, other transactions cannot append to the same
 * aggregates.
 */
export async function recordEvent(tx: TenantTransaction, ...events: readonly TenantEvent[]): Promise<void> {
  await recordEvents(
    tx.scope,
    tx.tenant,
    events.map((event) => ({ ...event, actor: tx.actor })),
  );
}
