import { join } from 'node:path';
import pg from 'pg';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { useOutputsPlace } from '../datasets/staging/outputs-place.js';
import { createDatabase } from '../services/postgres.js';
import { casparianBatch } from './casparian.js';
import { COMMAND_STORES } from './store.js';

describe.each(COMMAND_STORES)('copies of datasets for other programs on %s', (kind) => {
  const place = useOutputsPlace(kind);
  let url: string;
  beforeAll(async () => {
    url = await createDatabase(inject('postgresUrl'));
    await place.write({ parser: 'shop', output: 'orders', select: 'SELECT 1::BIGINT AS id UNION ALL SELECT 2' });
  });

  test('load and datasets publish make them, and report what changed', async () => {
    const wrong = url.replace(/:\/\/([^:@]+)(:[^@]*)?@[^/]+/, '://$1:hunter2@127.0.0.1:1');
    const commands = [
      ['load', 'orders', '--to', url, '--table', 'sold', '--json'],
      ['load', 'orders', '--to', url, '--table', 'sold'],
      ['load', 'orders', '--to', url],
      ['load', 'orders'],
      ['load', 'nothing', '--to', url],
      ['load', 'orders', '--to', wrong],
      ['datasets', 'publish', 'orders', '--delta', '--json'],
      ['datasets', 'publish', 'shop.orders', '--delta'],
      ['datasets', 'publish', 'orders'],
      ['events', 'list', '--aggregate', 'dataset/orders', '--json'],
    ];
    const answers = await casparianBatch(commands.map((args) => [...args, ...place.flags]));
    expect(answers.map(({ code }) => code)).toEqual([0, 0, 0, 2, 3, 75, 0, 0, 2, 0]);
    const [first, second, named, missing, , refused, published, again] = answers;
    expect(JSON.parse(first!.stdout)).toEqual({ rows_inserted: 2, rows_deleted: 0, jobs: 1 });
    expect(second!.stdout).toBe('sold is up to date.\n');
    expect(named!.stdout).toBe('→ orders: 2 rows inserted (1 job)\n');
    expect(missing!.stderr).toContain('CASPARIAN_LOAD_TO');
    expect(refused!.stderr).toContain('LOAD_TARGET_UNAVAILABLE');
    expect(refused!.stderr).not.toContain('hunter2');
    const location = join(place.folder, 'shop/orders');
    expect(JSON.parse(published!.stdout)).toEqual({
      ...{ dataset: 'orders', location, version: 0, files_added: 1, files_removed: 0, rows: 2, foreign_files: 0 },
    });
    expect(again!.stdout).toBe(`→ ${location} (version 0, 2 rows, up to date)\n`);
    // What was up to date left no event.
    const events = JSON.parse(answers.at(-1)!.stdout) as { event_type: string }[];
    const types = events.map(({ event_type: type }) => type).filter((type) => /loaded|published/.test(type));
    expect(types).toEqual(['dataset.published', 'dataset.loaded', 'dataset.loaded']);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query('SELECT id FROM sold ORDER BY id');
    await client.end();
    expect(rows).toEqual([{ id: '1' }, { id: '2' }]);
  });
});
