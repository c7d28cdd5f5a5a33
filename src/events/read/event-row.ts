import type { Selectable } from 'kysely';
import { parseExactJson } from '../../platform/index.js';
import type { EventRecord } from '../log/event.js';
import type { EventsTable } from '../schema/tables.js';

/** The columns of an event, without its places in the table and in the tree. */
export const EVENT_COLUMNS = [
  ...([
    'event_id',
    'tenant',
    'aggregate_type',
    'aggregate_id',
    'aggregate_version',
    'event_type',
    'occurred_at',
  ] as const),
  ...(['actor', 'payload', 'payload_hash', 'prev_event_hash', 'event_hash'] as const),
];

export type EventRow = Pick<Selectable<EventsTable>, (typeof EVENT_COLUMNS)[number]>;

export function eventOfRow(row: EventRow): EventRecord {
  return {
    eventId: row.event_id,
    tenant: row.tenant,
    aggregateType: row.aggregate_type,
    aggregateId: row.aggregate_id,
    aggregateVersion: row.aggregate_version,
    eventType: row.event_type,
    occurredAt: row.occurred_at,
    actor: row.actor,
    payload: parseExactJson(row.payload) as Record<string, unknown>,
    payloadHash: row.payload_hash,
    prevEventHash: row.prev_event_hash,
    eventHash: row.event_hash,
  };
}
