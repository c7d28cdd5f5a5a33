import { expect, test } from 'vitest';
import { COMMAND_STORES } from '../cli/store.js';
import { waitUntil } from '../services/wait-until.js';
import { startServer } from './running-server.js';

interface List {
  readonly items: Record<string, unknown>[];
  readonly next_cursor: string | null;
}

const BYTES = { 'content-type': 'application/octet-stream' };

test.each(COMMAND_STORES)(
  'an uploaded file becomes rows, and its bad rows can be listed, replayed and discarded, on %s',
  async (kind) => {
    const server = await startServer(kind, { args: ['--with-worker'] });
    const key = await server.keyOf('Operator');
    const upload = (text: string) =>
      server.call('POST /v1/files?name=orders.csv&dataset=orders', { key, body: text, headers: BYTES });
    const good = Array.from({ length: 30 }, (_, at) => `${at + 1},${at}.50`).join('\n');
    expect(await upload(`id,amount\n${good}\n`)).toMatchObject({
      status: 201,
      json: { jobs_created: 1, size_bytes: expect.any(Number) as number },
    });
    const ended = async (count: number): Promise<boolean> =>
      (await server.engine.jobs({ type: 'parse' })).filter(({ status }) => status.startsWith('completed')).length ===
      count;
    await waitUntil(() => ended(1), { for: 'the file to be read' });

    const first = await server.call<List>('GET /v1/datasets/orders/rows?limit=20', { key });
    const second = await server.call<List>(`GET /v1/datasets/orders/rows?limit=20&cursor=${first.json.next_cursor}`, {
      key,
    });
    expect([first.json.items.length, second.json.items.length, second.json.next_cursor]).toEqual([20, 10, null]);
    expect(first.text).toContain('"amount":0.50');
    const asked = await server.call('POST /v1/query', {
      key,
      body: { sql: 'SELECT count(*) AS n, sum(amount) AS total FROM orders' },
    });
    expect(asked.text).toContain('{"n":30,"total":450.00}');
    const few = await server.call('POST /v1/query', { key, body: { sql: 'FROM orders', limit: 3 } });
    expect(few.json).toMatchObject({ truncated: true });
    expect((await server.call('GET /v1/datasets/orders/lineage', { key })).json).toMatchObject({ rows: 30, files: 1 });

    await upload(`id,amount\n${good}\n31,many\n`);
    await waitUntil(() => ended(2), { for: 'the changed file to be read' });
    const rows = await server.call<List>('GET /v1/quarantine', { key });
    expect(rows.json.items).toMatchObject([
      { output: 'orders', row_number: 31, column: 'amount', raw: { amount: 'many' } },
    ]);
    expect((await server.call('GET /v1/quarantine-counts', { key })).json).toEqual({ count: 1, capped: false });
    expect((await server.call('GET /v1/quarantine-groups', { key })).json).toMatchObject({
      items: [{ rows: 1, column: 'amount' }],
    });
    const job = rows.json.items[0]?.['job_id'];
    const replayed = await server.call<{ job_ids: string[] }>('POST /v1/quarantine/replay', { key, body: { job } });
    expect([replayed.status, replayed.json.job_ids.length]).toEqual([202, 1]);
    const discarded = await server.call('POST /v1/quarantine/discard', { key, body: { job, reason: 'a typo' } });
    expect(discarded.json).toEqual({ discarded: 1 });
    const [event] = await server.engine.database.query<{ actor: string }>(
      "SELECT actor FROM cf_events WHERE event_type = 'quarantine.discarded'",
    );
    expect(event?.actor).toBe('key:Operator');
  },
);
