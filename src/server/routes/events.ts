import * as z from 'zod';
import { eventDetailsJson, eventJson } from '../../events/event-json.js';
import { type EventFilter, getEvent, pageOfEvents } from '../../events/index.js';
import { CasparianError } from '../../platform/index.js';
import { pagedRoute, pageOf } from '../page.js';
import { type Route, route } from '../route.js';
import { NAME, UUID } from '../schemas/values.js';

const EVENT = {
  event_id: z.string(),
  event_type: z.string(),
  aggregate_type: z.string(),
  aggregate_id: z.string(),
  aggregate_version: z.int(),
  occurred_at: z.string(),
  actor: z.string().nullable(),
  tenant: z.string(),
  payload: z.record(z.string(), z.unknown()),
  event_hash: z.string(),
  prev_event_hash: z.string().nullable(),
};
export const EVENT_FILTER = {
  type: z.array(z.string().min(1).max(200)).optional().describe('Types, or patterns with *'),
  aggregate_type: NAME.optional(),
  aggregate_id: NAME.optional(),
  actor: NAME.optional(),
  since: z.iso.datetime({ offset: true }).optional(),
  until: z.iso.datetime({ offset: true }).optional(),
};

export const EVENT_ROUTES: readonly Route[] = [
  eventList('events.list', '/v1/events', 'List events, newest first'),
  route({
    id: 'events.get',
    method: 'GET',
    path: '/v1/events/{id}',
    permission: 'audit:read',
    summary: 'Show an event with its place in the tree',
    params: { id: UUID },
    response: z.object({ ...EVENT, payload_hash: z.string(), leaf_index: z.int().nullable() }),
    async handle({ engine, caller, params }) {
      const { event, leafIndex } = await getEvent(engine.database, caller.tenant, params.id);
      return eventDetailsJson(event, leafIndex);
    },
  }),
  eventList('audit.events', '/v1/audit/events', 'List events, under the name of the passport specification'),
];

function eventList(id: string, path: string, summary: string): Route {
  return pagedRoute({
    ...{ id, path, summary },
    permission: 'audit:read',
    query: EVENT_FILTER,
    item: z.object(EVENT).meta({ id: 'Event' }),
    async list({ engine, caller, query }, { limit, after }) {
      const filter = eventFilterOf(query);
      const before = after === undefined ? undefined : positionOf(after.t);
      const rows = await pageOfEvents(engine.database, caller.tenant, { ...filter, limit: limit + 1, before });
      return pageOf(rows, limit, {
        item: ({ event }) => eventJson(event),
        place: ({ position, event }) => ({ t: position, id: event.eventId }),
      });
    },
  });
}

export function eventFilterOf(query: z.output<z.ZodObject<typeof EVENT_FILTER>>): EventFilter {
  const { type: types, aggregate_type: aggregateType, aggregate_id: aggregateId, actor, since, until } = query;
  return {
    ...{ types, aggregateType, aggregateId, actor },
    since: since === undefined ? undefined : new Date(since),
    until: until === undefined ? undefined : new Date(until),
  };
}

function positionOf(t: number | string): number {
  if (typeof t === 'number' && Number.isSafeInteger(t)) return t;
  throw new CasparianError('VALIDATION_ERROR', 'The cursor is not one of this list');
}
