import { describe, expect, test } from 'vitest';
import * as events from '../../../src/events/index.js';
import { waitUntil } from '../../services/wait-until.js';
import { STORES } from '../staging/stage.js';
import { receiver, useWebhookStage } from './staging.js';

/**
 * Every function of webhooks that takes a tenant, called by one tenant with the ids of another. Each must behave as if the other's rows
 * did not exist. A new function must be added here: the last test compares the list with the module.
 */
const CALLS: Readonly<Record<string, (stage: Stage, ids: Ids) => Promise<unknown>>> = {
  addEndpoint: (stage) => stage.add({ url: 'http://127.0.0.1:9/', events: ['none.*'] }, 'theirs'),
  attemptsOf: ({ engine }, { delivery }) => events.attemptsOf(engine.database, { ...delivery, tenant: 'theirs' }),
  findDeliveries: ({ engine }, { endpoint, delivery }) =>
    Promise.all([
      events.findDeliveries(engine.database, 'theirs'),
      events.findDeliveries(engine.database, 'theirs', { endpointId: endpoint }),
      events.findDeliveries(engine.database, 'theirs', { eventId: delivery.eventId }),
    ]).then((lists) => lists.flat()),
  findEndpoint: ({ engine }, { endpoint }) => events.findEndpoint(engine.database, 'theirs', endpoint),
  getDelivery: ({ engine }, { delivery }) => events.getDelivery(engine.database, 'theirs', delivery.id),
  listEndpoints: async ({ engine }, { endpoint }) =>
    (await events.listEndpoints(engine.database, 'theirs')).filter(({ id }) => id === endpoint),
  pauseEndpoint: (stage, { endpoint }) => events.pauseEndpoint(stage.change('theirs'), endpoint),
  recoverDeliveries: ({ engine }, { endpoint }) =>
    events.recoverDeliveries(engine.database, 'theirs', { endpointId: endpoint, since: new Date(0) }),
  redeliver: ({ engine }, { delivery }) => events.redeliver(engine.database, 'theirs', delivery.id),
  removeEndpoint: (stage, { endpoint }) => events.removeEndpoint(stage.change('theirs'), endpoint),
  resumeEndpoint: (stage, { endpoint }) => events.resumeEndpoint(stage.change('theirs'), endpoint),
  rotateSecret: (stage, { endpoint }) =>
    events.rotateSecret(stage.change('theirs'), endpoint, { graceMs: 0, force: true }),
  secretsOfEndpoints: (stage, { endpoint }) =>
    events.secretsOfEndpoints(stage.change('theirs'), ({ id }) => id === endpoint),
  testEndpoint: (stage, { endpoint }) => events.testEndpoint(stage.change('theirs'), endpoint),
};

/** What a call may return about rows of another tenant. */
const NOTHING = [[], 0];

type Stage = ReturnType<typeof useWebhookStage>;
interface Ids {
  readonly endpoint: string;
  readonly delivery: events.WebhookDelivery;
}

describe.each(STORES)('tenants on %s', (storeName) => {
  const stage = useWebhookStage(storeName);

  test('never receive the events of each other', async () => {
    const [ours, theirs] = [await receiver(), await receiver()];
    await stage.add({ url: ours.url, events: ['*'] }, 'ours');
    await stage.add({ url: theirs.url, events: ['*'] }, 'theirs');
    await stage.startDeliveries();
    const [oursId, theirsId] = [await stage.record('test.a', 'ours'), await stage.record('test.a', 'theirs')];
    await waitUntil(() => ours.received.length + theirs.received.length >= 2, { for: 'both deliveries' });
    expect(ours.received.map(({ headers }) => headers['webhook-id'])).toEqual([oursId]);
    expect(theirs.received.map(({ headers }) => headers['webhook-id'])).toEqual([theirsId]);
  });

  test('do not run a delivery under the wrong tenant', async () => {
    const peer = await receiver();
    await stage.add({ url: peer.url, events: ['*'] }, 'ours');
    await stage.record('test.a', 'ours');
    await stage.engine.database.script(`UPDATE cf_jobs SET tenant = 'theirs'`);
    await stage.startDeliveries();
    const [job] = await stage.engine.jobs();
    await waitUntil(async () => (await stage.engine.job(job?.id ?? '')).status === 'failed', {
      for: 'the job to fail',
    });
    expect(peer.received).toEqual([]);
  });

  test.each(Object.entries(CALLS))('%s does not see or change the rows of another tenant', async (_name, call) => {
    const { id: endpoint } = await stage.add({ url: 'http://127.0.0.1:9/', events: ['test.*'] }, 'ours');
    await stage.record('test.a', 'ours');
    const [delivery] = await stage.deliveries('ours');
    if (!delivery) throw new Error('the event has a delivery');
    const before = await ourRows();
    const answer = await call(stage, { endpoint, delivery }).catch((error: unknown) => {
      expect((error as { code: string }).code).toMatch(/^WEBHOOK(_DELIVERY)?_NOT_FOUND$/);
      return [];
    });
    if (_name !== 'addEndpoint') expect(NOTHING).toContainEqual(answer);
    expect(await ourRows()).toEqual(before);
  });

  async function ourRows(): Promise<unknown[]> {
    const tables = ['endpoints', 'secrets', 'deliveries', 'attempts'].map((name) => `cf_webhook_${name}`);
    return Promise.all(
      [...tables, 'cf_jobs', 'cf_events'].map((table) =>
        stage.engine.database.query(`SELECT * FROM ${table} WHERE tenant = 'ours'`),
      ),
    );
  }
});

test('the list above has every function of webhooks', () => {
  // webhookInterests reads the subscriptions of all tenants, each with its tenant.
  const elsewhere =
    /^(webhookInterests|DELIVERY_STATUSES|DELIVERY_TURNS|WEBHOOK_JOBS|webhookJobs|openWebhookRuntime|signatureProblem)$/;
  const isOurs = (name: string): boolean => /endpoint|webhook|deliver|secret|attempt/i.test(name);
  const functions = Object.keys(events).filter((name) => isOurs(name) && !elsewhere.test(name));
  expect(functions.sort()).toEqual(Object.keys(CALLS).sort());
});
