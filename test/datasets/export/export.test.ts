import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { beforeAll, describe, expect, test } from 'vitest';
import { exportFormat } from '../../../src/datasets/index.js';
import { exportRows } from '../../../src/datasets/sql.js';
import type { Exported } from '../../../src/datasets/export/export-rows.js';
import { withStagedFile } from '../../../src/datasets/export/staged-file.js';
import { openDuckDb } from '../../../src/datasets/duckdb/open-duckdb.js';
import { temporaryFolder } from '../../cli/store.js';
import { rowsOfTenant } from '../../pipeline/staging/tenant.js';
import { useOutputsPlace } from '../staging/outputs-place.js';

const SELECT = `SELECT 9007199254740993::BIGINT AS big, 0.10::DECIMAL(38,2) AS amount, true AS yes, 1.5::DOUBLE AS f,
  'nan'::DOUBLE AS odd, DATE '2024-02-29' AS day, TIMESTAMP '2024-01-02 03:04:05' AS at, '\\xFF'::BLOB AS bytes,
  '{"a": 1}'::JSON AS j, NULL::BIGINT AS nothing`;

describe('an export', () => {
  const place = useOutputsPlace('sqlite');
  beforeAll(async () => void (await place.write({ parser: 'p', output: 'orders', select: SELECT })));
  const write = (target: string, sql = 'from orders', force = false): Promise<Exported> =>
    exportRows({
      ...{ database: rowsOfTenant(place.engine), folder: place.folder, sql, target, force },
      ...{ format: exportFormat(target), table: 'orders' },
    });

  test('is CSV, JSON or JSON lines by the end of its name', async () => {
    const folder = await temporaryFolder();
    const sql = 'select big, amount from orders';
    for (const name of ['o.csv', 'o.json', 'o.ndjson', 'o.JSONL']) await write(join(folder, name), sql);
    const texts = await Promise.all(
      ['o.csv', 'o.json', 'o.ndjson', 'o.JSONL'].map((one) => readFile(join(folder, one), 'utf8')),
    );
    const object = '{"big":9007199254740993,"amount":0.10}';
    expect(texts).toEqual(['big,amount\n9007199254740993,0.10\n', `[${object}]\n`, `${object}\n`, `${object}\n`]);
    expect(() => exportFormat('o.xls')).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }));
  });

  test('is a table of SQLite whose values are exact', async () => {
    const target = join(await temporaryFolder(), 'o.sqlite');
    expect(await write(target)).toMatchObject({ rows: 1 });
    const database = new Sqlite(target, { readonly: true });
    const [row] = database.prepare('SELECT *, typeof(big) AS t FROM orders').safeIntegers().all() as Record<
      string,
      unknown
    >[];
    database.close();
    expect(row).toMatchObject({
      ...{ big: 9_007_199_254_740_993n, amount: '0.10', yes: 1n, f: 1.5, odd: 'NaN', day: '2024-02-29', t: 'integer' },
      ...{ at: '2024-01-02T03:04:05', bytes: Buffer.from([255]), j: '{"a": 1}', nothing: null },
    });
  });

  test('is Parquet or a database of DuckDB, with the types of the dataset', async () => {
    const folder = await temporaryFolder();
    const [parquet, duckdb] = [join(folder, 'o.parquet'), join(folder, 'o.duckdb')];
    expect(await write(parquet, 'select * from orders; -- all')).toMatchObject({ rows: 1 });
    expect(await write(duckdb)).toMatchObject({ rows: 1 });
    const { connection, close } = await openDuckDb();
    await connection.run(`ATTACH '${duckdb}' AS copy (READ_ONLY)`);
    const described = async (what: string): Promise<unknown> =>
      (await connection.runAndReadAll(`SELECT column_name, column_type FROM (DESCRIBE FROM ${what})`)).getRows();
    expect(await described(`'${parquet}'`)).toEqual(await described('copy.orders'));
    await close();
    expect((await readdir(folder)).sort()).toEqual(['o.duckdb', 'o.parquet']);
  });

  test('replaces no file unless it is told to, and leaves nothing behind when it fails', async () => {
    const folder = await temporaryFolder();
    const target = join(folder, 'o.csv');
    await writeFile(target, 'precious');
    await expect(write(target)).rejects.toMatchObject({ code: 'FILE_EXISTS' });
    await expect(write(target, "select 'x'::int from range(9999)", true)).rejects.toMatchObject({
      code: 'QUERY_FAILED',
    });
    expect(await readFile(target, 'utf8')).toBe('precious');
    expect(await readdir(folder)).toEqual(['o.csv']);
    await write(target, 'select big from orders', true);
    expect(await readFile(target, 'utf8')).toBe('big\n9007199254740993\n');
    await expect(write(join(folder, 'no/such/folder.csv'))).rejects.toMatchObject({ code: 'OUTPUT_UNWRITABLE' });
    await expect(write(join(folder, 'no/such/folder.parquet'))).rejects.toMatchObject({
      code: 'OUTPUT_UNWRITABLE',
      why: `There is no folder ${join(folder, 'no/such')}.`,
    });
  });

  test('cannot be made to write elsewhere by its statement', async () => {
    const folder = await temporaryFolder();
    const target = join(folder, 'o.parquet');
    const elsewhere = join(folder, 'elsewhere.csv');
    for (const sql of [
      `copy (from orders) to '${elsewhere}'`,
      `select 1) to '${elsewhere}' (format csv); copy (select 1`,
    ]) {
      await expect(write(target, sql)).rejects.toMatchObject({ code: expect.stringMatching(/^QUERY_/) as string });
    }
    expect(await readdir(folder)).toEqual([]);
  });

  test('counts its rows in every format', async () => {
    const folder = await temporaryFolder();
    for (const name of ['a.csv', 'a.json', 'a.ndjson', 'a.parquet', 'a.duckdb', 'a.sqlite', 'b.sqlite3']) {
      const { rows, notes } = await write(join(folder, name), 'from range(5000)');
      expect([name, rows, notes]).toEqual([name, 5_000, []]);
    }
    expect(await readdir(folder)).toHaveLength(7);
    expect(await readFile(join(folder, 'a.csv'), 'utf8')).toMatch(/^range\n0\n1\n[^]*\n4999\n$/);
  });

  test('keeps every integer type, and columns of the same name, in SQLite', async () => {
    const target = join(await temporaryFolder(), 'o.sqlite');
    const types = ['tinyint', 'smallint', 'integer', 'bigint', 'utinyint', 'usmallint', 'uinteger', 'ubigint'];
    const columns = types.map((type) => `7::${type} as ${type}`);
    await write(target, `select ${columns.join(', ')}, false as no, 0.1::float as f, 1 as "a""b", 2 as "A""B"`);
    const database = new Sqlite(target, { readonly: true });
    const declared = database.prepare("SELECT name, type FROM pragma_table_info('orders')").all();
    const [row] = database.prepare('SELECT * FROM orders').all();
    database.close();
    expect(declared).toEqual([
      ...types.slice(0, 7).map((name) => ({ name, type: 'INTEGER' })),
      { name: 'ubigint', type: 'TEXT' },
      { name: 'no', type: 'INTEGER' },
      { name: 'f', type: 'REAL' },
      { name: 'a"b', type: 'INTEGER' },
      { name: 'A"B_1', type: 'INTEGER' },
    ]);
    expect(row).toMatchObject({ tinyint: 7, ubigint: '7', no: 0, f: 0.1, 'a"b': 1, 'A"B_1': 2 });
  });
});

