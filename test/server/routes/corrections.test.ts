import { expect, test } from 'vitest';
import { COMMAND_STORES } from '../../cli/store.js';
import { waitUntil } from '../../services/wait-until.js';
import { startServer } from '../running-server.js';

type Json = Record<string, unknown>;

interface List {
  readonly items: Json[];
}

const BYTES = { 'content-type': 'application/octet-stream' };
const GOOD = Array.from({ length: 30 }, (_, at) => `${at + 1},${at}.50\n`).join('');
const BAD = `id,amount\n${GOOD}31,many\n32,few\n`;

test.each(COMMAND_STORES)(
  'a corrected row is in the dataset with its lineage, and stays there when the file is read again, on %s',
  async (kind) => {
    const server = await startServer(kind, { args: ['--with-worker'] });
    const { engine } = server;
    const key = await server.keyOf('Operator');
    const call = <T = Json>(request: string, body?: unknown, headers: Record<string, string> = {}) =>
      server.call<T>(request, { key, body, headers });
    const jobsEnded = (count: number): Promise<unknown> =>
      waitUntil(
        async () =>
          (await engine.jobs({ type: 'parse' })).filter(({ status }) => status.startsWith('completed')).length ===
          count,
        { for: `${count} files to be read` },
      );
    const upload = (name: string, text: string) => call(`POST /v1/files?name=${name}&dataset=orders`, text, BYTES);
    const rowNumbers = async (): Promise<unknown[]> =>
      (await call<List>('GET /v1/quarantine')).json.items.map(({ row_number }) => row_number);
    const amountOf31 = async (): Promise<string> =>
      (await call('POST /v1/query', { sql: 'SELECT amount FROM orders WHERE id = 31' })).text.trim();
    const lineageOf31 = async (): Promise<Json[]> => {
      const { json } = await call<{ origins: { job_id: string; corrections: Json[] }[] }>(
        `GET /v1/datasets/orders/lineage?where=${encodeURIComponent('id = 31')}`,
      );
      return json.origins.flatMap(({ job_id, corrections }) => corrections.map((one) => ({ ...one, job_id })));
    };

    await upload('a.csv', `id,amount\n${GOOD}`);
    await jobsEnded(1);
    await upload('b.csv', BAD);
    await jobsEnded(2);
    const [row] = (await call<List>('GET /v1/quarantine')).json.items;
    expect(row).toMatchObject({ row_number: 31, status: 'quarantined', raw: { id: '31', amount: 'many' } });
    const path = `POST /v1/quarantine/${String(row?.['id'])}/correct`;

    const wrong = await call(path, { values: { amount: 'lots' } });
    expect(wrong).toMatchObject({ status: 422, json: { error: { code: 'CORRECTION_INVALID' } } });
    const misspelt = await call(path, { values: { amont: '1' } });
    expect(misspelt).toMatchObject({ status: 422, json: { error: { next: ["Did you mean 'amount'?"] } } });
    const [stored] = await engine.database.query<{ n: number }>(
      `SELECT (SELECT count(*) FROM cf_corrections) + (SELECT count(*) FROM cf_events WHERE event_type = 'quarantine.corrected')
        + (SELECT count(*) FROM cf_jobs WHERE type = 'parse.replay') AS n`,
    );
    expect(stored?.n).toBe(0);

    const corrected = await call<{ job_id: string }>(path, { values: { amount: '3.50' } });
    expect(corrected).toMatchObject({
      status: 202,
      json: { correction: { row_number: 31, actor: 'key:Operator', columns: [{ name: 'amount', new: '3.50' }] } },
    });
    await waitUntil(async () => (await engine.job(corrected.json.job_id)).status === 'completed', {
      for: 'the replay',
    });
    expect(await amountOf31()).toContain('"amount":3.50');
    // The other row was not replayed.
    expect(await rowNumbers()).toEqual([32]);
    expect((await call<List>('GET /v1/quarantine?status=recovered')).json.items).toMatchObject([
      { row_number: 31, raw: { amount: 'many' } },
    ]);
    const columns = [{ name: 'amount', old: '"many"', new: '3.50' }];
    expect(await lineageOf31()).toMatchObject([
      { row_number: 31, columns, actor: 'key:Operator', used_by: corrected.json.job_id, job_id: corrected.json.job_id },
    ]);
    expect(await call(path, { values: { amount: '4' } })).toMatchObject({
      status: 409,
      json: { error: { code: 'QUARANTINE_ROW_SETTLED' } },
    });
    const [event] = await engine.database.query<{ actor: string }>(
      "SELECT actor FROM cf_events WHERE event_type = 'quarantine.corrected'",
    );
    expect(event?.actor).toBe('key:Operator');

    // With another contract, all files are read again: the correction is applied to the same content.
    const { json } = await call<{ contract: { columns: Json[] } }>('GET /v1/datasets/orders/contract');
    const contract = { ...json.contract, columns: json.contract.columns.map((one) => ({ ...one, required: true })) };
    expect((await call('PUT /v1/datasets/orders/contract', { contract })).status).toBe(200);
    expect((await call('POST /v1/backfills', { parser: 'builtin', execute: true })).json).toMatchObject({
      jobs_created: 2,
    });
    await jobsEnded(4);
    expect(await amountOf31()).toContain('"amount":3.50');
    expect(await rowNumbers()).toEqual([32]);
    const [again] = await lineageOf31();
    expect(again).toMatchObject({ columns, actor: 'key:Operator' });
    expect(again?.['used_by']).toBe(again?.['job_id']);
    expect(again?.['used_by']).not.toBe(corrected.json.job_id);

    // A changed file is read as it is.
    await upload('b.csv', BAD.replace('32,few', '32,1.00'));
    await jobsEnded(5);
    expect(await rowNumbers()).toEqual([31]);
    expect(await lineageOf31()).toEqual([]);
  },
);
