import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CasparianApiError, type Client, createClient } from '../../src/client/index.js';
import { isErrorCode } from '../../src/platform/index.js';
import { waitUntil } from '../services/wait-until.js';
import { type RunningServer, startServer } from '../server/running-server.js';

const undo: (() => Promise<void>)[] = [];
let server: RunningServer;
let client: Client;
beforeAll(async () => {
  server = await startServer('sqlite', {
    args: ['--with-worker', '--base-path', '/flow'],
    afterwards: (work) => undo.push(work),
  });
  client = createClient({ url: server.url, key: await server.keyOf('Admin') });
});
afterAll(async () => {
  for (const work of undo.reverse()) await work();
});

async function failureOf(work: Promise<unknown>): Promise<CasparianApiError> {
  return work.then(
    () => Promise.reject(new Error('it succeeded')),
    (error: unknown) => error as CasparianApiError,
  );
}

describe('the client', () => {
  test('sends paths, parameters, queries and bodies, and returns what the server sends', async () => {
    const { id, deduplicated } = await client.post('/v1/jobs', {
      body: { type: 'noop', payload: { n: 1 }, queue: 'of the client' },
    });
    expect(deduplicated).toBe(false);
    expect(await client.get('/v1/jobs/{id}', { params: { id } })).toMatchObject({ id, payload: { n: 1 } });
    const { items } = await client.get('/v1/jobs', {
      query: { queue: 'of the client', status: ['pending', 'completed'] },
    });
    expect(items.map((job) => job.id)).toEqual([id]);
    await client.put('/v1/schedules/{name}', { params: { name: 'a/b c' }, body: { cron: '0 3 * * *', type: 'noop' } });
    expect(await client.get('/v1/schedules/{name}', { params: { name: 'a/b c' } })).toMatchObject({ name: 'a/b c' });
    expect(await client.delete('/v1/schedules/{name}', { params: { name: 'a/b c' } })).toMatchObject({});
  });

  test('reads all items of a list by pages and by lines', async () => {
    for (let n = 0; n < 5; n++) await client.post('/v1/jobs', { body: { type: 'noop', queue: 'listed' } });
    const ids: string[] = [];
    for await (const job of client.items('/v1/jobs', { query: { queue: 'listed', limit: 2 } })) ids.push(job.id);
    expect(new Set(ids).size).toBe(5);
    const lines: string[] = [];
    for await (const job of client.lines('/v1/jobs', { query: { queue: 'listed' } })) lines.push(job.id);
    expect(lines).toEqual(ids);
    const sizes: number[] = [];
    for await (const { items } of client.pages('/v1/jobs', { query: { queue: 'listed', limit: 2 } })) {
      sizes.push(items.length);
    }
    expect(sizes).toEqual([2, 2, 1]);
    for await (const job of client.lines('/v1/jobs', { query: { queue: 'listed' } })) {
      expect(job.id).toBe(ids[0]);
      break;
    }
  });

  test('uploads text, bytes and streams, and downloads bytes as they are', async () => {
    const bodies = ['id\n1\n', new TextEncoder().encode('id\n2\n'), new Blob(['id\n3\n']).stream()];
    for (const [at, body] of bodies.entries()) {
      const uploaded = await client.post('/v1/files', { query: { name: `${at}.csv`, dataset: 'numbers' }, body });
      expect(uploaded).toMatchObject({ jobs_created: 1 });
    }
    const read = async (): Promise<boolean> => {
      const { items } = await client.get('/v1/jobs', { query: { type: 'parse', status: ['completed'] } });
      return items.length === bodies.length;
    };
    await waitUntil(read, { for: 'the uploads to be read' });
    const rows: unknown[] = [];
    for await (const row of client.items('/v1/datasets/{name}/rows', { params: { name: 'numbers' } })) rows.push(row);
    expect(rows).toHaveLength(3);
    const document = await client.post('/v1/documents', { body: { kind: 'BOM', external_ref: 'x' } });
    const content = btoa('{"a": 1.10}');
    const version = await client.post('/v1/documents/{id}/versions', {
      params: { id: document.document_id },
      body: { content, mime_type: 'application/json' },
    });
    const params = { id: version.document_version_id };
    const bytes = await client.bytes('/v1/document-versions/{id}/content', { params });
    expect(new TextDecoder().decode(bytes)).toBe('{"a": 1.10}');
    expect(await client.get('/v1/document-versions/{id}/content', { params })).toEqual(bytes);
  });

  test('reports an error with its code, status, reason and next steps', async () => {
    const error = await failureOf(client.get('/v1/datasets/{name}', { params: { name: 'missing' } }));
    expect(error).toMatchObject({ name: 'CasparianApiError', code: 'DATASET_NOT_FOUND', status: 404 });
    expect(error.what).toBe(error.message);
    expect(error.next.length).toBeGreaterThan(0);
    expect(error.correlationId).toMatch(/^[0-9a-f-]{36}$/);
    const stranger = createClient({ url: server.url, key: 'bpc_unknown' });
    expect(await failureOf(stranger.get('/v1/jobs'))).toMatchObject({ code: 'UNAUTHORIZED', status: 401 });
    // @ts-expect-error: the state of a job is not a number.
    const wrong = client.get('/v1/jobs', { query: { status: [1], limit: 1_000 } });
    expect(await failureOf(wrong)).toMatchObject({
      code: 'VALIDATION_ERROR',
      status: 422,
      why: expect.stringContaining('limit') as string,
    });
  });

  test('recognises what is not this API', async () => {
    const url = `http://127.0.0.1:${server.port}`;
    expect(await failureOf(createClient({ url }).get('/v1/jobs'))).toMatchObject({ code: 'ROUTE_NOT_FOUND' });
    const page = createClient({ url: server.url, fetch: () => fetch(`${server.url}/docs`) });
    expect(await failureOf(page.get('/v1/jobs'))).toMatchObject({ code: 'RESPONSE_UNREADABLE' });
    const metrics = createClient({ url: server.url, fetch: () => fetch(`${url}/elsewhere`, { method: 'PUT' }) });
    const error = await failureOf(metrics.get('/v1/jobs'));
    expect(isErrorCode(error.code)).toBe(true);
  });

  test('refuses parameters that would change the path', async () => {
    for (const name of ['', '.', '..', undefined as unknown as string]) {
      await expect(client.get('/v1/queues/{name}', { params: { name } })).rejects.toThrow('params.name cannot be');
    }
  });

  test('edits only the version that was read', async () => {
    const params = { name: 'edited' };
    const schedule = (cron: string) => ({ cron, type: 'noop' });
    await client.put('/v1/schedules/{name}', { params, body: schedule('0 3 * * *') });
    const { etag } = await client.send('get', '/v1/schedules/{name}', { params });
    const ifMatch = etag ?? '';
    await client.put('/v1/schedules/{name}', { params, body: schedule('0 4 * * *'), ifMatch });
    const late = client.put('/v1/schedules/{name}', { params, body: schedule('0 5 * * *'), ifMatch });
    expect(await failureOf(late)).toMatchObject({ code: 'PRECONDITION_FAILED', status: 412 });
  });

  test('ends a request when its signal aborts', async () => {
    const reason = new Error('enough');
    const aborted = AbortSignal.abort(reason);
    await expect(client.get('/v1/jobs', { signal: aborted })).rejects.toBe(reason);
    await expect(client.lines('/v1/jobs', { signal: aborted }).next()).rejects.toBe(reason);
    await expect(client.events({ signal: aborted }).next()).rejects.toBe(reason);
  });

  test('keeps large integers with another parser of JSON', async () => {
    const body = { sql: 'SELECT 9007199254740993 AS n' };
    const texts = createClient({
      url: server.url,
      key: await server.keyOf('Reader'),
      parseJson: (text) => JSON.parse(text.replaceAll(/:\s*(\d{16,})/g, ':"$1"')) as unknown,
    });
    expect(await texts.post('/v1/query', { body })).toMatchObject({ items: [{ n: '9007199254740993' }] });
  });
});
