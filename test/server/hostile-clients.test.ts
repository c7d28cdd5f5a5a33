import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitUntil } from '../services/wait-until.js';
import { type RunningServer, startServer } from './running-server.js';

interface Envelope {
  readonly error: { readonly code: string };
}

const undo: (() => Promise<void>)[] = [];
let server: RunningServer;
let key: string;
beforeAll(async () => {
  server = await startServer('sqlite', {
    env: { CASPARIAN_HTTP_REQUEST_TIMEOUT_SECONDS: '1', CASPARIAN_HTTP_MAX_UPLOAD_BYTES: '100000' },
    afterwards: (work) => undo.push(work),
  });
  key = await server.keyOf('Admin');
});
afterAll(async () => {
  for (const work of undo.reverse()) await work();
});

/** Sends bytes and returns what comes back until the server closes the connection. */
async function raw(text: string): Promise<string> {
  const socket = connect(server.port, '127.0.0.1');
  let heard = '';
  socket.setEncoding('utf8').on('data', (data: string) => (heard += data));
  socket.on('error', () => undefined);
  socket.write(text);
  await once(socket, 'close');
  return heard;
}

async function isFine(): Promise<boolean> {
  return (await server.call('GET /v1/jobs?limit=1', { key })).status === 200;
}

test('CSRF: a page of another site cannot change anything with the session of a user', async () => {
  const opened = await server.call(`GET ${server.tokenUrl.slice(server.url.length)}`);
  const cookie = (opened.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
  const attempts: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `http://127.0.0.1:${server.port + 1}` },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];
  for (const headers of attempts) {
    const answer = await server.call<Envelope>('POST /v1/jobs', {
      ...{ body: { type: 'noop', queue: 'csrf' }, headers: { cookie, ...headers } },
    });
    expect([headers, answer.status, answer.json.error.code]).toEqual([headers, 403, 'ORIGIN_NOT_ALLOWED']);
  }
  const asForm = await server.call<Envelope>('POST /v1/jobs', {
    body: '{"type":"noop","queue":"csrf"}',
    headers: { cookie, 'content-type': 'text/plain' },
  });
  expect([asForm.status, asForm.json.error.code]).toEqual([415, 'MEDIA_TYPE_UNSUPPORTED']);
  expect(await server.engine.jobs({ queue: 'csrf' })).toEqual([]);
  const own = await server.call('POST /v1/jobs', {
    body: { type: 'noop', queue: 'own' },
    headers: { cookie, origin: server.url },
  });
  expect(own.status).toBe(201);
});

