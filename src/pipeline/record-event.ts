import { type NewEvent, recordEvents } from '../events/index.js';
import type { TenantTransaction } from './tenant.js';

/** What happened in the pipeline; who did it is known from the transaction. */
export type PipelineEvent = Omit<NewEvent, 'actor'>;

/**
 * Records what the transaction does. To be called last: from here to the commit, other transactions cannot append to the same
 * aggregates.
 */
export async function recordEvent(tx: TenantTransaction, ...events: readonly PipelineEvent[]): Promise<void> {
  await recordEvents(
    tx.scope,
    tx.tenant,
    events.map((event) => ({ ...event, actor: tx.actor })),
  );
}
