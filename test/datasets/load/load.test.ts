import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { loadDataset, type LoadReport } from '../../../src/datasets/sql.js';
import { rowsOfTenant } from '../../pipeline/staging/tenant.js';
import { createDatabase } from '../../services/postgres.js';
import { useOutputsPlace } from '../staging/outputs-place.js';

const place = useOutputsPlace('sqlite');
let url: string;
let client: pg.Client;
beforeAll(async () => {
  url = await createDatabase(inject('postgresUrl'));
  client = new pg.Client({ connectionString: url });
  await client.connect();
});
afterAll(() => client.end());

function load(
  output: string,
  table: string,
  options: { signal?: AbortSignal; url?: string } = {},
): Promise<LoadReport> {
  const request = { database: rowsOfTenant(place.engine), home: place.home, url, table, ...options };
  return loadDataset(request, { parser: 'shop', output, name: output });
}

async function rows(sql: string): Promise<unknown[][]> {
  return (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows;
}

function write(output: string, select: string, options: { fileId?: string; version?: string } = {}) {
  return place.write({ parser: 'shop', output, select, ...options });
}

describe('loading a dataset into PostgreSQL', () => {
  test('copies every type exactly, and tells null from empty', async () => {
    await write(
      'kinds',
      `SELECT * FROM (VALUES
        (9223372036854775807, 1234567890123456789.123456789::DECIMAL(38,9), 'nan'::DOUBLE, '', TIMESTAMP '2024-02-03 04:05:06.000007',
         TIMESTAMPTZ '2024-02-03 04:05:06.5+02', DATE '0044-03-15 (BC)', TIME '23:59:59.999999', true, '\\x00\\xFF'::BLOB, '{"b": 1, "a": 2}'::JSON),
        (-1, 0.1, '-inf'::DOUBLE, NULL, TIMESTAMP '12000-01-01', NULL, DATE '9999-12-31', NULL, false, NULL, NULL),
        (NULL, NULL, 0.1, e'a,"b"\n\\\\.\n', NULL, NULL, NULL, NULL, NULL, ''::BLOB, '[1]')
       ) t(big, exact, float, words, local, zoned, day, clock, yes, bytes, doc)`,
    );
    expect(await load('kinds', 'kinds')).toEqual({ rowsInserted: 3, rowsDeleted: 0, jobs: 1 });
    const text =
      'big::text, exact::text, float::text, words, local::text, zoned::text, day::text, clock::text, yes, bytes, doc::text';
    await client.query("SET TimeZone = 'UTC'");
    expect(await rows(`SELECT ${text} FROM kinds ORDER BY _cf_row`)).toEqual([
      [
        ...['9223372036854775807', '1234567890123456789.123456789', 'NaN', '', '2024-02-03 04:05:06.000007'],
        ...[
          '2024-02-03 02:05:06.5+00',
          '0044-03-15 BC',
          '23:59:59.999999',
          true,
          Buffer.from([0, 255]),
          '{"b": 1, "a": 2}',
        ],
      ],
      ['-1', '0.100000000', '-Infinity', null, '12000-01-01 00:00:00', null, '9999-12-31', null, false, null, null],
      [null, null, '0.1', 'a,"b"\n\\.\n', null, null, null, null, null, Buffer.alloc(0), '[1]'],
    ]);
    const types = await rows(
      `SELECT format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'kinds'::regclass AND attnum BETWEEN 1 AND 11 ORDER BY attnum`,
    );
    expect(types.flat()).toEqual([
      ...['bigint', 'numeric(38,9)', 'double precision', 'text', 'timestamp without time zone'],
      ...['timestamp with time zone', 'date', 'time without time zone', 'boolean', 'bytea', 'json'],
    ]);
  });

  test('replaces the rows of a changed file, and does nothing when nothing changed', async () => {
    const first = await write('orders', 'SELECT 1 AS id UNION ALL SELECT 2');
    await write('orders', 'SELECT 3 AS id');
    expect(await load('orders', 'orders')).toEqual({ rowsInserted: 3, rowsDeleted: 0, jobs: 2 });
    expect(await load('orders', 'orders')).toEqual({ rowsInserted: 0, rowsDeleted: 0, jobs: 0 });
    await write('orders', 'SELECT 7 AS id', { fileId: first.fileId });
    expect(await load('orders', 'orders')).toEqual({ rowsInserted: 1, rowsDeleted: 2, jobs: 2 });
    expect((await rows('SELECT id FROM orders ORDER BY id')).flat()).toEqual(['3', '7'].map(Number));
    expect(await rows("SELECT count(*), sum(row_count) FROM casparian_loads WHERE table_name = 'orders'")).toEqual([
      ['2', '2'],
    ]);
  });

  test('adds new columns and digits of a later contract to a table of its own', async () => {
    await write('prices', 'SELECT 1::BIGINT AS price');
    await load('prices', 'sales_prices');
    await write('prices', "SELECT 2.50::DECIMAL(10,2) AS price, 'EUR' AS currency", { version: '2.0.0' });
    await load('prices', 'sales_prices');
    expect(await rows('SELECT price::text, currency FROM sales_prices ORDER BY price')).toEqual([
      ['1.00', null],
      ['2.50', 'EUR'],
    ]);
    await write('prices', "SELECT 'free' AS price", { version: '3.0.0' });
    await expect(load('prices', 'sales_prices')).rejects.toMatchObject({
      code: 'LOAD_TABLE_MISMATCH',
      message: `Column 'price' of "public"."sales_prices" is numeric(21,2)`,
    });
    // A dropped table is made again, with all rows.
    await client.query('DROP TABLE sales_prices');
    expect(await load('prices', 'sales_prices')).toMatchObject({ rowsInserted: 3, rowsDeleted: 0 });
    expect((await rows('SELECT price FROM sales_prices ORDER BY 1')).flat()).toEqual(['1', '2.50', 'free']);
  });

  test('does not change a table that somebody else made, and says what it lacks', async () => {
    await client.query('CREATE SCHEMA sales; CREATE TABLE sales.items (id numeric, note varchar, mine int DEFAULT 5)');
    await client.query('INSERT INTO sales.items VALUES (0)');
    await write('items', "SELECT 1::BIGINT AS id, 'x' AS note");
    const lacking = load('items', 'sales.items');
    await expect(lacking).rejects.toMatchObject({ code: 'LOAD_TABLE_MISMATCH' });
    const { next } = (await lacking.catch((error: unknown) => error)) as { next: string[] };
    await client.query(String(next[0]).replace('Change it: ', ''));
    expect(await load('items', 'sales.items')).toMatchObject({ rowsInserted: 1 });
    expect(await rows('SELECT id, note, mine FROM sales.items ORDER BY id')).toEqual([
      ['0', null, 5],
      ['1', 'x', 5],
    ]);
  });

  test('refuses the table of another dataset', async () => {
    await write('one', 'SELECT 1 AS id');
    await write('two', 'SELECT 1 AS id');
    await load('one', 'shared');
    await expect(load('two', 'shared')).rejects.toMatchObject({ code: 'LOAD_TABLE_MISMATCH' });
  });

  test('names the row with a character that PostgreSQL cannot store, and loads nothing', async () => {
    await write('nul', "SELECT 'fine' AS note UNION ALL SELECT 'a' || chr(0) || 'b'");
    const failed = load('nul', 'nul');
    await expect(failed).rejects.toMatchObject({
      code: 'LOAD_FAILED',
      message: "A text in column 'note' contains the character NUL",
      why: expect.stringContaining('row 2 of /in/') as string,
    });
    expect(await rows("SELECT to_regclass('nul')")).toEqual([[null]]);
  });

  test('loads of the same table take turns', async () => {
    await write('busy', 'SELECT range AS id FROM range(1000)');
    const reports = await Promise.all([load('busy', 'busy'), load('busy', 'busy'), load('busy', 'busy')]);
    expect(reports.map(({ rowsInserted }) => rowsInserted).sort((a, b) => a - b)).toEqual([0, 0, 1000]);
    expect(await rows('SELECT count(*), count(DISTINCT id) FROM busy')).toEqual([['1000', '1000']]);
  });

  test('an unreachable or unknown server is an error without the password', async () => {
    await write('secret', 'SELECT 1 AS id');
    const wrong = new URL(url);
    wrong.port = '1';
    wrong.password = 'hunter2';
    const failure = await load('secret', 'secret', { url: wrong.href }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'LOAD_TARGET_UNAVAILABLE', retryable: true });
    expect(JSON.stringify(failure) + String(failure)).not.toContain('hunter2');
    await expect(load('secret', 'secret', { url: 'sqlite:/tmp/x.db' })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
    });
  });

  test('a connection that the server ends leaves nothing behind, and the next load completes', async () => {
    await write('cut', 'SELECT range AS id FROM range(200000)');
    const killed = load('cut', 'cut').catch((error: unknown) => error);
    await expect
      .poll(
        async () =>
          (
            await rows(
              `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query ILIKE 'COPY%'`,
            )
          ).length,
        { timeout: 20_000, interval: 2 },
      )
      .toBeGreaterThan(0);
    expect(await killed).toMatchObject({ code: 'LOAD_TARGET_UNAVAILABLE' });
    expect(await load('cut', 'cut')).toEqual({ rowsInserted: 200_000, rowsDeleted: 0, jobs: 1 });
  });

  test('stops when it is asked to', async () => {
    const stop = new AbortController();
    stop.abort(new Error('enough'));
    await expect(load('busy', 'other', { signal: stop.signal })).rejects.toThrow('enough');
  });
});
