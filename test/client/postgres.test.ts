import { expect, test } from 'vitest';
import { createClient } from '../../src/client/index.js';
import { call, overHttp, overStdio } from '../server/mcp/staging.js';
import { startServer } from '../server/running-server.js';

// The other tests of the client and of MCP use SQLite.
test('the client and the tools of MCP work on PostgreSQL', async () => {
  const server = await startServer('postgres', { args: ['--with-worker'] });
  const key = await server.keyOf('Admin');
  const client = createClient({ url: server.url, key });
  const events = client.events()[Symbol.asyncIterator]();
  expect((await events.next()).value).toMatchObject({ event: 'ready' });
  const body = 'city,sales\nOslo,12\nBergen,30\n';
  await client.post('/v1/files', { query: { name: 'sales.csv', dataset: 'sales' }, body });
  await client.post('/v1/jobs', { body: { type: 'noop' }, idempotencyKey: 'once' });
  await client.post('/v1/jobs', { body: { type: 'noop' }, idempotencyKey: 'once' });
  expect((await events.next()).value).toMatchObject({ event: 'change' });
  await expect
    .poll(async () => (await client.get('/v1/jobs', { query: { status: ['completed'] } })).items.length, {
      timeout: 30_000,
    })
    .toBe(2);
  const pages: number[] = [];
  for await (const { items } of client.pages('/v1/jobs', { query: { limit: 1 } })) pages.push(items.length);
  expect(pages).toEqual([1, 1]);
  const types: string[] = [];
  for await (const { type } of client.lines('/v1/jobs')) types.push(type);
  expect(types.sort()).toEqual(['noop', 'parse']);

  for (const model of [await overHttp(server.url, key), await overStdio(server.flags)]) {
    expect((await call(model, 'status')).data).toMatchObject({ jobs: { completed: { count: 2 } } });
    const { data } = await call(model, 'query_datasets', { sql: 'SELECT sum(sales) AS total FROM sales' });
    expect(data).toMatchObject({ items: [{ total: 42 }] });
    expect((await call(model, 'list_jobs', { type: 'parse' })).data).toMatchObject({ items: [{ type: 'parse' }] });
  }
  await events.return?.(undefined);
});
