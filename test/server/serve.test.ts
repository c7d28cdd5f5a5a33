import { expect, test } from 'vitest';
import { waitUntil } from '../services/wait-until.js';
import { casparian, start } from '../cli/casparian.js';
import { freshStore, COMMAND_STORES } from '../cli/store.js';
import { call, keyIn, startServer } from './running-server.js';

test.each(COMMAND_STORES)(
  'serve prints where it listens, and reports health, metrics and its specification, on %s',
  async (kind) => {
    const server = await startServer(kind);
    expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
    expect((await server.call('GET /health/live')).json).toEqual({ status: 'OK' });
    expect(await server.call('GET /health/ready')).toMatchObject({ status: 200, json: { status: 'OK', reasons: [] } });
    expect((await server.call('GET /metrics')).text).toContain('casparian_database_reachable 1');
    expect((await server.call('GET /openapi.json')).json).toMatchObject({ openapi: '3.1.0' });
    expect((await server.call('GET /docs')).headers.get('content-type')).toBe('text/html; charset=utf-8');

    server.running.process.kill('SIGTERM');
    expect((await server.running.ended).code).toBe(0);
  },
);

test('the URL with the token opens one session, once', async () => {
  const server = await startServer('sqlite', { env: { CASPARIAN_ACTOR: 'ann' } });
  const path = server.tokenUrl.slice(server.url.length);
  // The preview of a link must not use the token up.
  expect((await server.call(`HEAD ${path}`)).status).toBe(401);
  const opened = await server.call(`GET ${path}`);
  expect([opened.status, opened.headers.get('location')]).toEqual([303, '/']);
  const cookie = opened.headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(/^casparian_session_\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
  const headers = { cookie: cookie.split(';', 1)[0] ?? '' };
  expect((await server.call('GET /v1/jobs', { headers })).status).toBe(200);
  expect((await server.call('POST /v1/jobs', { headers, body: { type: 'noop' } })).status).toBe(201);
  expect((await server.call(`GET ${path}`)).status).toBe(401);
  expect((await server.call('GET /v1/jobs', { headers: { cookie: `${headers.cookie}x` } })).status).toBe(401);

  const events = await server.engine.database.query<{ event_type: string; actor: string }>(
    "SELECT event_type, actor FROM cf_events WHERE event_type = 'job.enqueued'",
  );
  expect(events).toEqual([{ event_type: 'job.enqueued', actor: 'ann' }]);
});

test('behind a proxy that speaks https, the cookie of a session is Secure', async () => {
  const server = await startServer('sqlite');
  const path = server.tokenUrl.slice(server.url.length);
  const opened = await server.call(`GET ${path}`, { headers: { 'x-forwarded-proto': 'https' } });
  expect(opened.headers.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Strict; Secure$/);
});

test('an address that others can reach needs a key, unless authentication is switched off', async () => {
  const { engine, flags } = await freshStore('sqlite');
  const args = ['serve', '--host', '0.0.0.0', '--port', '0', '--json', ...flags];
  const refused = await casparian(args);
  expect([refused.code, (JSON.parse(refused.stdout) as { error: { code: string } }).error.code]).toEqual([
    2,
    'API_KEYS_MISSING',
  ]);

  const store = { engine, flags };
  const open = await startServer('sqlite', { store, args: ['--host', '0.0.0.0', '--no-auth'] });
  const local = `http://127.0.0.1:${open.port}`;
  expect((await call(local, 'GET /v1/jobs')).status).toBe(200);
  expect(open.tokenUrl).toBeNull();
  await open.running.line('stderr', /Authentication is off/);

  const key = await keyIn(store, open.home, { role: 'Reader', tenant: 'default', name: 'one' });
  const closed = await startServer('sqlite', { store, args: ['--host', '0.0.0.0'] });
  const there = `http://127.0.0.1:${closed.port}`;
  expect((await call(there, 'GET /v1/jobs')).status).toBe(401);
  expect((await call(there, 'GET /metrics')).status).toBe(401);
  expect((await call(there, 'GET /v1/jobs', { key })).status).toBe(200);
  expect((await call(there, 'GET /metrics', { key })).status).toBe(200);
});

test('--read-only refuses every change and --base-path moves every path', async () => {
  const server = await startServer('sqlite', { args: ['--read-only', '--base-path', '/flow/'] });
  expect(server.url).toMatch(/:\d+\/flow$/);
  const key = await server.keyOf('Admin');
  expect((await server.call('GET /v1/jobs', { key })).status).toBe(200);
  expect(await server.call('POST /v1/jobs', { key, body: { type: 'noop' } })).toMatchObject({
    status: 403,
    json: { error: { code: 'READ_ONLY' } },
  });
  expect((await call(`http://127.0.0.1:${server.port}`, 'GET /v1/jobs', { key })).status).toBe(404);
});

test.each(COMMAND_STORES)('--with-worker runs the jobs in the same process, on %s', async (kind) => {
  const server = await startServer(kind, { args: ['--with-worker', '--concurrency', '2'] });
  const key = await server.keyOf('Operator');
  const { json } = await server.call<{ id: string }>('POST /v1/jobs', { key, body: { type: 'noop' } });
  await waitUntil(async () => (await server.engine.job(json.id)).status === 'completed', { for: 'the job' });
  expect((await server.call('GET /health/ready')).status).toBe(200);
  expect((await server.call('GET /metrics')).text).toContain('casparian_jobs_completed_total');
  server.running.process.kill('SIGTERM');
  expect((await server.running.ended).code).toBe(0);
});

test('start --serve watches folders and serves the API', async () => {
  const { flags } = await freshStore('sqlite');
  const folder = flags[1] as string;
  const daemon = start(['start', '--watch', folder, '--serve', '--port', '0', '--json', ...flags], {});
  const { url } = JSON.parse(await daemon.line('stdout', /"url"/)) as { url: string };
  expect((await call(url, 'GET /health/ready')).status).toBe(200);
  daemon.process.kill('SIGTERM');
  expect((await daemon.ended).code).toBe(0);
});
