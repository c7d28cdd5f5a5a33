import * as z from 'zod';
import { listQueues, queueNamed, type QueueState } from '../../engine/index.js';
import { queueJson, queueLimitJson } from '../../engine/queue-json.js';
import { limitQueue, pauseQueue, resumeQueue } from '../../operations/index.js';
import { pagedRoute, pageOfAll } from '../page.js';
import { Reply } from '../respond/reply.js';
import { type Route, route } from '../route.js';
import { NAME, TIME_OR_NULL } from '../schemas/values.js';

const PARAMS = { name: NAME };
const LIMIT = {
  concurrency: z.int().min(1).max(1_000_000).nullable().describe('How many of its jobs run at the same time'),
  rate_per_minute: z.number().min(0).max(60_000_000).nullable().describe('How many start per minute; 0 starts none'),
  burst: z.int().min(1).max(1_000_000).nullable().describe('How many may start at once after a pause'),
};
const QUEUE = z
  .object({
    name: z.string(),
    pending: z.int(),
    running: z.int(),
    paused: z.boolean(),
    paused_at: TIME_OR_NULL,
    reason: z.string().nullable(),
    limit: z.object(LIMIT).nullable(),
    waiting_for_limits: z.int(),
    oldest_ready_seconds: z.number().nullable().describe('How long its oldest job that is due has waited'),
  })
  .meta({ id: 'Queue' });

/** Queues are shared by all tenants. */
const SHARED = { installation: true } as const;

export const QUEUE_ROUTES: readonly Route[] = [
  pagedRoute({
    ...SHARED,
    id: 'queues.list',
    path: '/v1/queues',
    permission: 'installation:read',
    summary: 'List queues that have unfinished jobs, are paused or have a limit',
    item: QUEUE,
    list: async ({ engine }, page) =>
      pageOfAll(await listQueues(engine.database), page, { item: queueJson, id: ({ name }) => name }),
  }),
  route({
    ...SHARED,
    id: 'queues.get',
    method: 'GET',
    path: '/v1/queues/{name}',
    permission: 'installation:read',
    summary: 'Show a queue',
    params: PARAMS,
    response: QUEUE,
    hasEtag: true,
    handle: async ({ engine, params }) => versioned(await queueNamed(engine.database, params.name)),
  }),
  route({
    ...SHARED,
    id: 'queues.pause',
    method: 'POST',
    path: '/v1/queues/{name}/pause',
    permission: 'installation:write',
    summary: 'Start no more jobs of a queue',
    params: PARAMS,
    body: z.strictObject({ reason: z.string().max(1_000).optional() }),
    bodyIsOptional: true,
    response: QUEUE,
    async handle({ engine, params, body, caller }) {
      await pauseQueue(engine, params.name, body.reason, caller.actor);
      return queueJson(await queueNamed(engine.database, params.name));
    },
  }),
  route({
    ...SHARED,
    id: 'queues.resume',
    method: 'POST',
    path: '/v1/queues/{name}/resume',
    permission: 'installation:write',
    summary: 'Start jobs of a queue again',
    params: PARAMS,
    response: QUEUE,
    async handle({ engine, params, caller }) {
      await resumeQueue(engine, params.name, caller.actor);
      return queueJson(await queueNamed(engine.database, params.name));
    },
  }),
  route({
    ...SHARED,
    id: 'queues.limit',
    method: 'PUT',
    path: '/v1/queues/{name}/limit',
    permission: 'installation:write',
    summary: 'Set or remove the limit of a queue',
    description: 'Null for concurrency and rate removes the limit. If-Match takes the ETag of the queue.',
    params: PARAMS,
    body: z.strictObject({
      concurrency: LIMIT.concurrency.default(null),
      rate_per_minute: LIMIT.rate_per_minute.default(null),
      burst: LIMIT.burst.default(null),
    }),
    response: QUEUE,
    hasEtag: true,
    async handle({ engine, params, body, caller, requireMatch }) {
      const { concurrency, rate_per_minute: perMinute, burst } = body;
      const rate = perMinute === null ? null : { perMinute, burst: burst ?? undefined };
      const limit = { queue: params.name, concurrency, rate };
      await limitQueue(engine, limit, caller.actor, (current) => requireMatch(versionOf(current)));
      return versioned(await queueNamed(engine.database, params.name));
    },
  }),
];

/** The numbers of jobs change by themselves, so they are no part of the version that an edit names. */
function versioned(queue: QueueState): Reply {
  return new Reply(queueJson(queue), { version: versionOf(queue) });
}

function versionOf({ name, pausedAt, reason, limit }: QueueState): object {
  return { name, pausedAt, reason, limit: queueLimitJson(limit) };
}
