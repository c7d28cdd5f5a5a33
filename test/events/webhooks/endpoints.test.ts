import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import {
  addEndpoint,
  findEndpoint,
  listEndpoints,
  pauseEndpoint,
  recoverDeliveries,
  redeliver,
  removeEndpoint,
  resumeEndpoint,
  rotateSecret,
  testEndpoint,
} from '../../../src/events/index.js';
import { temporaryFolder } from '../../cli/store.js';
import { waitUntil } from '../../services/wait-until.js';
import { STORES } from '../staging/stage.js';
import { receiver, useWebhookStage } from './staging.js';

const failure = (code: string): object => expect.objectContaining({ code }) as object;
const HOUR_MS = 3_600_000;

describe.each(STORES)('webhook endpoints on %s', (storeName) => {
  const stage = useWebhookStage(storeName);
  const eventTypes = async (): Promise<string[]> => {
    const rows = await stage.engine.database.query<{ event_type: string }>(
      'SELECT event_type FROM cf_events ORDER BY position',
    );
    return rows.map((row) => row.event_type);
  };
  const verifies = (secret: string, { headers, body }: { headers: object; body: Buffer }): boolean => {
    try {
      new Webhook(secret).verify(body, headers as Record<string, string>);
      return true;
    } catch {
      return false;
    }
  };

  test('are checked when they are added', async () => {
    const add = (url: string, resolved?: string) =>
      addEndpoint(
        stage.change(),
        { url, events: ['*'] },
        {
          allowPrivate: false,
          resolve: () => Promise.resolve(resolved === undefined ? [] : [{ address: resolved, family: 4 }]),
        },
      );
    await expect(add('http://example.com/', '1.1.1.1')).rejects.toThrow(failure('URL_REFUSED'));
    await expect(add('https://example.com/', '10.0.0.1')).rejects.toThrow(failure('ADDRESS_REFUSED'));
    await expect(add('https://example.com/')).rejects.toThrow(failure('NETWORK_ERROR'));
    expect(await listEndpoints(stage.engine.database, 'default')).toEqual([]);
    const { id } = await add('https://example.com/hook', '1.1.1.1');
    expect(await findEndpoint(stage.engine.database, 'default', id.slice(0, 20))).toMatchObject({
      status: 'active',
      maxAttempts: 15,
      maxConcurrency: 10,
      maxPerSecond: null,
    });
  });

  test.each([
    { maxAttempts: 0 },
    { maxAttempts: 101 },
    { maxConcurrency: 0 },
    { maxConcurrency: 1.5 },
    { maxPerSecond: 0 },
    { maxPerSecond: NaN },
    { events: [] },
  ])('refuse %j', async (wrong) => {
    const added = stage.add({ url: 'http://127.0.0.1:9/', events: ['*'], ...wrong });
    await expect(added).rejects.toThrow(failure('OPTION_INVALID'));
  });

  test('make a key in the home once, and never a second one for the same database', async () => {
    const [home, otherHome] = [await temporaryFolder(), await temporaryFolder()];
    const add = (from: string) =>
      addEndpoint(
        { ...stage.change(), key: { configured: undefined, home: from } },
        { url: 'http://127.0.0.1:9/', events: ['*'] },
        { allowPrivate: true },
      );
    expect((await add(home)).createdKey).toContain(home);
    expect((await add(home)).createdKey).toBeUndefined();
    await expect(add(otherHome)).rejects.toThrow(failure('WEBHOOK_KEY_MISSING'));
  });

  test('sign with both secrets during the grace period, then with the new one alone', async () => {
    const peer = await receiver();
    const { id, secret: old } = await stage.add({ url: peer.url, events: ['*'] });
    const { secret: fresh } = await rotateSecret(stage.change(), id, { graceMs: HOUR_MS, force: false });
    await stage.startDeliveries();
    await stage.record();
    await waitUntil(() => peer.received.length === 2, { for: 'the rotation and the event' });
    for (const message of peer.received)
      expect([old, fresh].map((secret) => verifies(secret, message))).toEqual([true, true]);
    const again = rotateSecret(stage.change(), id, { graceMs: HOUR_MS, force: false });
    await expect(again).rejects.toThrow(failure('WEBHOOK_STATE_CONFLICT'));
    await stage.engine.database.script(`UPDATE cf_webhook_secrets SET expires_at = 1 WHERE expires_at IS NOT NULL`);
    await stage.record();
    await waitUntil(() => peer.received.length === 3, { for: 'the third delivery' });
    const [, , third] = peer.received;
    if (!third) throw new Error('there are three');
    expect([old, fresh].map((secret) => verifies(secret, third))).toEqual([false, true]);
    expect(third.headers).not.toHaveProperty('x-bpc-signature-next');
  });

  test('can be rotated by force, which ends the oldest secret at once', async () => {
    const peer = await receiver();
    const { id, secret: first } = await stage.add({ url: peer.url, events: ['test.*'] });
    const { secret: second } = await rotateSecret(stage.change(), id, { graceMs: HOUR_MS, force: false });
    const { secret: third } = await rotateSecret(stage.change(), id, { graceMs: HOUR_MS, force: true });
    await stage.startDeliveries();
    await stage.record();
    await waitUntil(() => peer.received.length === 1, { for: 'the delivery' });
    const [message] = peer.received;
    if (!message) throw new Error('there is one');
    expect([first, second, third].map((secret) => verifies(secret, message))).toEqual([false, true, true]);
  });

  test('keep their deliveries while they are paused, and send them when they are resumed', async () => {
    const peer = await receiver();
    const { id } = await stage.add({ url: peer.url, events: ['test.*'] });
    await stage.startDeliveries();
    await pauseEndpoint(stage.change(), id);
    await stage.record();
    const { jobId } = await stage.deliveryIs(() => true);
    await waitUntil(async () => (await stage.engine.job(jobId)).runAt > Date.now() + 60_000, {
      for: 'the job to be snoozed',
    });
    expect(peer.received).toEqual([]);
    expect((await stage.engine.job(jobId)).attempts).toBe(0);
    await resumeEndpoint(stage.change(), id);
    await stage.deliveryIs(({ status }) => status === 'delivered');
    expect(await eventTypes()).toEqual([
      'webhook.endpoint.added',
      'webhook.endpoint.paused',
      'test.happened',
      'webhook.endpoint.resumed',
    ]);
  });

  test('fail what waits when they are removed, and keep the log', async () => {
    const peer = await receiver();
    const { id } = await stage.add({ url: peer.url, events: ['test.*'] });
    await stage.record();
    await removeEndpoint(stage.change(), id);
    await stage.startDeliveries();
    const { jobId } = await stage.deliveryIs(({ status }) => status === 'failed');
    await waitUntil(async () => (await stage.engine.job(jobId)).status === 'completed', { for: 'the job to end' });
    expect(peer.received).toEqual([]);
    await expect(findEndpoint(stage.engine.database, 'default', id)).rejects.toThrow(failure('WEBHOOK_NOT_FOUND'));
    expect(await stage.engine.database.query('SELECT * FROM cf_webhook_secrets')).toEqual([]);
    await stage.record();
    expect(await stage.deliveries()).toHaveLength(1);
  });

  test('get a test event whatever they are subscribed to, and no other endpoint does', async () => {
    const [peer, other] = [await receiver(), await receiver()];
    const { id } = await stage.add({ url: peer.url, events: ['nothing.at.all'] });
    await stage.add({ url: other.url, events: ['*'] });
    await stage.startDeliveries();
    const delivery = await testEndpoint(stage.change(), id);
    expect(delivery).toMatchObject({ eventType: 'webhook.test', endpointId: id });
    await waitUntil(() => peer.received.length === 1, { for: 'the test event' });
    expect(other.received).toEqual([]);
  });

  test('get a delivery again as a new one that names the first', async () => {
    const peer = await receiver((response, count) => void response.writeHead(count === 1 ? 400 : 200).end());
    await stage.add({ url: peer.url, events: ['test.*'] });
    await stage.startDeliveries();
    const eventId = await stage.record();
    const failed = await stage.deliveryIs(({ status }) => status === 'failed');
    const repeated = await redeliver(stage.engine.database, 'default', failed.id);
    expect(repeated).toMatchObject({ eventId, originalId: failed.id, status: 'pending' });
    await waitUntil(() => peer.received.length === 2, { for: 'the second request' });
    const [first, second] = peer.received;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.headers['x-bpc-delivery-id']).toBe(repeated.id);
    expect(second?.body).toEqual(first?.body);
    const twice = await redeliver(stage.engine.database, 'default', repeated.id);
    expect(twice.originalId).toBe(failed.id);
  });

  test('recover what failed and what they missed while they were disabled, once', async () => {
    let isBroken = true;
    const peer = await receiver((response) => void response.writeHead(isBroken ? 410 : 200).end());
    const { id } = await stage.add({ url: peer.url, events: ['test.*'] });
    await stage.startDeliveries();
    const first = await stage.record();
    await stage.deliveryIs(({ status }) => status === 'failed');
    const [second, third] = [await stage.record(), await stage.record()];
    await stage.record('other.thing');
    const since = new Date(Date.now() - HOUR_MS);
    const recover = (from: Date) =>
      recoverDeliveries(stage.engine.database, 'default', { endpointId: id, since: from });
    await expect(recover(since)).rejects.toThrow(failure('WEBHOOK_STATE_CONFLICT'));
    isBroken = false;
    await resumeEndpoint(stage.change(), id);
    expect(await recover(new Date(Date.now() + HOUR_MS))).toBe(0);
    expect(await recover(since)).toBe(3);
    expect(await recover(since)).toBe(0);
    await waitUntil(() => peer.received.length === 4, { for: 'the recovered deliveries' });
    const ids = peer.received.map(({ headers }) => headers['webhook-id']).sort();
    expect(ids).toEqual([first, first, second, third].sort());
  });
});
