import type { TransactionScope } from '../../../database/index.js';
import { cjsonText, sha256Hex } from '../../../platform/index.js';
import { checkEvent } from '../check-event.js';
import type { EventRecord, NewEvent } from '../event.js';
import { appendOnPostgres } from './postgres.js';
import type { Appended, LinkedEvent, PreparedEvent } from './prepared-event.js';
import { appendOnSqlite } from './sqlite.js';

export interface AppendedRecords {
  /** In the given order. */
  readonly records: EventRecord[];
  /** See `Appended`. */
  readonly hasReceivers: boolean;
}

/**
 * Appends events to the chains of their aggregates, in the caller's transaction. Not a promise on SQLite: a promise that is not needed
 * costs a fifth of the append.
 */
export function appendEvents(
  tx: TransactionScope,
  tenant: string,
  events: readonly NewEvent[],
): AppendedRecords | Promise<AppendedRecords> {
  const prepared = events.map((event) => prepare(tenant, event));
  const order = prepared.length === 1 ? undefined : inAggregateOrder(prepared);
  const sorted = order?.map((index) => prepared[index] as PreparedEvent) ?? prepared;
  if (tx.dialect === 'sqlite') return recordsOf(sorted, order, appendOnSqlite(tx, sorted));
  return appendOnPostgres(tx, sorted).then((appended) => recordsOf(sorted, order, appended));
}

/** `order` has the given place of each sorted event. */
function recordsOf(
  sorted: readonly PreparedEvent[],
  order: readonly number[] | undefined,
  { linked, hasReceivers }: Appended,
): AppendedRecords {
  const inSortedOrder = sorted.map((event, at) => recordOf(event, linked[at] as LinkedEvent));
  if (order === undefined) return { records: inSortedOrder, hasReceivers };
  const records: EventRecord[] = Array.from({ length: sorted.length });
  order.forEach((index, at) => (records[index] = inSortedOrder[at] as EventRecord));
  return { records, hasReceivers };
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
