import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { VERSION } from '../../src/platform/index.js';
import { createPipeline } from '../pipeline/staging/pipeline.js';
import { casparianBatch } from './casparian.js';
import { COMMAND_STORES } from './store.js';

describe.each(COMMAND_STORES)('files without a parser, on %s', (kind) => {
  test('are scanned, processed, asked and held to another contract, by commands alone', async () => {
    const pipeline = await createPipeline(kind);
    const { incoming, folder } = pipeline;
    await pipeline.file('orders-2024-01.csv', 'id,zip\n1,01067\n2,10115\n');
    await pipeline.file('orders-2024-02.csv', 'id,zip\n3,80331\n4,04109\n');
    await pipeline.file('items.json', '[{"sku": "a1", "stock": 3}]');
    await pipeline.file('notes.md', '# nothing to read');
    const answers = await pipeline.inOneProcess(
      ['scan', incoming, '--json'],
      ['scan', incoming, '--auto', '--json'],
      ['process', '--json'],
      ['datasets', '--json'],
      ['query', 'select id, zip, _cf_parser from orders order by id', '--format', 'json'],
      ['datasets', 'contract', 'orders', '--json'],
      ['backfill', 'builtin', '--json'],
      ['verify', '--json'],
      ['files', '--status', 'new', '--json'],
      ['scan', incoming, '--json'],
    );
    const [before, scanned, processed, listed, rows, held, backfill, verified, left, again] = answers.map(
      ({ stdout }) => JSON.parse(stdout) as unknown,
    );
    const shape = { discovered: 4, missing: 0, already_processed: 0, problems: [] };
    expect(before).toEqual({ ...shape, unchanged: 0, changed: 4, jobs_created: 0 });
    expect(scanned).toEqual({
      ...{ ...shape, unchanged: 4, changed: 0, jobs_created: 3, builtin_jobs: 3, without_reader: 1 },
      rules: [{ pattern: `${incoming}/**`, topic: 'auto' }],
    });
    expect(processed).toEqual({
      ...{ completed: 3, completed_with_warnings: 0, failed: 0, already_processed: 0 },
      ...{ rows_valid: 5, rows_quarantined: 0 },
    });
    expect(listed).toMatchObject([
      { name: 'items', rows: 1, files: 1, parser: 'builtin' },
      { name: 'orders', rows: 4, files: 2, parser: 'builtin', versions: [VERSION] },
    ]);
    expect(rows).toEqual(
      ['01067', '10115', '80331', '04109'].map((zip, index) => ({
        ...{ id: index + 1, zip, _cf_parser: `builtin:csv@${VERSION}` },
      })),
    );
    expect(held).toMatchObject({
      ...{ dataset: 'orders', origin: 'inferred', source: join(incoming, 'orders-2024-01.csv') },
      contract: { version: 1, columns: [{ name: 'id', type: 'int' }, { name: 'zip' }] },
    });
    expect(backfill).toMatchObject({ parser: 'builtin', version: VERSION, files: 0, executed: false });
    expect(verified).toMatchObject({ checked: 3, ok: 3 });
    expect(left).toMatchObject([{ path: join(incoming, 'notes.md'), topics: ['auto'] }]);
    expect(again).toEqual({ ...shape, unchanged: 4, changed: 0, jobs_created: 0 });

    const contract = join(folder, 'orders.json');
    const first = join(incoming, 'orders-2024-01.csv');
    const [, set, executed, , renewed] = await pipeline.inOneProcess(
      ['infer', first, '--type', 'id=string', '--save', contract],
      ['datasets', 'contract', 'orders', '--set', contract, '--json'],
      ['backfill', 'builtin', '--execute', '--json'],
      ['process', '--parser', 'builtin', '--json'],
      ['query', 'select typeof(id) as type, count(*) as rows from orders group by 1', '--format', 'json'],
    );
    expect(JSON.parse(set!.stdout)).toMatchObject({
      dataset: 'orders',
      origin: 'given',
      source: contract,
      changed: true,
    });
    expect(JSON.parse(executed!.stdout)).toMatchObject({ files: 2, jobs_created: 2 });
    expect(JSON.parse(renewed!.stdout)).toEqual([{ type: 'VARCHAR', rows: 4 }]);
  });
});

test('what cannot be meant is refused', async () => {
  const { flags, incoming } = await createPipeline('sqlite');
  const refused = [
    ['scan', incoming, '--dataset', 'orders'],
    ['scan', incoming, '--auto', '--dataset', 'My Orders'],
    ['datasets', 'contract', 'orders'],
  ];
  const answers = await casparianBatch(refused.map((args) => [...args, '--json', ...flags]));
  const codes = answers.map(({ stdout }) => (JSON.parse(stdout) as { error: { code: string } }).error.code);
  expect(codes).toEqual(['OPTION_INVALID', 'OPTION_INVALID', 'DATASET_NOT_FOUND']);
});
