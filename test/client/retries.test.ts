import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { createClient } from '../../src/client/index.js';
import { backoffMs } from '../../src/client/retries.js';
import { startServer } from '../server/running-server.js';
import { openProxy } from './breakable-proxy.js';

test('a change is executed once, however often the connection breaks', async () => {
  const server = await startServer('sqlite');
  const proxy = await openProxy(server.url);
  const client = createClient({ url: proxy.url, key: await server.keyOf('Admin') });

  proxy.next.push((response) => response.destroy(), 'lose response', 'cut body');
  const { id } = await client.post('/v1/jobs', { body: { type: 'noop' } });
  expect(proxy.seen).toHaveLength(4);
  expect(new Set(proxy.seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  expect((await server.engine.jobs({})).map((job) => job.id)).toEqual([id]);

  // A new key is shown once, so its response is not kept: a second try would create a second one.
  proxy.next.push('lose response');
  const created = client.post('/v1/keys', { body: { name: 'new', role: 'Reader' } });
  await expect(created).rejects.toMatchObject({ code: 'NETWORK_ERROR', status: 0 });
  expect(proxy.seen.slice(4).map(({ line }) => line)).toEqual(['POST /v1/keys']);

  // A stream cannot be read twice.
  proxy.next.push('lose response');
  const body = new Blob(['id\n1\n']).stream();
  await expect(client.post('/v1/files', { query: { name: 'a.csv' }, body })).rejects.toMatchObject({
    code: 'NETWORK_ERROR',
  });
});

test('a server that is busy or restarts is asked again, and one that wants too much patience is not', async () => {
  const server = await startServer('sqlite');
  const proxy = await openProxy(server.url);
  const client = createClient({ url: proxy.url, key: await server.keyOf('Admin') });
  const refuse =
    (status: number, headers: Record<string, string> = {}) =>
    (response: ServerResponse) =>
      void response.writeHead(status, headers).end('<h1>Busy</h1>');

  proxy.next.push(refuse(502), refuse(503), refuse(429, { 'retry-after': '0' }));
  expect(await client.get('/v1/jobs')).toEqual({ items: [], next_cursor: null });
  expect(proxy.seen).toHaveLength(4);

  proxy.next.push(refuse(429, { 'retry-after': '3600' }));
  await expect(client.get('/v1/jobs')).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    status: 429,
    retryAfterMs: 3_600_000,
  });
  proxy.next.push(refuse(418));
  await expect(client.get('/v1/jobs')).rejects.toMatchObject({ code: 'HTTP_CLIENT_ERROR', status: 418 });
  const impatient = createClient({ url: proxy.url, retries: 0 });
  proxy.next.push(refuse(503));
  await expect(impatient.get('/v1/jobs')).rejects.toMatchObject({ code: 'HTTP_SERVER_ERROR', status: 503 });
  expect(proxy.seen).toHaveLength(7);
});

test('a server that is silent, gone or cuts a list off is a failure of the connection', async () => {
  const server = await startServer('sqlite');
  const proxy = await openProxy(server.url);
  const key = await server.keyOf('Admin');
  const client = createClient({ url: proxy.url, key, retries: 0 });
  const impatient = createClient({ url: proxy.url, key, retries: 0, timeoutMs: 300 });
  proxy.next.push(() => undefined);
  await expect(impatient.get('/v1/jobs')).rejects.toMatchObject({
    code: 'NETWORK_ERROR',
    why: 'Nothing arrived for 0.3 seconds.',
  });
  for (let n = 0; n < 3; n++) await client.post('/v1/jobs', { body: { type: 'noop' } });
  proxy.next.push('cut body');
  const items: unknown[] = [];
  const reading = (async () => {
    for await (const job of client.lines('/v1/jobs')) items.push(job);
  })();
  await expect(reading).rejects.toMatchObject({ code: 'NETWORK_ERROR' });
  expect(items.length).toBeLessThan(3);
  server.running.process.kill('SIGKILL');
  await server.running.ended;
  const gone = createClient({ url: server.url, key, retries: 0 });
  await expect(gone.get('/v1/jobs')).rejects.toMatchObject({
    code: 'NETWORK_ERROR',
    why: expect.stringContaining('ECONNREFUSED') as string,
  });
});

test('waits double, with jitter, up to a limit', () => {
  expect([1, 2, 3].map((failures) => backoffMs(failures, 1))).toEqual([250, 500, 1_000]);
  expect([1, 2, 3].map((failures) => backoffMs(failures, 0))).toEqual([125, 250, 500]);
  expect(backoffMs(50, 1)).toBe(8_000);
});
