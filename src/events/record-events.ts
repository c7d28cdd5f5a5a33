import type { TransactionScope } from '../database/index.js';
import { appendEvents } from './log/append/append-events.js';
import { enqueueDeliveries } from './webhooks/deliveries/enqueue-deliveries.js';
import type { EventRecord, NewEvent } from './log/event.js';

/**
 * Records what happened, in the transaction that makes it happen: the events are committed with it or not at all. Returns them as
 * they are in the log, in the given order. Fails with EVENT_VERSION_CONFLICT, which is retryable, if other transactions keep
 * appending to the same aggregate.
 */
export async function recordEvents(
  tx: TransactionScope,
  tenant: string,
  events: readonly NewEvent[],
): Promise<EventRecord[]> {
  if (events.length === 0) return [];
  const appended = appendEvents(tx, tenant, events);
  const { records, hasReceivers } = appended instanceof Promise ? await appended : appended;
  if (hasReceivers) await enqueueDeliveries(tx, tenant, records);
  return records;
}

/** An event, and how to run work in the context of its caller. */
export interface EventInContext {
  readonly event: NewEvent;
  readonly inContext: <T>(work: () => T) => T;
}

/** Records events of several callers that share a transaction. Webhooks of each keep the correlation and the trace of its caller. */
export async function recordEventsOfCallers(
  tx: TransactionScope,
  tenant: string,
  events: readonly EventInContext[],
): Promise<void> {
  if (events.length === 0) return;
  const appended = appendEvents(
    tx,
    tenant,
    events.map(({ event }) => event),
  );
  const { records, hasReceivers } = appended instanceof Promise ? await appended : appended;
  if (!hasReceivers) return;
  for (const [index, { inContext }] of events.entries()) {
    const record = records[index] as EventRecord;
    await inContext(() => enqueueDeliveries(tx, tenant, [record]));
  }
}
