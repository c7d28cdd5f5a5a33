export type { EventRecord, NewEvent } from './log/event.js';
export { recordEvents } from './record-events.js';
export { EVENTS_MIGRATIONS } from './schema/migrations.js';
export type { EventsSchema } from './schema/tables.js';
