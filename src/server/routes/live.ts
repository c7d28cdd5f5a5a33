import * as z from 'zod';
import { mayDo } from '../../operations/index.js';
import { changeHubOf } from '../live/change-hub.js';
import { openEventStream } from '../live/event-stream.js';
import { BytesReply } from '../respond/reply.js';
import { route, type Route } from '../route.js';

const MAX_SECONDS = 86_400;

const stream = route({
  id: 'events.stream',
  method: 'GET',
  path: '/v1/events/stream',
  permission: 'jobs:read',
  summary: 'Follow changes',
  description:
    'Server-sent events. `ready` begins a stream. `change` names what changed since the last message in `resources` (`job`, `file`, `queue` …); read it again. With the permission `audit:read`, `events` has the events of the log themselves, without their payloads, each once. `reset` means that too much was missed: reload everything. The `id` of a message is a place in the log: send it back as `Last-Event-ID` to continue there, also after a restart of the server. Changes of half a second are told together; a comment is sent every 15 seconds.',
  query: {
    seconds: z.coerce
      .number()
      .int()
      .min(1)
      .max(MAX_SECONDS)
      .optional()
      .meta({ description: 'End the stream after this time' }),
  },
  response: { contentType: 'text/event-stream', description: 'Server-sent events' },
  handle: ({ database, services, caller, query, lastEventId, signal }) => {
    const body = openEventStream({
      database,
      hub: changeHubOf(services.database, services.logger),
      after: /^\d{1,15}$/.test(lastEventId ?? '') ? Number(lastEventId) : undefined,
      withEvents: mayDo(caller.role, 'audit:read'),
      signals: [signal, services.closing],
      maxMs: query.seconds && query.seconds * 1_000,
    });
    // Nginx would collect messages otherwise. The connection of a stream that ended is not kept: it would delay the stop of the server.
    const headers = { 'x-accel-buffering': 'no', connection: 'close' };
    return Promise.resolve(new BytesReply(body, 'text/event-stream; charset=utf-8', headers));
  },
});

export const LIVE_ROUTES: readonly Route[] = [stream];