test('DNS rebinding: a name that the server does not know is refused, on every path', async () => {
  for (const path of ['/v1/jobs', '/health/live', '/metrics', '/openapi.json', '/']) {
    const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: evil.example:${server.port}\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 421 /);
    expect(answer).toContain('HOST_NOT_ALLOWED');
  }
  expect(await raw('GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
});

test('path traversal: the name of an upload stays in the folder of the tenant', async () => {
  const names = ['../escaped.csv', '..', '.', '/etc/passwd', 'a/b.csv', 'a\\b.csv', '.hidden', 'nul\0.csv', ' x.csv'];
  for (const name of names) {
    const answer = await server.call<Envelope>(`POST /v1/files?name=${encodeURIComponent(name)}`, {
      ...{ key, body: 'x\n1\n', headers: { 'content-type': 'application/octet-stream' } },
    });
    expect([name, answer.status, answer.json.error.code]).toEqual([name, 422, 'VALIDATION_ERROR']);
  }
  const dataset = await server.call<Envelope>('POST /v1/files?name=x.csv&dataset=..%2Fescaped', {
    ...{ key, body: 'x\n1\n', headers: { 'content-type': 'application/octet-stream' } },
  });
  expect(dataset.status).toBe(422);
  expect((await readdir(server.home)).filter((name) => name.includes('escaped'))).toEqual([]);
});

test('a scan of a folder that was not allowed is refused', async () => {
  const answer = await server.call<Envelope>('POST /v1/scans', { key, body: { folders: ['/etc'] } });
  expect([answer.status, answer.json.error.code]).toEqual([403, 'NOT_PERMITTED']);
});

test('SQL cannot leave the datasets', async () => {
  const statements = [
    "SELECT * FROM read_csv('/etc/passwd')",
    "SELECT * FROM '/etc/passwd'",
    "COPY (SELECT 1) TO '/tmp/escaped.csv'",
    "ATTACH '/tmp/escaped.db'",
    'INSTALL httpfs',
    "SELECT * FROM read_text('/proc/self/environ')",
    "SET enable_external_access = true; SELECT * FROM read_text('/etc/passwd')",
    "SELECT getenv('HOME')",
    `SELECT * FROM read_blob('${join(server.home, 'casparian.db')}')`,
  ];
  for (const sql of statements) {
    const { status, text } = await server.call('POST /v1/query', { key, body: { sql } });
    expect([sql, status >= 400 && status < 500, text.includes('root:')]).toEqual([sql, true, false]);
  }
});

test('an upload that is too large is ended, and leaves nothing behind', async () => {
  const answer = await server.call<Envelope>('POST /v1/files?name=large.csv', {
    ...{ key, body: 'x'.repeat(200_000), headers: { 'content-type': 'application/octet-stream' } },
  });
  expect([answer.status, answer.json.error.code]).toEqual([413, 'REQUEST_TOO_LARGE']);
  const left = await readdir(join(server.home, 'staging')).catch(() => []);
  expect(left.filter((name) => name.startsWith('upload-'))).toEqual([]);
  expect(await isFine()).toBe(true);
});

test('huge bodies and headers are refused', async () => {
  const body = `{"type":"noop","payload":"${'x'.repeat(2_000_000)}"}`;
  const large = await server.call<Envelope>('POST /v1/jobs', { key, body });
  expect([large.status, large.json.error.code]).toEqual([413, 'REQUEST_TOO_LARGE']);
  const head = `GET /v1/jobs HTTP/1.1\r\nHost: 127.0.0.1\r\n`;
  expect(await raw(`${head}X-Large: ${'x'.repeat(20_000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 /);
  expect(await isFine()).toBe(true);
});

test('request smuggling: what a proxy could read differently is refused', async () => {
  const post = `POST /v1/jobs HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n`;
  const twice = [
    `${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n`,
    `${post}Content-Length: 4\r\nContent-Length: 5\r\n\r\n{}{}`,
    `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
    `${post}Content-Length : 4\r\n\r\n{}{}`,
    `GET /v1/jobs HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
    `GET http://evil.example/v1/jobs HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`,
  ];
  for (const text of twice)
    expect([text, await raw(text)]).toEqual([text, expect.stringMatching(/^HTTP\/1\.1 4\d\d /) as string]);
  expect(await isFine()).toBe(true);
});

test('slow clients are disconnected, and others do not notice them', async () => {
  const slow: Socket[] = [];
  for (let at = 0; at < 50; at += 1) {
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      at % 2 === 0
        ? 'GET /v1/jobs HTTP/1.1\r\nHost:'
        : `POST /v1/jobs HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10\r\n\r\n{`,
    );
    slow.push(socket);
  }
  expect(await isFine()).toBe(true);
  const closed = slow.map((socket) => once(socket.resume(), 'close'));
  await Promise.all(closed);
  expect(await isFine()).toBe(true);
});

test('more connections than allowed are refused with 503, and others do not notice them', async () => {
  const small = await startServer('sqlite', { store: server, env: { CASPARIAN_HTTP_MAX_CONNECTIONS: '40' } });
  const sockets = Array.from({ length: 200 }, () => connect(small.port, '127.0.0.1'));
  const heard = sockets.map(() => '');
  sockets.forEach((socket, at) => {
    socket.setEncoding('utf8').on('data', (data: string) => (heard[at] += data));
    socket.on('error', () => undefined);
  });
  const refused = (): string[] => heard.filter((text) => text !== '');
  await waitUntil(() => refused().length === 160, { for: 'all that are too many to be refused' });
  expect(new Set(refused().map((text) => text.split('\r\n', 1)[0]))).toEqual(
    new Set(['HTTP/1.1 503 Service Unavailable']),
  );
  expect(refused()[0]).toContain('TOO_MANY_CONNECTIONS');
  // The first ones still work.
  const kept = sockets.find((_, at) => heard[at] === '')!;
  kept.write('GET /health/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  await waitUntil(() => heard.some((text) => text.startsWith('HTTP/1.1 200')), { for: 'a response' });
  for (const socket of sockets) socket.destroy();
  await waitUntil(
    () =>
      small.call('GET /health/live').then(
        ({ status }) => status === 200,
        () => false,
      ),
    { for: 'room for a new connection' },
  );
});

test('a key has a rate limit over all servers', async () => {
  const limited = await startServer('sqlite', {
    store: server,
    env: { CASPARIAN_RATE_LIMIT_ENABLED: '1', CASPARIAN_RATE_LIMIT_RPS: '1', CASPARIAN_RATE_LIMIT_BURST: '3' },
  });
  const own = await server.keyOf('Reader', 'default', 'limited');
  const answers = [];
  for (let at = 0; at < 5; at += 1) answers.push(await limited.call<Envelope>('GET /v1/jobs', { key: own }));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.json.error.code).toBe('RATE_LIMITED');
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect((await limited.call('GET /v1/jobs', { key })).status).toBe(200);
});

test('SIGKILL loses no request that was accepted', async () => {
  const fragile = await startServer('sqlite', { store: server });
  const accepted: string[] = [];
  const sending = Array.from({ length: 8 }, async () => {
    for (;;) {
      const { json } = await fragile.call<{ id: string }>('POST /v1/jobs', {
        key,
        body: { type: 'noop', queue: 'kill' },
      });
      accepted.push(json.id);
    }
  });
  await waitUntil(() => accepted.length > 20, { for: 'some requests', intervalMs: 5 });
  fragile.running.process.kill('SIGKILL');
  await Promise.allSettled(sending);
  const [row] = await server.engine.database.query<{ n: number }>(
    "SELECT count(*) AS n FROM cf_jobs WHERE queue = 'kill'",
  );
  for (const id of accepted) expect((await server.engine.job(id)).queue).toBe('kill');
  expect(row?.n).toBeGreaterThanOrEqual(accepted.length);
});
