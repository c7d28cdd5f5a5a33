import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMAND_STORES } from '../../cli/store.js';
import { waitUntil } from '../../services/wait-until.js';
import { type Answer, type RunningServer, startServer } from '../running-server.js';

type Json = Record<string, unknown>;

const GOOD = Array.from({ length: 30 }, (_, at) => `${at + 1};${at}.50;x\n`).join('');
const BAD = '31;many;9007199254740993\n32;=1+1;y\n33;2.5\n34;lots;z\n';

describe.each(COMMAND_STORES)('quarantined rows over HTTP, on %s', (kind) => {
  const undo: (() => Promise<void>)[] = [];
  let server: RunningServer;
  let key: string;
  let rows: Json[];
  const call = <T = Json>(request: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer<T>> =>
    server.call<T>(request, { key, body, headers });
  const ended = (type: string, count: number): Promise<unknown> =>
    waitUntil(
      async () =>
        (await server.engine.jobs({ type })).filter(({ status }) => status.startsWith('completed')).length === count,
      { for: `${count} jobs ${type}` },
    );

  beforeAll(async () => {
    server = await startServer(kind, { args: ['--with-worker'], afterwards: (work) => undo.push(work) });
    key = await server.keyOf('Operator');
    const bytes = { 'content-type': 'application/octet-stream' };
    await call('POST /v1/files?name=a.csv&dataset=orders', `id;amount;note\n${GOOD}`, bytes);
    await ended('parse', 1);
    await call('POST /v1/files?name=b.csv&dataset=orders', `id;amount;note\n${GOOD}${BAD}`, bytes);
    await ended('parse', 2);
    rows = (await call<{ items: Json[] }>('GET /v1/quarantine?output=orders')).json.items;
  }, 120_000);
  afterAll(async () => {
    for (const work of undo.reverse()) await work();
  });
  const rowWith = (number: number): Json => rows.find((row) => row['row_number'] === number)!;

  test('a row is shown with its errors and contract, and large numbers are exact', async () => {
    const { json, text } = await call(`GET /v1/quarantine/${String(rowWith(31)['id'])}`);
    expect(json).toMatchObject({
      ...{ row_number: 31, parser: 'builtin', corrections: [], resolved_at: null },
      errors: [{ column: 'amount', error_message: expect.stringContaining('many') as string }],
      columns: [{ name: 'id' }, { name: 'amount' }, { name: 'note' }],
    });
    expect(text).toContain('9007199254740993');
    const ofFile = await call<{ items: Json[] }>(`GET /v1/quarantine?file=${String(json['file_id'])}`);
    expect(ofFile.json.items.length).toBe(4);
    expect((await call('GET /v1/quarantine/0198c0de-7a6b-7000-8000-000000000000')).status).toBe(404);
  });

  test('corrected values are checked without being stored', async () => {
    const path = `POST /v1/quarantine/${String(rowWith(31)['id'])}/check`;
    expect((await call(path, { values: { amount: '7' } })).json).toEqual({
      valid: true,
      errors: [],
      values: { amount: '7.00' },
    });
    expect((await call(path, { values: { amount: 'x' } })).json).toMatchObject({
      valid: false,
      errors: [{ column: 'amount' }],
    });
    expect((await call(path, { values: { amont: '7' } })).status).toBe(422);
    expect(
      (await call<{ corrections: unknown[] }>(`GET /v1/quarantine/${String(rowWith(31)['id'])}`)).json.corrections,
    ).toEqual([]);
  });

  test('discarded rows are restored, unless they were discarded before the given time', async () => {
    const job = rowWith(34)['job_id'];
    const discard = (number: number): Promise<unknown> =>
      call('POST /v1/quarantine/discard', { job, rows: [number], reason: 'a typo' });
    await discard(34);
    const [row] = await server.engine.database.query<{ at: number }>(
      "SELECT resolved_at AS at FROM cf_quarantine WHERE status = 'discarded'",
    );
    const since = new Date(Number(row?.at) + 1).toISOString();
    expect((await call('POST /v1/quarantine/restore', { job, since })).json).toEqual({ restored: 0 });
    expect((await call('POST /v1/quarantine/restore', { job })).json).toEqual({ restored: 1 });
    expect((await call('POST /v1/quarantine/restore', { job })).json).toEqual({ restored: 0 });
    expect((await call('GET /v1/quarantine-counts')).json).toMatchObject({ count: 4 });
    const events = await server.engine.database.query(
      "SELECT 1 FROM cf_events WHERE event_type = 'quarantine.restored'",
    );
    expect(events.length).toBe(1);
  });

  test('an export that a spreadsheet has changed is imported, after a dry run', async () => {
    const exported = await call('GET /v1/quarantine-export?output=orders');
    expect(exported.headers.get('content-disposition')).toContain('quarantine.csv');
    const [header = '', ...lines] = exported.text.trim().split('\n');
    expect(header).toMatch(/_cf_id$/);
    expect(exported.text).toContain("'=1+1");
    // Excel in German: semicolons, and no quotes where there were none.
    const edited = [header, ...lines]
      .map((line) =>
        line.replace('33;2.5', '"33;2.5"').replace('31,many', '31,3.10').replace('34,lots', '34,none at all'),
      )
      .map((line) => line.replace(/("[^"]*")|,/g, (_, quoted?: string) => quoted ?? ';'))
      .join('\r\n');
    const csv = { 'content-type': 'text/csv' };
    const dry = await call('POST /v1/quarantine-import', `${edited}\r\n`, csv);
    expect(dry.json).toMatchObject({ dry_run: true, rows: 4, corrected: 1, unchanged: 2, rejected: 1, job_ids: [] });
    expect(dry.json['changes']).toMatchObject([
      { row_number: 31, columns: [{ name: 'amount', old: 'many', new: '3.10' }] },
    ]);
    expect(dry.json['problems']).toMatchObject([{ message: expect.stringContaining('none at all') as string }]);
    expect((await call('GET /v1/quarantine-counts')).json).toMatchObject({ count: 4 });

    const done = await call<{ job_ids: string[] }>('POST /v1/quarantine-import?dry_run=false', `${edited}\r\n`, csv);
    expect(done.json).toMatchObject({ dry_run: false, corrected: 1 });
    expect(done.json.job_ids.length).toBe(1);
    await ended('parse.replay', 1);
    expect((await call('GET /v1/quarantine-counts')).json).toMatchObject({ count: 3 });
    const shown = await call<{ corrections: Json[] }>(`GET /v1/quarantine/${String(rowWith(31)['id'])}`);
    expect(shown.json).toMatchObject({
      status: 'recovered',
      corrections: [{ actor: 'key:Operator', used_by: done.json.job_ids[0] }],
    });
    const again = await call('POST /v1/quarantine-import', `${edited}\r\n`, csv);
    expect(again.json).toMatchObject({ corrected: 0, rejected: 2 });
    expect((await call('POST /v1/quarantine-import', 'a,b\n1,2\n', csv)).json).toMatchObject({
      error: { code: 'CORRECTIONS_UNREADABLE' },
    });
  });
});
