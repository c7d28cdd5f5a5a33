import { type Selectable, sql } from 'kysely';
import { type Executor, queryBuilder } from '../../database/index.js';
import { type EventFilter, isFiltered, matchesFilter } from '../read/event-filter.js';
import { EVENT_COLUMNS, type EventRow } from '../read/event-row.js';
import type { EventsSchema, EventsTable } from '../schema/tables.js';
import { treeHeads } from '../tree/head-store.js';
import type { EventSource, StoredEvent } from './event-source.js';

const ROWS_PER_PAGE = 2_000;

type Row = EventRow & Pick<Selectable<EventsTable>, 'leaf_index'>;

/** The log of a tenant in the database, or the part of it that matches a filter. */
export function databaseSource(database: Executor, tenant: string, filter: EventFilter = {}): EventSource {
  return {
    tenant,
    isComplete: !isFiltered(filter),
    heads: () => treeHeads(database, tenant),
    pages: () => pages(database, tenant, filter),
  };
}

async function* pages(database: Executor, tenant: string, filter: EventFilter): AsyncGenerator<StoredEvent[]> {
  let last = { aggregate_type: '', aggregate_id: '', aggregate_version: 0 };
  for (;;) {
    const { aggregate_type, aggregate_id, aggregate_version } = last;
    const rows: Row[] = await queryBuilder<EventsSchema>(database)
      .selectFrom('cf_events')
      .select(EVENT_COLUMNS)
      .select('leaf_index')
      .where('tenant', '=', tenant)
      // Continues behind the last row with one seek of the unique index.
      .where(
        sql<boolean>`(aggregate_type, aggregate_id, aggregate_version) > (${aggregate_type}, ${aggregate_id}, ${aggregate_version})`,
      )
      .where((eb) => matchesFilter(eb, database.dialect, filter))
      .orderBy('aggregate_type')
      .orderBy('aggregate_id')
      .orderBy('aggregate_version')
      .limit(ROWS_PER_PAGE)
      .execute();
    if (rows.length > 0) yield rows.map(storedEvent);
    if (rows.length < ROWS_PER_PAGE) return;
    last = rows.at(-1) as Row;
  }
}

function storedEvent(row: Row): StoredEvent {
  return {
    eventId: row.event_id,
    tenant: row.tenant,
    aggregateType: row.aggregate_type,
    aggregateId: row.aggregate_id,
    aggregateVersion: row.aggregate_version,
    eventType: row.event_type,
    occurredAt: row.occurred_at,
    actor: row.actor,
    payload: row.payload,
    payloadHash: row.payload_hash,
    prevEventHash: row.prev_event_hash,
    eventHash: row.event_hash,
    leafIndex: row.leaf_index,
  };
}
