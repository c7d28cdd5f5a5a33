import * as z from 'zod';
import {
  addEndpoint,
  attemptsOf,
  DELIVERY_STATUSES,
  type EndpointChange,
  findDeliveries,
  findEndpoint,
  getDelivery,
  listEndpoints,
  pauseEndpoint,
  redeliver,
  removeEndpoint,
  requestOf,
  resumeEndpoint,
  rotateSecret,
  testEndpoint,
} from '../../events/index.js';
import {
  addedEndpointJson,
  deliveryDetailsJson,
  deliveryJson,
  endpointJson,
  rotatedSecretJson,
} from '../../events/webhooks/webhook-json.js';
import { placeId } from '../own-job.js';
import { pagedRoute, pageOf, pageOfAll } from '../page.js';
import { type Route, route, type RouteRequest } from '../route.js';
import { TIME_OR_NULL, UUID } from '../schemas/values.js';

const PARAMS = { id: UUID };
const ENDPOINT = z
  .object({
    id: z.string(),
    url: z.string(),
    events: z.array(z.string()),
    status: z.enum(['active', 'paused', 'disabled', 'removed']),
    status_reason: z.string().nullable(),
    description: z.string().nullable(),
    max_attempts: z.int(),
    concurrency: z.int(),
    rate: z.number().nullable(),
    failing_since: TIME_OR_NULL,
    created_at: TIME_OR_NULL,
    tenant: z.string(),
  })
  .meta({ id: 'WebhookEndpoint' });
const DELIVERY = {
  id: z.string(),
  endpoint_id: z.string(),
  event_id: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  http_status: z.int().nullable(),
  attempts: z.int(),
  delivered_at: TIME_OR_NULL,
  error: z.string().nullable(),
  event_type: z.string(),
  created_at: TIME_OR_NULL,
};
const A_DELIVERY = z.object(DELIVERY).meta({ id: 'WebhookDelivery' });
const DAY_MS = 86_400_000;

