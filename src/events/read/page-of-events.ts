import { type Executor, queryBuilder } from '../../database/index.js';
import type { EventRecord } from '../log/event.js';
import type { EventsSchema } from '../schema/tables.js';
import { type EventFilter, matchesFilter } from './event-filter.js';
import { EVENT_COLUMNS, eventOfRow } from './event-row.js';

/** An event with its position, at which the next page continues. */
export interface PlacedEvent {
  readonly position: number;
  readonly event: EventRecord;
}

/** Events of a tenant that match, the newest first, before a position. */
export async function pageOfEvents(
  database: Executor,
  tenant: string,
  { limit, before, ...filter }: EventFilter & { readonly limit: number; readonly before?: number | undefined },
): Promise<PlacedEvent[]> {
  const rows = await queryBuilder<EventsSchema>(database)
    .selectFrom('cf_events')
    .select(EVENT_COLUMNS)
    .select('position')
    .where('tenant', '=', tenant)
    .where((eb) => matchesFilter(eb, database.dialect, filter))
    .$if(before !== undefined, (query) => query.where('position', '<', before as number))
    .orderBy('position', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ position: row.position, event: eventOfRow(row) }));
}
