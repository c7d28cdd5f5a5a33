import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { useOutputsPlace } from '../datasets/staging/outputs-place.js';
import { casparian, casparianBatch } from './casparian.js';
import { COMMAND_STORES } from './store.js';

describe.each(COMMAND_STORES)('datasets on %s', (kind) => {
  const place = useOutputsPlace(kind);
  let path: string;
  beforeAll(async () => {
    await place.write({ parser: 'shop', output: 'orders', select: "SELECT 9007199254740993 AS id, 'Ann' AS name" });
    ({ path } = await place.write({
      parser: 'shop',
      output: 'orders',
      select: "SELECT 2::BIGINT AS id, 'Bob' AS name",
    }));
  });

  test('are asked, listed, exported, compacted and verified', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'casparian-query-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const [sql, target] = [join(folder, 'q.sql'), join(folder, 'orders.csv')];
    await writeFile(sql, 'select count(*) as n from orders -- all\n');
    const commands = [
      ['query', 'select id, name from orders order by id', '--format', 'table'],
      ['query', 'select id, name from orders order by id', '--json'],
      ['query', '--file', sql],
      ['query', 'from range(5)', '--format', 'table', '--limit', '2'],
      ['query', 'from ordrs', '--json'],
      ['query', 'select 1', '--format', 'parquet'],
      ['query'],
      ['query', 'select id from orders', '--out', join(folder, 'ids.parquet'), '--json'],
      ['datasets', '--json'],
      ['datasets', 'show', 'shop.orders', '--json'],
      ['datasets', 'show', 'nothing'],
      ['export', 'orders', '--to', target, '--json'],
      ['export', 'orders', '--to', target],
      ['export', 'jobs', '--to', join(folder, 'jobs.ndjson')],
      ['datasets', 'compact', '--json'],
      ['verify', '--json'],
      ['db', 'check', '--full', '--json'],
    ];
    const answers = await casparianBatch(commands.map((args) => [...args, ...place.flags]));
    expect(answers.map(({ code }) => code)).toEqual([0, 0, 0, 0, 3, 2, 2, 0, 0, 0, 3, 0, 3, 0, 0, 0, 0]);
    const [table, json, counted, limited, unknown, , , parquet, list, show, , exported, , , compacted, verified] =
      answers.map(({ stdout }) => stdout);
    expect(table).toBe(
      '              id  name\n────────────────  ────\n               2  Bob\n9007199254740993  Ann\n',
    );
    expect(answers[0]!.stderr).toBe('(2 rows)\n');
    expect(json).toBe('[{"id":2,"name":"Bob"},\n{"id":9007199254740993,"name":"Ann"}]\n');
    expect(counted).toBe('n\n2\n');
    expect(limited).toBe('range\n─────\n    0\n    1\n');
    expect(answers[3]!.stderr).toBe('(first 2 rows; use --limit for more)\n');
    expect(JSON.parse(unknown!)).toMatchObject({ error: { code: 'DATASET_NOT_FOUND' } });
    expect(JSON.parse(parquet!)).toMatchObject({ rows: 2, path: join(folder, 'ids.parquet') });
    expect(JSON.parse(list!)).toEqual([
      {
        ...{ name: 'orders', rows: 2, files: 2, bytes: expect.any(Number) as number, parser: 'shop' },
        ...{ updated_at: expect.stringMatching(/^\d{4}-.*Z$/) as string, output: 'orders', versions: ['1.0.0'] },
      },
    ]);
    expect(JSON.parse(show!)).toMatchObject({
      sources: 2,
      columns: [{ name: 'id', type: 'BIGINT' }, { name: 'name' }, {}, {}, {}, {}],
    });
    expect(JSON.parse(exported!)).toMatchObject({ rows: 2, format: 'csv' });
    expect(await readFile(target, 'utf8')).toMatch(/^id,name,_cf_source.*\n9007199254740993,Ann,/);
    expect(JSON.parse(compacted!)).toMatchObject([{ name: 'orders', files_before: 2, files_after: 1 }]);
    expect(JSON.parse(verified!)).toEqual({ checked: 1, ok: 1, missing: [], changed: [] });
  });

  test('whose files are gone are found out', async () => {
    await place.write({ parser: 'lost', output: 'lost', select: 'SELECT 1 AS n' }).then((one) => (path = one.path));
    await rm(join(place.folder, path));
    const commands = [
      ['verify', 'lost'],
      ['verify', '--json'],
      ['query', 'from lost'],
    ];
    const [words, json, asked] = await casparianBatch(commands.map((args) => [...args, ...place.flags]));
    expect(words!.code).toBe(1);
    expect(words!.stdout).toMatch(/^missing .*lost.*\n1 file checked, 1 missing, 0 changed\.\n$/s);
    expect(json!.code).toBe(1);
    expect(JSON.parse(json!.stdout)).toMatchObject({ ok: 1, missing: [{ dataset: 'lost', reason: 'missing' }] });
    expect(asked).toMatchObject({ code: 1, stderr: expect.stringContaining('casparian verify') as string });
  });
});

test('a query reads its statement from stdin', async () => {
  const home = await mkdtemp(join(tmpdir(), 'casparian-query-'));
  onTestFinished(() => rm(home, { recursive: true }));
  const { code, stdout } = await casparian(['query', '-', '--home', home], { input: 'select 42 as n' });
  expect([code, stdout]).toEqual([0, 'n\n42\n']);
});
