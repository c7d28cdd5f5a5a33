import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { attemptsOf, findEndpoint } from '../../../src/events/index.js';
import { BAD_PEERS, floodingPeer } from '../../http/peers.js';
import { waitUntil } from '../../services/wait-until.js';
import { STORES } from '../staging/stage.js';
import { hurry, receiver, useWebhookStage } from './staging.js';

const job = (stage: ReturnType<typeof useWebhookStage>, id: string) => stage.engine.job(id);

describe.each(STORES)('delivering webhooks on %s', (storeName) => {
  const stage = useWebhookStage(storeName);

  test('sends an event with both kinds of signature, once', async () => {
    const peer = await receiver((response) => response.writeHead(200, { 'x-receiver': 'yes' }).end('thanks'));
    const { secret, id } = await stage.add({ url: peer.url, events: ['test.*'] });
    await stage.startDeliveries();
    const eventId = await stage.record();
    const delivery = await stage.deliveryIs(({ status }) => status === 'delivered');
    expect(delivery).toMatchObject({ endpointId: id, eventId, attempts: 1, httpStatus: 200, error: null });
    expect(peer.received).toHaveLength(1);
    const [{ headers, body }] = peer.received as [(typeof peer.received)[0]];
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-bpc-event-type': 'test.happened',
      'x-bpc-delivery-id': delivery.id,
      'webhook-id': eventId,
    });
    expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).not.toThrow();
    expect(JSON.parse(body.toString())).toMatchObject({ event_id: eventId, tenant_id: 'default', data: { n: 1 } });
    expect(await attemptsOf(stage.engine.database, delivery)).toMatchObject([
      { httpStatus: 200, error: null, responseBody: 'thanks', responseHeaders: { 'x-receiver': 'yes' } },
    ]);
    expect(await job(stage, delivery.jobId)).toMatchObject({
      type: 'DELIVER_WEBHOOK',
      status: 'completed',
      priority: 3,
    });
  });

  test('enqueues nothing for events that nobody subscribed to', async () => {
    const peer = await receiver();
    await stage.add({ url: peer.url, events: ['other.*'] });
    await stage.record();
    expect(await stage.deliveries()).toEqual([]);
    expect(await stage.engine.jobs()).toEqual([]);
  });

  test('retries what may pass, with the same ids and body and a new timestamp', async () => {
    const peer = await receiver((response, count) => void response.writeHead(count === 1 ? 503 : 200).end('busy'));
    await stage.add({ url: peer.url, events: ['*'] });
    await stage.startDeliveries();
    await stage.record();
    const waiting = await stage.deliveryIs(({ attempts }) => attempts === 1);
    expect(waiting).toMatchObject({ status: 'pending', httpStatus: 503 });
    expect(waiting.error).toContain('503');
    await hurry(stage);
    const delivered = await stage.deliveryIs(({ status }) => status === 'delivered');
    expect(delivered).toMatchObject({ attempts: 2, httpStatus: 200, error: null });
    const [first, second] = peer.received;
    expect(second?.body).toEqual(first?.body);
    for (const name of ['webhook-id', 'x-bpc-delivery-id', 'x-bpc-signature']) {
      expect(second?.headers[name]).toBe(first?.headers[name]);
    }
    expect(await attemptsOf(stage.engine.database, delivered)).toMatchObject([
      { httpStatus: 503 },
      { httpStatus: 200 },
    ]);
    expect((await findEndpoint(stage.engine.database, 'default', delivered.endpointId)).failingSince).toBeNull();
  });

  test.each([408, 425, 429, 500, 502, 503, 504, 599])('retries after %i', async (status) => {
    const peer = await receiver((response) => void response.writeHead(status).end());
    await stage.add({ url: peer.url, events: ['*'] });
    await stage.startDeliveries();
    await stage.record();
    const delivery = await stage.deliveryIs(({ attempts }) => attempts === 1);
    expect(delivery).toMatchObject({ status: 'pending', httpStatus: status });
    await waitUntil(async () => (await job(stage, delivery.jobId)).status === 'pending', { for: 'the job to wait' });
  });

  test.each([300, 301, 302, 307, 308, 400, 401, 403, 404, 409, 422])('does not retry after %i', async (status) => {
    const peer = await receiver(
      (response) => void response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(),
    );
    await stage.add({ url: peer.url, events: ['*'] });
    await stage.startDeliveries();
    await stage.record();
    const delivery = await stage.deliveryIs((one) => one.status === 'failed');
    expect(delivery).toMatchObject({ attempts: 1, httpStatus: status, deliveredAt: null });
    await waitUntil(async () => (await job(stage, delivery.jobId)).status === 'failed', { for: 'the job to fail' });
    expect(peer.received).toHaveLength(1);
  });

  test('waits as long as Retry-After asks for', async () => {
    const peer = await receiver((response) => void response.writeHead(429, { 'retry-after': '3600' }).end());
    await stage.add({ url: peer.url, events: ['*'] });
    await stage.startDeliveries();
    await stage.record();
    const { jobId } = await stage.deliveryIs(({ attempts }) => attempts === 1);
    const waiting = await waitUntil(
      async () => {
        const one = await job(stage, jobId);
        return one.status === 'pending' && one;
      },
      { for: 'the job to wait' },
    );
    expect(waiting.runAt - Date.now()).toBeGreaterThan(3_500_000);
    expect(waiting.runAt - Date.now()).toBeLessThan(3_700_000);
  });

  test('gives up when the attempts are used up', async () => {
    const peer = await receiver((response) => void response.writeHead(500).end());
    await stage.add({ url: peer.url, events: ['*'], maxAttempts: 2 });
    await stage.startDeliveries();
    await stage.record();
    await stage.deliveryIs(({ attempts }) => attempts === 1);
    await hurry(stage);
    const delivery = await stage.deliveryIs(({ status }) => status === 'failed');
    expect(delivery).toMatchObject({ attempts: 2, httpStatus: 500 });
    await waitUntil(async () => (await job(stage, delivery.jobId)).status === 'dead_letter', { for: 'the job to end' });
  });

  test.each(['hangs', 'drips', 'dripsHeaders', 'closesEarly', 'hangsUp', 'talksNonsense'] as const)(
    'retries a receiver that %s',
    async (kind) => {
      const peer = await BAD_PEERS[kind]();
      await stage.add({ url: peer.url, events: ['*'] });
      await stage.startDeliveries({ timeoutMs: 500 });
      await stage.record();
      const delivery = await stage.deliveryIs(({ attempts }) => attempts === 1);
      expect(delivery).toMatchObject({ status: 'pending', httpStatus: null });
      expect(delivery.error).toContain(`127.0.0.1:${peer.port}`);
    },
  );

  test('accepts a response of 100 MB after reading the beginning, and keeps 4 KiB of it', async () => {
    const peer = await floodingPeer();
    await stage.add({ url: peer.url, events: ['*'] });
    await stage.startDeliveries();
    await stage.record();
    const delivery = await stage.deliveryIs(({ status }) => status === 'delivered');
    expect(peer.sentBytes()).toBeLessThan(20_000_000);
    const [attempt] = await attemptsOf(stage.engine.database, delivery);
    expect(attempt?.responseBody).toHaveLength(4_096);
  });

  test('stores a response with null characters and without its cookies', async () => {
    const peer = await receiver((response) => response.writeHead(200, { 'set-cookie': 'session=1' }).end('a\0b'));
    await stage.add({ url: peer.url, events: ['*'] });
    await stage.startDeliveries();
    await stage.record();
    const delivery = await stage.deliveryIs(({ status }) => status === 'delivered');
    const [attempt] = await attemptsOf(stage.engine.database, delivery);
    expect(attempt?.responseBody).toBe('a\uFFFDb');
    expect(attempt?.responseHeaders).not.toHaveProperty('set-cookie');
  });

  test('refuses an address that has become private since the endpoint was added, for good', async () => {
    const peer = await receiver();
    // The stage adds endpoints with private addresses allowed; this worker does not allow them.
    await stage.add({ url: `http://127.0.0.1:${peer.port}/`, events: ['*'] });
    await stage.engine.database.script(`UPDATE cf_webhook_endpoints SET url = 'https://rebinding.test/'`);
    await stage.startDeliveries({
      allowPrivate: false,
      resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    });
    await stage.record();
    const delivery = await stage.deliveryIs(({ status }) => status === 'failed');
    expect(delivery.error).toContain('not allowed');
    expect(peer.connections()).toBe(0);
  });

  test('disables an endpoint that responds with 410, and records that', async () => {
    const peer = await receiver((response) => void response.writeHead(410).end());
    const { id } = await stage.add({ url: peer.url, events: ['test.*'] });
    await stage.startDeliveries();
    await stage.record();
    await stage.deliveryIs(({ status }) => status === 'failed');
    expect(await findEndpoint(stage.engine.database, 'default', id)).toMatchObject({
      status: 'disabled',
      statusReason: 'the receiver responded with 410 Gone',
    });
    const events = await stage.engine.database.query(
      `SELECT event_type, aggregate_id FROM cf_events ORDER BY position DESC`,
    );
    expect(events[0]).toEqual({ event_type: 'webhook.endpoint.disabled', aggregate_id: id });
    await stage.record();
    expect(await stage.deliveries()).toHaveLength(1);
  });

  test('disables an endpoint after days of nothing but failures, and fails what waits for it', async () => {
    const peer = await receiver((response) => void response.writeHead(500).end());
    const { id } = await stage.add({ url: peer.url, events: ['test.*'] });
    await stage.startDeliveries({ disableAfterMs: 5 * 86_400_000 });
    await stage.record();
    await stage.deliveryIs(({ attempts }) => attempts === 1);
    await stage.engine.database.script(
      `UPDATE cf_webhook_endpoints SET failing_since = failing_since - ${6 * 86_400_000}`,
    );
    await stage.record();
    await waitUntil(async () => (await findEndpoint(stage.engine.database, 'default', id)).status === 'disabled', {
      for: 'the endpoint to be disabled',
    });
    await hurry(stage);
    await waitUntil(async () => (await stage.deliveries()).every(({ status }) => status === 'failed'), {
      for: 'both deliveries to fail',
    });
    const endpoint = await findEndpoint(stage.engine.database, 'default', id);
    expect(endpoint.statusReason).toContain('6 d');
    expect(peer.received).toHaveLength(2);
  });

  test('does not send without the key, says so, and tries again', async () => {
    const peer = await receiver();
    await stage.add({ url: peer.url, events: ['*'] });
    await stage.startDeliveries({ key: { configured: undefined, home: '/nonexistent' } });
    await stage.record();
    const delivery = await stage.deliveryIs(({ error }) => error !== null);
    expect(delivery).toMatchObject({ status: 'pending', httpStatus: null });
    expect(delivery.error).toContain('webhook_encryption_key');
    expect(peer.received).toHaveLength(0);
  });

  test('keeps secrets out of jobs, deliveries and events', async () => {
    const peer = await receiver((response, count) => void response.writeHead(count === 1 ? 500 : 200).end());
    const { secret } = await stage.add({ url: peer.url, events: ['*'] });
    await stage.startDeliveries();
    await stage.record();
    await stage.deliveryIs(({ attempts }) => attempts === 1);
    const tables = [
      'cf_jobs',
      'cf_job_logs',
      'cf_events',
      ...['endpoints', 'secrets', 'deliveries', 'attempts'].map((t) => `cf_webhook_${t}`),
    ];
    for (const table of tables) {
      const rows = JSON.stringify(await stage.engine.database.query(`SELECT * FROM ${table}`));
      expect(rows).not.toContain(secret.slice('whsec_'.length));
    }
  });
});
