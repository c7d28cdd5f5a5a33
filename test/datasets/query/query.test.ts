import { getEventListeners } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { BUILT_IN_JOBS } from '../../../src/engine/index.js';
import { withQuery } from '../../../src/datasets/sql.js';
import { STORES } from '../../cli/store.js';
import { ask, askText } from '../staging/ask.js';
import { useOutputsPlace } from '../staging/outputs-place.js';
import { rowsOfTenant } from '../../pipeline/staging/tenant.js';

describe.each(STORES)('queries on %s', (kind) => {
  const place = useOutputsPlace(kind);
  let fileId: string;
  beforeAll(async () => {
    ({ fileId } = await place.write({ parser: 'shop', output: 'orders', select: "SELECT 1 AS id, 'old' AS note" }));
    await place.write({ parser: 'shop', output: 'orders', select: "SELECT 1 AS id, 'new' AS note", fileId });
    await place.write({ parser: 'shop', output: 'orders', select: "SELECT 2 AS id, 'other' AS note" });
    await place.write({ parser: 'shop', output: 'customers', select: "SELECT 'a' AS name" });
    await place.write({ parser: 'crm', output: 'Customers', select: "SELECT 'b' AS name" });
    await place.write({ parser: 'my-parser', output: 'odd name.v1', select: 'SELECT 9 AS n' });
    await place.write({ parser: 'shop', output: 'files', select: 'SELECT 7 AS n' });
  });

  test('see the current rows of every file under the name of the output', async () => {
    expect(await ask(place, 'select id, note from orders order by id')).toEqual([
      { id: 1, note: 'new' },
      { id: 2, note: 'other' },
    ]);
    const [row] = await ask(place, 'select * from ORDERS where id = 1');
    expect(row).toMatchObject({ _cf_source: `/in/${fileId}.csv`, _cf_row: 1, _cf_parser: 'shop v1.0.0' });
  });

  test('name the parser where two write an output of the same name', async () => {
    expect(await ask(place, 'select name from shop.customers union all select name from crm.customers')).toEqual([
      { name: 'a' },
      { name: 'b' },
    ]);
    await expect(ask(place, 'from customers')).rejects.toMatchObject({
      code: 'DATASET_NOT_FOUND',
      why: expect.stringContaining('crm.Customers, odd name.v1, shop.customers') as string,
    });
    expect(await ask(place, 'select n from "odd name.v1"')).toEqual([{ n: 9 }]);
    expect(await ask(place, 'select n from "my-parser"."odd name.v1"')).toEqual([{ n: 9 }]);
    expect(await ask(place, 'select n from shop.files')).toEqual([{ n: 7 }]);
  });

  test('have jobs, files and the quarantine as tables', async () => {
    const [noop] = BUILT_IN_JOBS;
    const { id } = await place.engine.enqueue(noop!, { big: 12_345 });
    expect(
      await ask(
        place,
        'select id, payload, typeof(payload) as p, typeof(created_at) as t, year(created_at) > 2000 as y from jobs',
      ),
    ).toEqual([{ id, payload: { big: 12_345 }, p: 'JSON', t: 'TIMESTAMP', y: true }]);
    expect(await ask(place, 'select count(*) as n from quarantine')).toEqual([{ n: 0 }]);
    expect(await ask(place, 'select path from files')).toEqual([]);
  });

  test('list everything when asked what there is', async () => {
    const tables = await ask(place, "select table_schema || '.' || table_name as name from information_schema.tables");
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['main.orders', 'shop.orders', 'shop.customers', 'crm.Customers', 'main.jobs']),
    );
    expect((await ask(place, 'describe orders')).map((row) => row['column_name'])).toContain('_cf_source');
    expect(await ask(place, "pivot (select 'a' as k, 1 as v) on k using sum(v)")).toEqual([{ a: 1 }]);
  });

  test('say what is wrong, and what to do', async () => {
    await expect(ask(place, 'from ordrs')).rejects.toMatchObject({
      code: 'DATASET_NOT_FOUND',
      next: ['Did you mean orders?', { text: 'List all of them', action: 'datasets' }],
    });
    await expect(ask(place, 'from nowhere.orders')).rejects.toMatchObject({ code: 'DATASET_NOT_FOUND' });
    await expect(ask(place, 'select nope from orders')).rejects.toMatchObject({ code: 'QUERY_FAILED' });
    await expect(ask(place, 'selec 1')).rejects.toMatchObject({ code: 'QUERY_FAILED' });
    await expect(ask(place, ' -- nothing')).rejects.toMatchObject({ code: 'QUERY_REFUSED' });
    await expect(ask(place, "select 'x'::int from range(5000)")).rejects.toMatchObject({ code: 'QUERY_FAILED' });
  });

  test('send who misses a file to verify', async () => {
    const { path } = await place.write({ parser: 'gone', output: 'gone', select: 'SELECT 1 AS n' });
    await rm(join(place.folder, path));
    await expect(ask(place, 'select n from gone')).rejects.toMatchObject({
      code: 'OUTPUT_DAMAGED',
      next: expect.arrayContaining([{ text: 'List the damaged files', action: 'verify' }]) as unknown[],
    });
    expect(await ask(place, 'select count(*) as n from orders')).toEqual([{ n: 2 }]);
  });

  test('no longer listen for an interruption when they have ended', async () => {
    const { signal } = new AbortController();
    await ask(place, 'select 1 as n', { signal });
    await expect(ask(place, 'selec 1', { signal })).rejects.toMatchObject({ code: 'QUERY_FAILED' });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('end when they are interrupted', async () => {
    const interruption = new AbortController();
    const asked = ask(place, 'select count(*) from range(1000000000000)', { signal: interruption.signal });
    setTimeout(() => interruption.abort(), 50);
    await expect(asked).rejects.toMatchObject({ code: 'INTERRUPTED' });
  });

  test('give as many rows as are wanted', async () => {
    const request = { database: rowsOfTenant(place.engine), folder: place.folder, sql: 'from range(10000)' };
    const counted = await withQuery(request, async (query) => {
      let rows = 0;
      for await (const { rowCount } of (await query.rows(3_000)).batches) rows += rowCount;
      return rows;
    });
    expect(counted).toBe(3_000);
    expect(await askText(place, 'from range(2)', 'csv')).toBe('range\n0\n1\n');
  });
});
