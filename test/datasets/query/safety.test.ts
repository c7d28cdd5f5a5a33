import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ask } from '../staging/ask.js';
import { useOutputsPlace } from '../staging/outputs-place.js';

describe('a query', () => {
  const place = useOutputsPlace('sqlite');
  let output: string;
  let secret: string;
  beforeAll(async () => {
    output = join(place.folder, (await place.write({ parser: 'p', output: 'orders', select: 'SELECT 1 AS id' })).path);
    secret = join(place.folder, 'secret.csv');
    await writeFile(secret, 'a\nswordfish\n');
  });

  test.each([
    "select * from read_csv('SECRET')",
    "from read_text('SECRET')",
    "from 'SECRET'",
    "from glob('FOLDER/*')",
    "from parquet_metadata('FOLDER/other.parquet')",
    "select (select content from read_text('SECRET')) from orders",
    "create table t as from read_csv('SECRET'); from t",
    "create view v as from read_csv('SECRET'); from v",
    "explain analyze from read_csv('SECRET')",
    "from query('from read_csv(''SECRET'')')",
  ])('cannot read another file: %s', async (sql) => {
    const asked = ask(place, filled(sql));
    await expect(asked).rejects.toMatchObject({ code: 'QUERY_REFUSED' });
    await expect(asked).rejects.not.toThrow('swordfish');
  });

  test.each([
    "copy (select 1) to 'FOLDER/new.csv'",
    "copy (select 666 as id) to 'OUTPUT' (format parquet, use_tmp_file false)",
    "explain analyze copy (select 666 as id) to 'OUTPUT' (format parquet, use_tmp_file false)",
    "/* explain */ explain (analyze) copy (select 666 as id) to 'OUTPUT' (format parquet, use_tmp_file false)",
    "explain analyze select 1; copy (select 666 as id) to 'OUTPUT' (format parquet, use_tmp_file false)",
    "copy (select 666 as id) to 'OUTPUT' (format parquet, use_tmp_file false); select 1",
    "attach 'FOLDER/new.db'; select 1",
    "attach 'FOLDER/new.db'",
    'install httpfs',
    'load httpfs',
    "export database 'FOLDER/export'",
    "import database 'FOLDER/export'",
    'set enable_external_access = true',
    'set lock_configuration = false; select 1',
    "set allowed_directories = ['/']; select 1",
    'reset enable_external_access',
    'pragma enable_profiling',
    "pragma profile_output = 'FOLDER/profile'",
    "call enable_logging('QueryLog', storage = 'file', storage_path = 'FOLDER/log')",
    'delete from orders',
    'insert into orders values (1)',
    'update orders set id = 2',
    'drop view orders',
    'checkpoint',
    'create table t as select 1',
    'prepare p as select 1',
    'use p',
    'begin',
  ])('cannot do anything but read: %s', async (sql) => {
    await expect(ask(place, filled(sql))).rejects.toMatchObject({
      code: expect.stringMatching(/^QUERY_(REFUSED|FAILED)$/) as string,
    });
  });

  test('that DuckDB cannot even quote is a failed query, not a bug', async () => {
    await expect(ask(place, '\u{9006e}\u{100c7f}À\fë')).rejects.toMatchObject({ code: 'QUERY_FAILED' });
  });

  test('has changed nothing by all that', async () => {
    expect(await ask(place, 'select id from orders')).toEqual([{ id: 1 }]);
    expect((await readdir(place.folder)).sort()).toEqual(['p', 'secret.csv']);
  });

  test('logs to no file either, also not by way of a function', async () => {
    const log = join(place.folder, 'log');
    const sql = `from enable_logging('QueryLog', storage = 'file', storage_path = '${log}')`;
    await ask(place, sql).catch(() => undefined);
    await expect(readFile(log)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('reads files when it is allowed to, and still writes none', async () => {
    expect(await ask(place, filled("select a, id from 'SECRET', orders"), { allowFiles: true })).toEqual([
      { a: 'swordfish', id: 1 },
    ]);
    const copy = filled("copy (select 1) to 'FOLDER/new.csv'");
    await expect(ask(place, copy, { allowFiles: true })).rejects.toMatchObject({ code: 'QUERY_REFUSED' });
  });

  test('may explain itself, and make tables for itself', async () => {
    expect(await ask(place, 'explain select id from orders')).toHaveLength(1);
    expect(await ask(place, '-- why\nexplain (format json) select id from orders')).toHaveLength(1);
    expect(await ask(place, 'create temp table t as select id + 1 as n from orders; from t')).toEqual([{ n: 2 }]);
  });

  const filled = (sql: string): string =>
    sql.replaceAll('SECRET', secret).replaceAll('OUTPUT', output).replaceAll('FOLDER', place.folder);
});
