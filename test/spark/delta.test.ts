import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compactDataset, type Publication, publishDelta } from '../../src/datasets/sql.js';
import { createStorages } from '../../src/storage/index.js';
import { useOutputsPlace, type Written, type WrittenOutput } from '../datasets/staging/outputs-place.js';
import { rowsOfTenant } from '../pipeline/staging/tenant.js';

const CACHE = join(import.meta.dirname, '../../.cache');
const place = useOutputsPlace('sqlite');

const tableOf = (output: string): string => join(place.folder, 'shop', output);

function publish(output: string): Promise<Publication> {
  const storage = createStorages().at(tableOf(output));
  const request = { database: rowsOfTenant(place.engine), home: place.home, storage };
  return publishDelta(request, { parser: 'shop', output, name: output });
}

function write(output: string, select: string, more: Partial<Written> = {}): Promise<WrittenOutput> {
  return place.write({ parser: 'shop', output, select, ...more });
}

type Row = readonly (string | null)[];

function spark(requests: readonly object[]): Row[][] {
  const script = join(import.meta.dirname, 'read_with_spark.py');
  const python = join(CACHE, 'python/spark/bin/python');
  const options = { input: JSON.stringify(requests), maxBuffer: 2 ** 26, stdio: ['pipe', 'pipe', 'inherit'] as const };
  const text = execFileSync(python, [script, join(CACHE, 'spark')], {
    ...options,
    stdio: [...options.stdio],
    encoding: 'utf8',
  });
  return JSON.parse(text.trimEnd().split('\n').at(-1)!) as Row[][];
}

test('Spark reads a table after supersede, compaction, checkpoint and its own append, and earlier versions', async () => {
  const first = await write('orders', 'SELECT range::BIGINT AS id FROM range(2)');
  await write('orders', 'SELECT 10::BIGINT AS id');
  await publish('orders');
  await write('orders', 'SELECT 7::BIGINT AS id', { fileId: first.fileId });
  await publish('orders');
  const options = { database: rowsOfTenant(place.engine), home: place.home, smallBytes: 1e9 };
  const facts = {
    parser: 'shop',
    output: 'orders',
    name: 'orders',
    isBare: true,
    files: 2,
    rows: 2,
    bytes: 1,
    updatedAt: 1,
  };
  await compactDataset(options, facts);
  await write('orders', 'SELECT 8::BIGINT AS id', { fileId: first.fileId });
  await publish('orders');
  for (let id = 100; id < 110; id++) {
    await write('orders', `SELECT ${id}::BIGINT AS id`);
    await publish('orders');
  }
  await write(
    'kinds',
    `SELECT 9223372036854775807 AS big, 12.50::DECIMAL(38,2) AS exact, TIMESTAMP '2024-02-03 04:05:06.000007' AS "local time",
     TIMESTAMPTZ '2024-02-03 04:05:06+02' AS zoned, DATE '1969-12-31' AS day, TIME '23:59:59.5' AS clock, '{"a": 1}'::JSON AS doc`,
  );
  await publish('kinds');
  const orders = { table: tableOf('orders'), columns: ['id'] };
  const [newest, oldest, , appended, kinds] = spark([
    orders,
    { ...orders, version: 0 },
    { table: tableOf('orders'), append: { id: 999 } },
    orders,
    { table: tableOf('kinds'), columns: ['big', 'exact', 'local time', 'zoned', 'day', 'clock', 'doc'] },
  ]);
  const hundreds = Array.from({ length: 10 }, (_, at) => [String(100 + at)]);
  expect(newest).toEqual([['10'], ...hundreds, ['8']]);
  expect(oldest).toEqual([['0'], ['1'], ['10']]);
  expect(appended).toEqual([['10'], ...hundreds, ['8'], ['999']]);
  expect(kinds).toEqual([
    [
      ...['9223372036854775807', '12.50', '2024-02-03 04:05:06.000007', '2024-02-03 02:05:06', '1969-12-31'],
      ...['23:59:59.5', '{"a": 1}'],
    ],
  ]);
  await write('orders', 'SELECT 9::BIGINT AS id', { fileId: first.fileId });
  expect(await publish('orders')).toMatchObject({ filesAdded: 1, filesRemoved: 1, foreignFiles: 1 });
});
