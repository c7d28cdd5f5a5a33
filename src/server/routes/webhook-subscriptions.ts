import * as z from 'zod';
import { findSubscription, listSubscriptions, subscribe, unsubscribe } from '../../events/index.js';
import { subscriptionJson } from '../../events/webhooks/webhook-json.js';
import { pagedRoute, pageOfAll } from '../page.js';
import { type Route, route } from '../route.js';
import { UUID } from '../schemas/values.js';
import { endpointChangeOf } from './webhooks.js';

const PARAMS = { id: UUID };
const SUBSCRIPTION = z
  .object({ id: z.string(), webhook_endpoint_id: z.string(), event_type: z.string() })
  .meta({ id: 'WebhookSubscription' });

/** The names of events of an endpoint, one by one, as the specification of passports has them. */
export const WEBHOOK_SUBSCRIPTION_ROUTES: readonly Route[] = [
  pagedRoute({
    id: 'webhook-subscriptions.list',
    path: '/v1/webhook-subscriptions',
    permission: 'tenant:admin',
    summary: 'List which events webhook endpoints receive',
    query: { webhook_endpoint_id: UUID.optional() },
    item: SUBSCRIPTION,
    list: async ({ engine, caller, query }, page) =>
      pageOfAll(await listSubscriptions(engine.database, caller.tenant, query.webhook_endpoint_id), page, {
        ...{ item: subscriptionJson, id: ({ id }) => id },
      }),
  }),
  route({
    id: 'webhook-subscriptions.create',
    method: 'POST',
    path: '/v1/webhook-subscriptions',
    permission: 'tenant:admin',
    summary: 'Let a webhook endpoint receive more events',
    description: 'A subscription that exists already is returned.',
    status: 201,
    body: z.strictObject({
      webhook_endpoint_id: UUID,
      event_type: z.string().min(1).max(200).describe('The name of an event; * matches any characters'),
    }),
    response: SUBSCRIPTION,
    handle: async (request) => {
      const { webhook_endpoint_id: endpoint, event_type: event } = request.body;
      return subscriptionJson(await subscribe(endpointChangeOf(request), endpoint, event));
    },
  }),
  route({
    id: 'webhook-subscriptions.get',
    method: 'GET',
    path: '/v1/webhook-subscriptions/{id}',
    permission: 'tenant:admin',
    summary: 'Show a webhook subscription',
    params: PARAMS,
    response: SUBSCRIPTION,
    handle: async ({ engine, caller, params }) =>
      subscriptionJson(await findSubscription(engine.database, caller.tenant, params.id)),
  }),
  route({
    id: 'webhook-subscriptions.delete',
    method: 'DELETE',
    path: '/v1/webhook-subscriptions/{id}',
    permission: 'tenant:admin',
    summary: 'Let a webhook endpoint no longer receive these events',
    params: PARAMS,
    response: SUBSCRIPTION,
    handle: async (request) => subscriptionJson(await unsubscribe(endpointChangeOf(request), request.params.id)),
  }),
];