describe('a file that is staged', () => {
  test('appears when the work is done, and its journals go', async () => {
    const folder = await temporaryFolder();
    const target = join(folder, 'a.csv');
    const answer = await withStagedFile(target, { force: false }, async (staged) => {
      expect(dirname(staged)).toBe(folder);
      expect(await readdir(folder)).toEqual([]);
      for (const suffix of ['', '.wal', '.wal.checkpoint', '.wal.recovery', '-journal']) {
        await writeFile(staged + suffix, 'rows');
      }
      return 7;
    });
    expect(answer).toBe(7);
    expect(await readdir(folder)).toEqual(['a.csv']);
    expect(await readFile(target, 'utf8')).toBe('rows');
  });

  test('goes when the work fails, and only its own failures are explained', async () => {
    const folder = await temporaryFolder();
    const target = join(folder, 'a.csv');
    const failing = (error: (staged: string) => unknown): Promise<unknown> =>
      withStagedFile(target, { force: false }, async (staged) => {
        await writeFile(staged, 'half');
        throw error(staged);
      });
    const bug = new Error('a bug');
    await expect(failing(() => bug)).rejects.toBe(bug);
    await expect(failing(() => 'text')).rejects.toBe('text');
    const system = Object.assign(new Error('ENOSPC'), { syscall: 'write' });
    await expect(failing(() => system)).rejects.toMatchObject({
      ...{ code: 'OUTPUT_UNWRITABLE', why: 'The system reported: ENOSPC.', cause: system },
    });
    await expect(failing((staged) => new Error(`IO Error: ${staged}`))).rejects.toMatchObject({
      ...{ code: 'OUTPUT_UNWRITABLE', message: `Cannot write ${target}` },
    });
    expect(await readdir(folder)).toEqual([]);
  });
});
