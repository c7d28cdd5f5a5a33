import type { TransactionScope } from '../../../database/index.js';
import { cjsonText, sha256Hex } from '../../../platform/index.js';
import { checkEvent } from '../check-event.js';
import type { EventRecord, NewEvent } from '../event.js';
import { appendOnPostgres } from './postgres.js';
import type { LinkedEvent, PreparedEvent } from './prepared-event.js';
import { appendOnSqlite } from './sqlite.js';

/** Appends events to the chains of their aggregates, in the caller's transaction. Returns them in the given order. */
export async function appendEvents(
  tx: TransactionScope,
  tenant: string,
  events: readonly NewEvent[],
): Promise<EventRecord[]> {
  const prepared = events.map((event) => prepare(tenant, event));
  const order = inAggregateOrder(prepared);
  const append = tx.dialect === 'sqlite' ? appendOnSqlite : appendOnPostgres;
  const linked = await append(
    tx,
    order.map((index) => prepared[index] as PreparedEvent),
  );
  const records: EventRecord[] = Array.from({ length: events.length });
  order.forEach(
    (index, at) => (records[index] = recordOf(prepared[index] as PreparedEvent, linked[at] as LinkedEvent)),
  );
  return records;
}

// Members are listed: to copy them with a spread took as long as the insert itself.
function prepare(tenant: string, event: NewEvent): PreparedEvent {
  checkEvent(tenant, event);
  const { eventType, aggregateType, aggregateId, actor, payload } = event;
  const payloadText = cjsonText(payload);
  const payloadHash = sha256Hex(payloadText);
  return { tenant, eventType, aggregateType, aggregateId, actor, payload, payloadText, payloadHash };
}

/** All processes append in the same order of aggregates, so that they do not deadlock. Events of one aggregate keep theirs. */
function inAggregateOrder(events: readonly PreparedEvent[]): number[] {
  if (events.length === 1) return [0];
  const keyed = events.map(({ aggregateType, aggregateId }, index) => ({
    key: `${aggregateType} ${aggregateId}`,
    index,
  }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.index - b.index));
  return keyed.map(({ index }) => index);
}

function recordOf(event: PreparedEvent, linked: LinkedEvent): EventRecord {
  return {
    eventId: linked.eventId,
    tenant: event.tenant,
    eventType: event.eventType,
    aggregateType: event.aggregateType,
    aggregateId: event.aggregateId,
    aggregateVersion: linked.aggregateVersion,
    occurredAt: linked.occurredAt,
    actor: event.actor,
    payload: event.payload,
    payloadHash: event.payloadHash,
    prevEventHash: linked.prevEventHash,
    eventHash: linked.eventHash,
  };
}
