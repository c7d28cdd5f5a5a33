import { queryBuilder, type TransactionScope } from '../../database/index.js';
import { cjsonText } from '../../platform/index.js';
import type { EventsSchema } from '../schema/tables.js';
import type { EventRecord } from './event.js';

/** 12 parameters each stay below the limits of both databases. */
const ROWS_PER_STATEMENT = 500;

/** Inserts events that are hashed already. The caller holds their chains. */
export async function insertHashed(tx: TransactionScope, events: readonly EventRecord[]): Promise<void> {
  for (let start = 0; start < events.length; start += ROWS_PER_STATEMENT) {
    const rows = events.slice(start, start + ROWS_PER_STATEMENT).map(rowOf);
    await queryBuilder<EventsSchema>(tx).insertInto('cf_events').values(rows).execute();
  }
}

function rowOf(event: EventRecord) {
  return {
    event_id: event.eventId,
    tenant: event.tenant,
    aggregate_type: event.aggregateType,
    aggregate_id: event.aggregateId,
    aggregate_version: event.aggregateVersion,
    event_type: event.eventType,
    occurred_at: event.occurredAt,
    actor: event.actor,
    payload: cjsonText(event.payload),
    payload_hash: event.payloadHash,
    prev_event_hash: event.prevEventHash,
    event_hash: event.eventHash,
  };
}
