import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMAND_STORES } from '../../cli/store.js';
import { waitUntil } from '../../services/wait-until.js';
import { type Answer, type RunningServer, startServer } from '../running-server.js';

interface List {
  readonly items: Record<string, unknown>[];
  readonly next_cursor: string | null;
}

/** `note` is empty in two of three rows; `id` is beyond what a double can hold. */
const ROWS = Array.from({ length: 30 }, (_, at) => {
  const day = String((at % 28) + 1).padStart(2, '0');
  return `9007199254740${String(at + 100)},${at % 7}.50,2024-01-${day},${['north', 'north', 'south'][at % 3]},${at % 3 === 0 ? 'x' : ''}`;
});

describe.each(COMMAND_STORES)('rows of a dataset, on %s', (kind) => {
  const undo: (() => Promise<void>)[] = [];
  let server: RunningServer;
  let key: string;
  const get = <T = List>(path: string): Promise<Answer<T>> => server.call<T>(`GET ${path}`, { key });

  beforeAll(async () => {
    server = await startServer(kind, { args: ['--with-worker'], afterwards: (work) => undo.push(work) });
    key = await server.keyOf('Operator');
    const path = 'POST /v1/files?name=orders.csv&dataset=orders';
    const headers = { 'content-type': 'application/octet-stream' };
    await server.call(path, { key, headers, body: `id,net,day,region,note\n${ROWS.join('\n')}\n` });
    await waitUntil(async () => (await server.engine.jobs({ statuses: ['completed'], type: 'parse' })).length > 0, {
      for: 'the file to be read',
    });
  }, 120_000);
  afterAll(async () => {
    for (const work of undo.reverse()) await work();
  });

  async function allPages(query: string): Promise<Record<string, unknown>[]> {
    const items: Record<string, unknown>[] = [];
    for (let cursor = ''; ;) {
      const { json } = await get(`/v1/datasets/orders/rows?limit=7${query}${cursor}`);
      items.push(...json.items);
      if (json.next_cursor === null) return items;
      cursor = `&cursor=${json.next_cursor}`;
    }
  }

  test('pages of a sorted list have every row once, with nulls last', async () => {
    for (const [column, descending] of [
      ['net', false],
      ['net', true],
      ['note', false],
      ['note', true],
    ] as const) {
      const rows = await allPages(`&sort=${column}&descending=${descending}`);
      expect(new Set(rows.map((row) => row['_cf_row'])).size).toBe(30);
      const values = rows.map((row) => row[column]);
      const present = values.filter((value) => value !== null) as (string | number)[];
      const inOrder = present.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      expect(present).toEqual(descending ? inOrder.toReversed() : inOrder);
      expect(values.slice(present.length).every((value) => value === null)).toBe(true);
    }
  });

  test('a cursor whose row is gone is an error, not the end of the list', async () => {
    const cursor = Buffer.from(JSON.stringify({ t: 99, id: '0198c0de-7a6b-7000-8000-000000000000' })).toString(
      'base64url',
    );
    const { status, json } = await get<{ error: { message: string } }>(
      `/v1/datasets/orders/rows?sort=net&cursor=${cursor}`,
    );
    expect([status, json.error.message]).toEqual([422, expect.stringContaining('Begin with the first page')]);
  });

  test('a condition selects rows, counts them and profiles them', async () => {
    const where = encodeURIComponent("region = 'south'");
    const { json } = await get(`/v1/datasets/orders/rows?where=${where}`);
    expect(json.items.length).toBe(10);
    expect((await get('/v1/datasets/orders/row-count')).json).toEqual({ count: 30 });
    expect((await get(`/v1/datasets/orders/row-count?where=${where}`)).json).toEqual({ count: 10 });
    const profile = await get<{ rows: number; columns: Record<string, unknown>[] }>(
      `/v1/datasets/orders/profile?where=${where}`,
    );
    expect(profile.json).toMatchObject({ rows: 10, profiled_rows: 10, sampled: false });
    const wrong = await get<{ error: { code: string } }>('/v1/datasets/orders/rows?where=nothing%20%3D%201');
    expect([wrong.status, wrong.json.error.code]).toEqual([422, 'QUERY_FAILED']);
  });

  test('a profile has exact edges, distinct values and a distribution', async () => {
    const { json } = await get<{ columns: Record<string, unknown>[] }>('/v1/datasets/orders/profile');
    const [id, net, day, region, note] = json.columns;
    expect(id).toMatchObject({ name: 'id', min: '9007199254740100', max: '9007199254740129', distinct: 30, nulls: 0 });
    expect(net).toMatchObject({ min: '0.50', max: '6.50', distinct: 7, distinct_is_exact: true, frequent: [] });
    expect((net?.['histogram'] as number[]).reduce((sum, rows) => sum + rows, 0)).toBe(30);
    expect(day).toMatchObject({ min: '2024-01-01', max: '2024-01-28' });
    expect((day?.['histogram'] as number[]).length).toBe(20);
    const frequent = [
      { value: 'north', rows: 20 },
      { value: 'south', rows: 10 },
    ];
    expect(region).toMatchObject({ histogram: null, frequent });
    expect(note).toMatchObject({ nulls: 20, distinct: 1 });
    expect(json.columns.map(({ name }) => name)).not.toContain('_cf_row');
  });

  test('exports have every digit, in each format', async () => {
    const csv = await get('/v1/datasets/orders/export?format=csv&sort=id&descending=true');
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="orders.csv"');
    expect(csv.text.split('\n').length).toBe(32);
    expect(csv.text.split('\n')[1]).toMatch(/^9007199254740129,1\.50,2024-01-02,south,,/);
    const body = { sql: 'SELECT id FROM orders ORDER BY id LIMIT 2', format: 'ndjson' };
    const lines = await server.call('POST /v1/query/export', { key, body });
    expect(lines.text).toBe('{"id":9007199254740100}\n{"id":9007199254740101}\n');
    const parquet = await get('/v1/datasets/orders/export?format=parquet');
    expect([parquet.status, parquet.text.slice(0, 4), parquet.text.slice(-4)]).toEqual([200, 'PAR1', 'PAR1']);
    const wrong = await server.call('POST /v1/query/export', { key, body: { ...body, sql: 'SELECT nothing' } });
    expect(wrong).toMatchObject({ status: 422, json: { error: { code: 'QUERY_FAILED' } } });
    const written = await server.call('POST /v1/query/export', { key, body: { ...body, sql: 'DROP TABLE orders' } });
    expect(written).toMatchObject({ json: { error: { code: 'QUERY_REFUSED' } } });
  });

  test('a result names its columns, and completion gets all names', async () => {
    const { json } = await server.call('POST /v1/query', {
      key,
      body: { sql: 'SELECT 1 AS a, 2 AS a, net FROM orders LIMIT 1' },
    });
    expect(json).toMatchObject({
      columns: [
        { name: 'a', type: 'INTEGER' },
        { name: 'a_1', type: 'INTEGER' },
        { name: 'net', type: 'DECIMAL(18,2)' },
      ],
    });
    const tables = (
      await get<{ items: { name: string; kind: string; columns: { name: string }[] }[] }>('/v1/query-tables')
    ).json.items;
    expect(tables[0]).toMatchObject({ name: 'orders', kind: 'dataset' });
    expect(tables[0]?.columns.map(({ name }) => name)).toContain('region');
    expect(tables.find(({ name }) => name === 'jobs')).toMatchObject({ kind: 'ledger' });
  });
});
