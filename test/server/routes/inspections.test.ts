import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMAND_STORES } from '../../cli/store.js';
import { waitUntil } from '../../services/wait-until.js';
import { type Answer, type RunningServer, startServer } from '../running-server.js';

type Json = Record<string, unknown>;

const BYTES = { 'content-type': 'application/octet-stream' };
const CSV = 'Export\nmeter;reading;day;place\nZS-1;1.234,5;03.04.2026;Köln\nZS-2;99,0;05.06.2026;Kiel\nZS-3;1,5\n';

describe.each(COMMAND_STORES)('files that are looked at before they become a dataset, on %s', (kind) => {
  const undo: (() => Promise<void>)[] = [];
  let server: RunningServer;
  let key: string;
  const call = <T = Json>(request: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer<T>> =>
    server.call<T>(request, { key, body, headers });
  const held = async (): Promise<string[]> =>
    readdir(join(server.home, 'staging', 'inspections', 'default')).catch(() => []);

  beforeAll(async () => {
    server = await startServer(kind, { args: ['--with-worker'], afterwards: (work) => undo.push(work) });
    key = await server.keyOf('Operator');
  }, 120_000);
  afterAll(async () => {
    for (const work of undo.reverse()) await work();
  });

  test('shows format, types, questions, lines and what would be stored, and stores nothing', async () => {
    const { status, json } = await call<{ id: string; columns: Json[]; items: Json[] }>(
      'POST /v1/inspections?name=meters.csv',
      CSV,
      BYTES,
    );
    expect([status, json]).toMatchObject([
      201,
      {
        ...{ name: 'meters.csv', sampled_bytes: null, format: 'delimited' },
        dialect: { delimiter: ';', header_lines: 1, preamble_lines: 1 },
        accounting: { lines: 5, header: 1, preamble: 1, valid: 2, quarantined: 1 },
        problems: [{ row: 3 }],
      },
    ]);
    expect(json.columns.find(({ name }) => name === 'day')?.['alternatives']).toMatchObject([
      { type: 'date' },
      { type: 'date' },
    ]);
    expect(json.items[0]).toMatchObject({ meter: 'ZS-1', reading: '1234.5', day: '03.04.2026' });
    expect(json['encodings' as keyof typeof json]).toContainEqual({
      name: 'cp1252',
      sample: 'ZS-1;1.234,5;03.04.2026;KÃ¶ln',
    });
    expect((await call<{ items: unknown[] }>('GET /v1/files')).json.items).toEqual([]);

    const types = [{ column: 'day', type: 'date', format: '%d.%m.%Y' }];
    const answered = await call<{ items: Json[] }>(`POST /v1/inspections/${json.id}`, { types });
    expect(answered.json.items[0]).toMatchObject({ day: '2026-04-03' });
    const wrong = await call<{ items: Json[] }>(`POST /v1/inspections/${json.id}`, {
      types: [{ column: 'meter', type: 'int' }],
    });
    expect(wrong.json).toMatchObject({ accounting: { valid: 0, quarantined: 3 }, items: [] });
    expect(
      (await call(`POST /v1/inspections/${json.id}`, { types: [{ column: 'nothing', type: 'int' }] })).status,
    ).toBe(422);

    const made = await call(`POST /v1/inspections/${json.id}/dataset`, { dataset: 'meters', types });
    expect(made).toMatchObject({ status: 201, json: { dataset: 'meters', jobs_created: 1 } });
    expect(await held()).toEqual([]);
    await waitUntil(async () => (await call('GET /v1/datasets/meters/row-count')).json['count'] === 2, {
      for: 'the rows',
    });
    expect((await call<{ items: Json[] }>('GET /v1/datasets/meters/rows')).json.items[0]).toMatchObject({
      day: '2026-04-03',
    });
    const { json: files } = await call<{ items: { id: string }[] }>('GET /v1/files?dataset=meters');
    const file = await call<Json>(`GET /v1/files/${files.items[0]?.id}`);
    expect(file.json).toMatchObject({
      quarantined: 1,
      skipped: 2,
      outputs: [{ output: 'meters', rows: 2, superseded_at: null }],
    });
    const lines = await call<{ lines: Json[] }>(`GET /v1/files/${files.items[0]?.id}/lines?first=3&count=2`);
    expect(lines.json).toMatchObject({
      first: 3,
      more: true,
      encoding: 'utf-8',
      lines: [{ text: 'ZS-1;1.234,5;03.04.2026;Köln' }, {}],
    });
  });

  test('a name that is taken is refused, unless the rows are to be added', async () => {
    const { json } = await call<{ id: string }>(
      'POST /v1/inspections?name=more.csv',
      CSV.replace('99,0', '98,0'),
      BYTES,
    );
    const refused = await call(`POST /v1/inspections/${json.id}/dataset`, { dataset: 'meters' });
    expect(refused).toMatchObject({ status: 409, json: { error: { code: 'DATASET_EXISTS' } } });
    expect((await call(`POST /v1/inspections/${json.id}/dataset`, { dataset: 'meters', existing: true })).status).toBe(
      201,
    );
    await waitUntil(async () => (await call('GET /v1/datasets/meters/row-count')).json['count'] === 4, {
      for: 'more rows',
    });
  });

  test('a file is deleted when it is not wanted, and when it cannot be read', async () => {
    const { json } = await call<{ id: string }>('POST /v1/inspections?name=x.csv', CSV, BYTES);
    expect((await call(`DELETE /v1/inspections/${json.id}`)).json).toEqual({ deleted: true });
    expect(await call(`POST /v1/inspections/${json.id}`, {})).toMatchObject({
      status: 404,
      json: { error: { code: 'INSPECTION_NOT_FOUND' } },
    });
    expect((await call('POST /v1/inspections?name=x.bin', '\u0000\u0001\u0002', BYTES)).status).toBe(422);
    expect((await call('POST /v1/inspections?name=..%2Fx.csv', CSV, BYTES)).status).toBe(422);
    expect(await held()).toEqual([]);
  });

  test('at most 20 files are kept', async () => {
    for (let at = 0; at < 22; at++) await call('POST /v1/inspections?name=x.csv', 'a,b\n1,2\n', BYTES);
    expect((await held()).length).toBe(20);
  });
});
