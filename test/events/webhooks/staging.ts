import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { beforeEach } from 'vitest';
import type { Worker } from '../../../src/engine/index.js';
import {
  addEndpoint,
  type EndpointChange,
  findDeliveries,
  openWebhookRuntime,
  recordEvents,
  type WebhookDelivery,
  webhookJobs,
} from '../../../src/events/index.js';
import type { AddedEndpoint, NewEndpoint } from '../../../src/events/webhooks/endpoints/add-endpoint.js';
import type { WebhookRuntimeOptions } from '../../../src/events/webhooks/deliver/runtime.js';
import { startWorker } from '../../engine/staging/workers.js';
import type { Stage, StoreName } from '../../engine/staging/stage.js';
import { httpPeer, type Peer } from '../../http/peers.js';
import { waitUntil } from '../../services/wait-until.js';
import { useEventStage } from '../staging/stage.js';

const TABLES = ['endpoints', 'secrets', 'deliveries', 'attempts', 'shares'].map((name) => `cf_webhook_${name}`);

export interface WebhookStage extends Stage {
  readonly key: EndpointChange['key'];
  change(tenant?: string): EndpointChange;
  add(endpoint: NewEndpoint, tenant?: string): Promise<AddedEndpoint>;
  /** Records an event, and returns its id. */
  record(eventType?: string, tenant?: string): Promise<string>;
  startDeliveries(options?: Partial<WebhookRuntimeOptions>): Promise<Worker>;
  deliveries(tenant?: string): Promise<WebhookDelivery[]>;
  /** The only delivery, as soon as it is as wanted. */
  deliveryIs(wanted: (delivery: WebhookDelivery) => boolean): Promise<WebhookDelivery>;
}

/** An engine with event log and webhooks, empty at the start of each test. */
export function useWebhookStage(storeName: StoreName): WebhookStage {
  const stage = useEventStage(storeName);
  const key = { configured: randomBytes(32).toString('base64'), home: '/nonexistent' };
  beforeEach(() => stage.engine.database.script(TABLES.map((table) => `DELETE FROM ${table}`).join(';')));
  const change = (tenant = 'default'): EndpointChange => ({
    database: stage.engine.database,
    tenant,
    actor: 'tester',
    key,
  });
  const deliveries = (tenant = 'default'): Promise<WebhookDelivery[]> => findDeliveries(stage.engine.database, tenant);
  return {
    storeName,
    // The engine exists only during the tests.
    get url() {
      return stage.url;
    },
    get engine() {
      return stage.engine;
    },
    get store() {
      return stage.store;
    },
    openAnother: (more) => stage.openAnother(more),
    onCleanup: (work) => stage.onCleanup(work),
    key,
    change,
    deliveries,
    add: (endpoint: NewEndpoint, tenant?: string) => addEndpoint(change(tenant), endpoint, { allowPrivate: true }),
    record: async (eventType = 'test.happened', tenant = 'default') => {
      const event = { eventType, aggregateType: 'test', aggregateId: randomBytes(8).toString('hex'), actor: null };
      const [recorded] = await stage.engine.transaction((tx) =>
        recordEvents(tx, tenant, [{ ...event, payload: { n: 1 } }]),
      );
      return recorded?.eventId ?? '';
    },
    startDeliveries: async (options: Partial<WebhookRuntimeOptions> = {}) => {
      const { database } = stage.engine;
      const defaults = {
        database,
        key,
        allowPrivate: true,
        timeoutMs: 20_000,
        disableAfterMs: 432_000_000,
        concurrency: 10,
      };
      const runtime = openWebhookRuntime({ ...defaults, ...options });
      stage.onCleanup(() => runtime.close());
      return startWorker(stage, webhookJobs(runtime), { concurrency: runtime.concurrency });
    },
    deliveryIs: (wanted: (delivery: WebhookDelivery) => boolean) => {
      let last: WebhookDelivery[] = [];
      return waitUntil(
        async () => {
          last = await deliveries();
          return last.length === 1 && wanted(last[0] as WebhookDelivery) && last[0];
        },
        { for: 'the delivery', intervalMs: 10, evidence: () => JSON.stringify(last, null, 2) },
      );
    },
  };
}

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A receiver that keeps what it gets and answers as told; 204 if not told. */
export async function receiver(
  answer: (response: ServerResponse, count: number) => void = (response) => void response.writeHead(204).end(),
): Promise<Peer & { readonly received: Received[] }> {
  const received: Received[] = [];
  const peer = await httpPeer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks) });
      answer(response, received.length);
    });
  });
  return { ...peer, received };
}

/** Lets a job that waits for its next attempt run now. */
export async function hurry(stage: Stage): Promise<void> {
  await stage.engine.database.script(`UPDATE cf_jobs SET run_at = 0 WHERE status = 'pending'`);
  stage.engine.wake();
}
