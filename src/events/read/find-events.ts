import { type Executor, idWithPrefix, queryBuilder } from '../../database/index.js';
import { CasparianError, hint } from '../../platform/index.js';
import type { EventRecord } from '../log/event.js';
import type { EventsSchema } from '../schema/tables.js';
import type { EventFilter } from './event-filter.js';
import { EVENT_COLUMNS, eventOfRow } from './event-row.js';
import { pageOfEvents } from './page-of-events.js';

/** The newest events of a tenant that match, the newest first. */
export async function findEvents(
  database: Executor,
  tenant: string,
  { limit, ...filter }: EventFilter & { readonly limit: number },
): Promise<EventRecord[]> {
  const page = await pageOfEvents(database, tenant, { ...filter, limit });
  return page.map(({ event }) => event);
}

/** An event as its place in the tree shows it, too. */
export interface FoundEvent {
  readonly event: EventRecord;
  /** Null if no tree head covers it yet. */
  readonly leafIndex: number | null;
}

/** The event with this id, or whose id alone begins with it. Fails with EVENT_NOT_FOUND if the tenant has none. */
export async function getEvent(database: Executor, tenant: string, eventId: string): Promise<FoundEvent> {
  const place = { table: 'cf_events', column: 'event_id', tenant };
  const id = await idWithPrefix(database, place, eventId, { things: 'events' });
  const row =
    id === undefined
      ? undefined
      : await queryBuilder<EventsSchema>(database)
          .selectFrom('cf_events')
          .select(EVENT_COLUMNS)
          .select('leaf_index')
          .where('tenant', '=', tenant)
          .where('event_id', '=', id)
          .executeTakeFirst();
  if (row !== undefined) return { event: eventOfRow(row), leafIndex: row.leaf_index };
  throw new CasparianError('EVENT_NOT_FOUND', `There is no event ${eventId}`, {
    next: [hint('List the newest with', { action: 'events.list' })],
  });
}