export const WEBHOOK_ROUTES: readonly Route[] = [
  pagedRoute({
    id: 'webhooks.list',
    path: '/v1/webhook-endpoints',
    permission: 'tenant:admin',
    summary: 'List webhook endpoints',
    item: ENDPOINT,
    list: async ({ engine, caller }, page) =>
      pageOfAll(await listEndpoints(engine.database, caller.tenant), page, { item: endpointJson, id: ({ id }) => id }),
  }),
  route({
    id: 'webhooks.create',
    method: 'POST',
    path: '/v1/webhook-endpoints',
    permission: 'tenant:admin',
    summary: 'Add a webhook endpoint',
    description: 'The response has the secret that signs deliveries. It is never shown again.',
    status: 201,
    isSecret: true,
    body: z.strictObject({
      url: z.string().max(2_000),
      events: z
        .array(z.string().min(1).max(200))
        .min(1)
        .max(100)
        .optional()
        .describe('Names of events; * matches any characters. Without any, add subscriptions later.'),
      description: z.string().max(1_000).optional(),
      max_attempts: z.int().min(1).max(100).optional(),
      concurrency: z.int().min(1).max(1_000).optional(),
      rate: z.number().min(0.001).max(100_000).optional().describe('Deliveries per second'),
    }),
    response: z.object({ id: z.string(), url: z.string(), secret: z.string(), events: z.array(z.string()) }),
    async handle(request) {
      const { url, events, description, max_attempts: maxAttempts, concurrency, rate } = request.body;
      const wanted = { url, events, description, maxAttempts, maxConcurrency: concurrency, maxPerSecond: rate };
      const { allowPrivate } = request.services;
      return addedEndpointJson(await addEndpoint(endpointChangeOf(request), wanted, { allowPrivate }));
    },
  }),
  route({
    id: 'webhooks.get',
    method: 'GET',
    path: '/v1/webhook-endpoints/{id}',
    permission: 'tenant:admin',
    summary: 'Show a webhook endpoint',
    params: PARAMS,
    response: ENDPOINT,
    hasEtag: true,
    handle: async ({ engine, caller, params }) =>
      endpointJson(await findEndpoint(engine.database, caller.tenant, params.id)),
  }),
  endpointAction('pause', 'Keep deliveries waiting', pauseEndpoint),
  endpointAction('resume', 'Deliver again', resumeEndpoint),
  route({
    id: 'webhooks.delete',
    method: 'DELETE',
    path: '/v1/webhook-endpoints/{id}',
    permission: 'tenant:admin',
    summary: 'Remove a webhook endpoint',
    params: PARAMS,
    response: ENDPOINT,
    handle: async (request) => endpointJson(await removeEndpoint(endpointChangeOf(request), request.params.id)),
  }),
  route({
    id: 'webhooks.rotate',
    method: 'POST',
    path: '/v1/webhook-endpoints/{id}/rotate-secret',
    permission: 'tenant:admin',
    summary: 'Give a webhook endpoint a new secret',
    params: PARAMS,
    isSecret: true,
    response: z.object({ id: z.string(), secret: z.string(), old_secret_until: TIME_OR_NULL }),
    handle: async (request) =>
      rotatedSecretJson(
        await rotateSecret(endpointChangeOf(request), request.params.id, { graceMs: DAY_MS, force: false }),
      ),
  }),
  route({
    id: 'webhooks.test',
    method: 'POST',
    path: '/v1/webhook-endpoints/{id}/test',
    permission: 'tenant:admin',
    summary: 'Send a test event',
    status: 202,
    params: PARAMS,
    response: A_DELIVERY,
    handle: async (request) => deliveryJson(await testEndpoint(endpointChangeOf(request), request.params.id)),
  }),
  pagedRoute({
    id: 'webhooks.deliveries',
    path: '/v1/webhook-deliveries',
    permission: 'tenant:admin',
    summary: 'List webhook deliveries, newest first',
    query: {
      webhook_endpoint_id: UUID.optional(),
      event_id: UUID.optional(),
      status: z.string().max(20).optional().describe('pending, delivered or failed, in any case'),
    },
    item: A_DELIVERY,
    async list({ engine, caller, query }, { limit, after }) {
      const status = DELIVERY_STATUSES.find((one) => one === query.status?.toLowerCase());
      if (query.status !== undefined && status === undefined) return { items: [], next: null };
      const rows = await findDeliveries(engine.database, caller.tenant, {
        ...{ endpointId: query.webhook_endpoint_id?.toLowerCase(), eventId: query.event_id?.toLowerCase(), status },
        ...{ limit: limit + 1, before: placeId(after?.id) },
      });
      return pageOf(rows, limit, { item: deliveryJson, place: ({ id, createdAt }) => ({ t: createdAt, id }) });
    },
  }),
  route({
    id: 'webhooks.delivery',
    method: 'GET',
    path: '/v1/webhook-deliveries/{id}',
    permission: 'tenant:admin',
    summary: 'Show a webhook delivery with its attempts',
    params: PARAMS,
    response: z.object({
      ...DELIVERY,
      original_id: z.string().nullable(),
      job_id: z.string(),
      request: z
        .object({
          method: z.literal('POST'),
          url: z.string(),
          headers: z.record(z.string(), z.string()),
          body: z.string(),
        })
        .nullable()
        .describe('What is sent, without its signatures; null if the endpoint is gone'),
      attempt_log: z.array(z.looseObject({ at: TIME_OR_NULL })),
    }),
    async handle({ engine, caller, params }) {
      const delivery = await getDelivery(engine.database, caller.tenant, params.id);
      const attempts = await attemptsOf(engine.database, delivery);
      return deliveryDetailsJson(delivery, attempts, await requestOf(engine.database, delivery));
    },
  }),
  route({
    id: 'webhooks.redeliver',
    method: 'POST',
    path: '/v1/webhook-deliveries/{id}/redeliver',
    permission: 'tenant:admin',
    summary: 'Send the event of a delivery again',
    status: 202,
    params: PARAMS,
    response: A_DELIVERY,
    handle: async ({ engine, caller, params }) =>
      deliveryJson(await redeliver(engine.database, caller.tenant, params.id, caller.actor)),
  }),
];

function endpointAction(verb: 'pause' | 'resume', summary: string, act: typeof pauseEndpoint): Route {
  return route({
    id: `webhooks.${verb}`,
    method: 'POST',
    path: `/v1/webhook-endpoints/{id}/${verb}`,
    permission: 'tenant:admin',
    summary,
    params: PARAMS,
    response: ENDPOINT,
    handle: async (request) => endpointJson(await act(endpointChangeOf(request), request.params.id)),
  });
}

export function endpointChangeOf({ services, caller }: Pick<RouteRequest, 'services' | 'caller'>): EndpointChange {
  return { database: services.database, tenant: caller.tenant, actor: caller.actor, key: services.webhookKey };
}
