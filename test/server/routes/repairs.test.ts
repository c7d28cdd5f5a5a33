import { expect, test } from 'vitest';
import { COMMAND_STORES } from '../../cli/store.js';
import { waitUntil } from '../../services/wait-until.js';
import { startServer } from '../running-server.js';

type Json = Record<string, unknown>;

interface List {
  readonly items: Json[];
  readonly next_cursor: string | null;
}

const BYTES = { 'content-type': 'application/octet-stream' };
const HEADER = 'id,day,amount';
const GOOD = `${HEADER}\n1,2024-01-31,12.50\n2,2024-02-01,999.00\n3,2024-02-02,7.25\n`;
const STYLED = `${HEADER}\n4,2024-03-01,12.50\n5,2024-03-02,"1,234.50"\n6,2024-03-03,"2,000.00"\n7,2024-03-04,8.00\n`;

test.each(COMMAND_STORES)(
  'contracts are set, suggestions applied, skipped lines listed and replays recorded, on %s',
  async (kind) => {
    const server = await startServer(kind, { args: ['--with-worker'] });
    const { engine } = server;
    const key = await server.keyOf('Operator');
    const call = <T = Json>(request: string, body?: unknown, headers: Record<string, string> = {}) =>
      server.call<T>(request, { key, body, headers });
    let files = 0;
    async function upload(text: string): Promise<void> {
      await call(`POST /v1/files?name=orders-${++files}.csv&dataset=orders`, text, BYTES);
      await waitUntil(
        async () =>
          (await engine.jobs({ type: 'parse' })).filter(({ status }) => status.startsWith('completed')).length ===
          files,
        { for: `file ${files} to be read` },
      );
    }
    const ended = (id: unknown): Promise<unknown> =>
      waitUntil(async () => (await engine.job(String(id))).status.startsWith('completed'), { for: 'the job' });
    const actorsOf = async (type: string): Promise<unknown[]> => {
      const rows = await engine.database.query<{ actor: string }>(
        `SELECT actor FROM cf_events WHERE event_type = '${type}' ORDER BY position`,
      );
      return rows.map(({ actor }) => actor);
    };

    await upload(GOOD);
    const lines = await call<List>('GET /v1/skipped-lines?limit=1');
    expect(lines.json).toEqual({
      items: [expect.objectContaining({ line: 1, kind: 'header', text: HEADER })],
      next_cursor: null,
    });

    const first = await call('GET /v1/datasets/orders/contract');
    const frozen = await call('POST /v1/datasets/orders/contract/freeze');
    expect(frozen).toMatchObject({ status: 200, json: { frozen: true } });
    const stale = { 'if-match': first.headers.get('etag') ?? '' };
    expect((await call('POST /v1/datasets/orders/contract/unfreeze', undefined, stale)).status).toBe(412);

    await upload(STYLED);
    expect((await call('GET /v1/quarantine-counts')).json).toMatchObject({ count: 2 });
    expect((await call<List>('GET /v1/quarantine/suggestions')).json.items).toEqual([]);
    const unknown = await call('POST /v1/quarantine/suggestions', { dataset: 'nothing' });
    expect(unknown.status).toBe(404);
    const computing = await call('POST /v1/quarantine/suggestions', { dataset: 'orders' });
    expect(computing.status).toBe(202);
    await ended(computing.json['job_id']);
    const { json: reports } = await call<{ items: { groups: { suggestions: Json[] }[] }[] }>(
      'GET /v1/quarantine/suggestions?dataset=orders',
    );
    const [suggestion] = reports.items[0]?.groups[0]?.suggestions ?? [];
    expect(suggestion).toMatchObject({ kind: 'decimal_style', repairs: 2, leaves: 0, breaks: 0, applicable: true });
    const path = `/v1/quarantine/suggestions/${String(suggestion?.['id'])}`;
    const tried = await call<List>(`GET ${path}/rows`);
    expect(tried.json.items).toEqual([
      expect.objectContaining({ valid: true, after: '1234.50' }),
      expect.objectContaining({ valid: true, after: '2000.00' }),
    ]);
    const applied = await call<{ job_ids: string[] }>(`POST ${path}/apply`);
    expect(applied).toMatchObject({ status: 200, json: { dataset: 'orders', changed: true } });
    await ended(applied.json.job_ids[0]);
    expect((await call('GET /v1/quarantine-counts')).json).toMatchObject({ count: 0 });
    expect((await call(`POST ${path}/apply`)).json).toMatchObject({ changed: false, job_ids: [] });
    expect(await actorsOf('contract.repaired')).toEqual(['key:Operator']);
    expect(await actorsOf('job.enqueued')).toEqual(['key:Operator']);

    const current = await call<{ contract: { columns: Json[] } }>('GET /v1/datasets/orders/contract');
    const contract = current.json.contract;
    const columns = contract.columns.map((column) => (column['name'] === 'id' ? { ...column, min: 1 } : column));
    const set = { contract: { ...contract, columns } };
    expect((await call('PUT /v1/datasets/orders/contract', set, stale)).status).toBe(412);
    const refused = await call('PUT /v1/datasets/orders/contract', {
      contract: { ...contract, columns: [{ nme: 'id' }] },
    });
    expect(refused).toMatchObject({ status: 422, json: { error: { code: 'CONTRACT_INVALID' } } });
    const fresh = { 'if-match': current.headers.get('etag') ?? '' };
    const done = await call('PUT /v1/datasets/orders/contract', set, fresh);
    expect(done).toMatchObject({ status: 200, json: { origin: 'given', source: 'set by key:Operator', frozen: true } });
    expect((await call('GET /v1/datasets/orders/contract')).headers.get('etag')).toBe(done.headers.get('etag'));
    const versions = await call<List>('GET /v1/datasets/orders/contract/versions');
    expect(versions.json.items.map(({ origin }) => origin)).toEqual(['inferred', 'given', 'given']);
    expect((await call('POST /v1/datasets/orders/renames/accept')).json).toEqual({ items: [] });

    await upload(`${GOOD}0,2024-04-01,1.00\n`);
    const replay = await call<{ job_ids: string[] }>('POST /v1/quarantine/replay', { parser: 'builtin' });
    expect(replay).toMatchObject({ status: 202, json: { rows: 1 } });
    const [event] = await engine.database.query<{ actor: string }>(
      `SELECT actor FROM cf_events WHERE event_type = 'job.enqueued' AND aggregate_id = '${replay.json.job_ids[0]}'`,
    );
    expect(event?.actor).toBe('key:Operator');
  },
);
