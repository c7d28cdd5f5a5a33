import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BUILT_IN_JOBS } from '../../src/engine/index.js';
import { casparianJson } from '../cli/casparian.js';
import { COMMAND_STORES } from '../cli/store.js';
import { type RunningServer, startServer } from './running-server.js';

interface List {
  readonly items: { id: string; status: string }[];
  readonly next_cursor: string | null;
}

interface Envelope {
  readonly error: { readonly code: string; readonly why: string };
}

const noop = BUILT_IN_JOBS.find(({ type }) => type === 'noop')!;

describe.each(COMMAND_STORES)('requests on %s', (kind) => {
  const undo: (() => Promise<void>)[] = [];
  let server: RunningServer;
  let key: string;
  beforeAll(async () => {
    server = await startServer(kind, { afterwards: (work) => undo.push(work) });
    key = await server.keyOf('Admin');
  });
  afterAll(async () => {
    for (const work of undo.reverse()) await work();
  });

  test('lists have pages with the fields of the command line', async () => {
    const queue = randomUUID();
    const receipts = await server.engine.enqueueMany(noop, [{}, {}, {}, {}, {}], { queue });
    const ids = receipts.map(({ id }) => id).reverse();
    const seen: string[] = [];
    let cursor = '';
    for (let page = 0; page < 3; page += 1) {
      const { json } = await server.call<List>(`GET /v1/jobs?queue=${queue}&limit=2${cursor}`, { key });
      seen.push(...json.items.map(({ id }) => id));
      cursor = `&cursor=${json.next_cursor}`;
      if (page < 2) {
        const place = JSON.parse(Buffer.from(json.next_cursor ?? '', 'base64url').toString()) as object;
        expect(place).toEqual({ t: expect.any(Number) as number, id: seen.at(-1) });
      } else expect(json.next_cursor).toBeNull();
    }
    expect(seen).toEqual(ids);

    const { json: byApi } = await server.call<List>(`GET /v1/jobs?queue=${queue}`, { key });
    const { json: byCommand } = await casparianJson(['jobs', '--queue', queue, ...server.flags]);
    // The label is for people: the API has it, the JSON of the command line does not.
    const withoutLabels = byApi.items.map((job) => ({ ...job, label: undefined }));
    expect(withoutLabels).toEqual(byCommand);

    const lines = await server.call(`GET /v1/jobs?queue=${queue}&limit=2`, {
      key,
      headers: { accept: 'application/x-ndjson' },
    });
    expect(lines.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(
      lines.text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual(byApi.items);
  });

  test('names that every object has and integers of any size are refused or read like others', async () => {
    const named = await server.call('GET /v1/jobs?__proto__=&constructor=', { key });
    expect([named.status, named.text]).toEqual([422, expect.stringContaining('unknown name')]);
    const readings = [{ battery: 'A/1', observed_at: 'then', values: { a: 9_779_203_350_705_382 } }];
    const reading = await server.call('POST /v1/readings', { key, body: { readings } });
    expect(reading.status).toBeGreaterThanOrEqual(400);
    expect(reading.status).toBeLessThan(500);
  });

  test('a text with NUL is stored or refused, and is no mistake of the server', async () => {
    const paused = await server.call('POST /v1/queues/nul/pause', { key, body: { reason: 'a\u0000b' } });
    expect([200, 422]).toContain(paused.status);
    if (paused.status === 422) expect(paused.text).toContain('NUL');
  });

  test('a repeated write with the same Idempotency-Key is executed once', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { type: 'noop', queue: 'once' };
    const first = await server.call('POST /v1/jobs', { key, body, headers });
    const second = await server.call('POST /v1/jobs', { key, body, headers });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    const other = await server.call<Envelope>('POST /v1/jobs', { key, body: { ...body, priority: 1 }, headers });
    expect([other.status, other.json.error.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
    expect((await server.engine.jobs({ queue: 'once' })).length).toBe(1);
  });

  test('two equal requests at the same time create one job', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        server.call('POST /v1/jobs', { key, body: { type: 'noop', queue: 'race' }, headers }),
      ),
    );
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    expect((await server.engine.jobs({ queue: 'race' })).length).toBe(1);
  });

  test('a failed write with an Idempotency-Key can be repeated', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { type: 'not-known-anywhere' };
    const refused = await server.call<Envelope>('POST /v1/jobs', { key, body, headers });
    expect([refused.status, refused.json.error.code]).toEqual([422, 'UNKNOWN_JOB_TYPE']);
    expect((await server.call<Envelope>('POST /v1/jobs', { key, body, headers })).json.error.code).toBe(
      'UNKNOWN_JOB_TYPE',
    );
  });

  test('an edit with an old ETag changes nothing', async () => {
    const path = '/v1/queues/edited';
    const read = await server.call(`GET ${path}`, { key });
    const etag = read.headers.get('etag') ?? '';
    expect((await server.call(`GET ${path}`, { key, headers: { 'if-none-match': etag } })).status).toBe(304);
    const body = { concurrency: 3 };
    expect((await server.call(`PUT ${path}/limit`, { key, body, headers: { 'if-match': etag } })).status).toBe(200);
    const late = await server.call<Envelope>(`PUT ${path}/limit`, {
      ...{ key, body: { concurrency: 9 }, headers: { 'if-match': etag } },
    });
    expect([late.status, late.json.error.code]).toEqual([412, 'PRECONDITION_FAILED']);
    expect((await server.call(`GET ${path}`, { key })).json).toMatchObject({ limit: { concurrency: 3 } });
  });

  test('of edits with the same ETag at the same time, one is made', async () => {
    const schedule = { cron: '0 3 * * *', type: 'noop' };
    const source = { name: 'raced', kind: 'csv', url: 'https://prices.example.com/{title}' };
    await server.call('PUT /v1/schedules/raced', { key, body: schedule });
    await server.call('POST /v1/sources', { key, body: source });
    const edits = [
      ['/v1/queues/raced', 'PUT /v1/queues/raced/limit', (n: number) => ({ concurrency: n })],
      ['/v1/schedules/raced', 'PUT /v1/schedules/raced', (n: number) => ({ ...schedule, max_attempts: n })],
      ['/v1/sources/raced', 'PATCH /v1/sources/raced', (n: number) => ({ burst: n })],
    ] as const;
    for (const [path, edit, bodyOf] of edits) {
      const etag = (await server.call(`GET ${path}`, { key })).headers.get('etag') ?? '';
      const headers = { 'if-match': etag };
      const answers = await Promise.all(
        [11, 12, 13, 14].map((n) => server.call(edit, { key, body: bodyOf(n), headers })),
      );
      expect([edit, answers.map(({ status }) => status).sort()]).toEqual([edit, [200, 412, 412, 412]]);
    }
  });

  test('the ETag of a queue does not depend on its jobs, and If-Match needs something to match', async () => {
    const etagOf = async (): Promise<string | null> =>
      (await server.call('GET /v1/queues/busy', { key })).headers.get('etag');
    const before = await etagOf();
    await server.engine.enqueue(noop, {}, { queue: 'busy' });
    expect(await etagOf()).toBe(before);
    const body = { cron: '0 3 * * *', type: 'noop' };
    const missing = await server.call('PUT /v1/schedules/missing', { key, body, headers: { 'if-match': '*' } });
    expect(missing).toMatchObject({ status: 412, json: { error: { code: 'PRECONDITION_FAILED' } } });
  });

  test('integers of any size stay exact', async () => {
    const body = '{"type":"noop","queue":"exact","payload":{"n":123456789012345678901234567890}}';
    const { json } = await server.call<{ id: string }>('POST /v1/jobs', { key, body });
    expect((await server.call(`GET /v1/jobs/${json.id}`, { key })).text).toContain(
      '{"n":123456789012345678901234567890}',
    );
  });

  test.each([
    ['GET /v1/jobs?limit=0', undefined, 422, 'VALIDATION_ERROR'],
    ['GET /v1/jobs?limit=201', undefined, 422, 'VALIDATION_ERROR'],
    ['GET /v1/jobs?limit=1&limit=2', undefined, 422, 'VALIDATION_ERROR'],
    ['GET /v1/jobs?limti=5', undefined, 422, 'VALIDATION_ERROR'],
    ['GET /v1/jobs?cursor=nonsense', undefined, 422, 'VALIDATION_ERROR'],
    ['GET /v1/jobs?status=unheard', undefined, 422, 'OPTION_INVALID'],
    ['GET /v1/jobs/not-a-uuid', undefined, 422, 'VALIDATION_ERROR'],
    ['GET /v1/jobs/00000000-0000-7000-8000-000000000000', undefined, 404, 'JOB_NOT_FOUND'],
    ['GET /v1/nothing', undefined, 404, 'ROUTE_NOT_FOUND'],
    ['DELETE /v1/jobs', undefined, 405, 'METHOD_NOT_ALLOWED'],
    ['GET /v1/bulk/count', undefined, 405, 'METHOD_NOT_ALLOWED'],
    ['GET /v1/audit/export?type=%3B', undefined, 422, 'OPTION_INVALID'],
    [`GET /v1/rule-package-versions/${randomUUID()}:publish`, undefined, 405, 'METHOD_NOT_ALLOWED'],
    ['POST /v1/webhook-endpoints', '{"url":"https://nothing.invalid/","events":["a"]}', 422, 'NETWORK_ERROR'],
    ['POST /v1/jobs', '{"type":', 422, 'VALIDATION_ERROR'],
    ['PUT /v1/datasets/large/contract', '{"contract":{"version":72057594037927935}}', 422, 'CONTRACT_INVALID'],
    ['POST /v1/jobs', '{"type":"noop","unknown":1}', 422, 'VALIDATION_ERROR'],
    ['POST /v1/jobs', '{"type":"noop","priority":7}', 422, 'VALIDATION_ERROR'],
  ])('%s %s is refused clearly', async (request, body, status, code) => {
    const answer = await server.call<Envelope>(request, { key, body });
    expect([answer.status, answer.json.error.code]).toEqual([status, code]);
    expect(answer.json.error).toMatchObject({
      message: expect.any(String) as string,
      correlation_id: answer.headers.get('x-correlation-id'),
    });
  });

  test('a misspelt name is told with the one that was probably meant', async () => {
    const { json } = await server.call<{ error: { why: string } }>('GET /v1/jobs?corelation_id=a', { key });
    expect(json.error.why).toBe("unknown name 'corelation_id' (did you mean 'correlation_id'?)");
    const body = { type: 'noop', payload: {}, que: 'a', retries: 3 };
    const posted = await server.call<{ error: { why: string } }>('POST /v1/jobs', { key, body });
    expect(posted.json.error.why).toBe("unknown names 'que', 'retries'");
  });

  test('a request without a key is told how to authenticate', async () => {
    const { status, headers } = await server.call('GET /v1/jobs');
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });
});
