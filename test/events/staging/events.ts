import { type Executor, queryBuilder } from '../../../src/database/index.js';
import type { NewEvent } from '../../../src/events/index.js';
import type { EventsSchema } from '../../../src/events/schema/tables.js';

/** An event of the aggregate `thing <id>`. */
export function eventOf(id: string, changes: Partial<NewEvent> = {}): NewEvent {
  return {
    eventType: 'thing.changed',
    aggregateType: 'thing',
    aggregateId: id,
    actor: null,
    payload: { note: 'a test' },
    ...changes,
  };
}

/** Every event of the log as it lies in the database, in the order of chains. */
export function eventRows(database: Executor) {
  return queryBuilder<EventsSchema>(database)
    .selectFrom('cf_events')
    .selectAll()
    .orderBy('tenant')
    .orderBy('aggregate_type')
    .orderBy('aggregate_id')
    .orderBy('aggregate_version')
    .execute();
}
