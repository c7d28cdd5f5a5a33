import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compactDataset, type Publication, publishDelta, publishedRetention } from '../../../src/datasets/sql.js';
import { pruneFiles } from '../../../src/operations/index.js';
import { createStorages } from '../../../src/storage/index.js';
import { rowsOfTenant } from '../../pipeline/staging/tenant.js';
import { useOutputsPlace, type Written, type WrittenOutput } from '../staging/outputs-place.js';
import { type DeltaReader, HAS_DELTA_READERS, openDeltaReader } from './delta-reader.js';

describe.skipIf(!HAS_DELTA_READERS)('publishing a dataset as a Delta table', () => {
  const place = useOutputsPlace('sqlite');
  let reader: DeltaReader;
  beforeAll(() => {
    reader = openDeltaReader();
  });
  afterAll(() => reader.close());

  const tableOf = (output: string): string => join(place.folder, 'shop', output);
  const publish = (output: string, options: { overwrite?: boolean } = {}): Promise<Publication> => {
    const storage = createStorages().at(tableOf(output));
    const request = { database: rowsOfTenant(place.engine), home: place.home, storage, ...options };
    return publishDelta(request, { parser: 'shop', output, name: output });
  };
  const write = (output: string, select: string, more: Partial<Written> = {}): Promise<WrittenOutput> =>
    place.write({ parser: 'shop', output, select, ...more });
  const ids = async (output: string, version?: number): Promise<(string | null)[]> =>
    (await reader.read(tableOf(output), ['id'], version === undefined ? {} : { version })).rows.map(([id]) => id!);

  test('other programs read the rows, each earlier version, and not what was superseded', async () => {
    const first = await write('orders', 'SELECT range::BIGINT AS id FROM range(3)');
    await write('orders', 'SELECT 10::BIGINT AS id');
    expect(await publish('orders')).toEqual({
      ...{ location: tableOf('orders'), version: 0, filesAdded: 2, filesRemoved: 0, rows: 4, foreignFiles: 0 },
    });
    expect(await ids('orders')).toEqual(['0', '1', '10', '2']);
    expect(await publish('orders')).toMatchObject({ version: 0, filesAdded: 0, filesRemoved: 0, rows: 4 });
    await write('orders', 'SELECT 7::BIGINT AS id', { fileId: first.fileId });
    expect(await publish('orders')).toMatchObject({ version: 1, filesAdded: 1, filesRemoved: 1, rows: 2 });
    expect(await ids('orders')).toEqual(['10', '7']);
    expect(await ids('orders', 0)).toEqual(['0', '1', '10', '2']);
  });

  test('all types arrive exactly; a time of day is text', async () => {
    await write(
      'kinds',
      `SELECT 9223372036854775807 AS big, 12.50::DECIMAL(38,2) AS exact, 0.1::DOUBLE AS float, 'ä' AS words, true AS yes,
       TIMESTAMP '2024-02-03 04:05:06.000007' AS "local time", TIMESTAMPTZ '2024-02-03 04:05:06+02' AS zoned,
       DATE '1969-12-31' AS day, TIME '23:59:59.5' AS clock, 'A'::BLOB AS bytes, '{"a": 1}'::JSON AS doc, NULL::BIGINT AS nothing`,
    );
    await publish('kinds');
    const columns = [
      'big',
      'exact',
      'float',
      'words',
      'yes',
      'local time',
      'zoned',
      'day',
      'clock',
      'bytes',
      'doc',
      'nothing',
    ];
    const { rows, types } = await reader.read(tableOf('kinds'), columns);
    expect(rows).toEqual([
      [
        ...['9223372036854775807', '12.50', '0.1', 'ä', 'True', '2024-02-03 04:05:06.000007'],
        ...['2024-02-03 02:05:06+00:00', '1969-12-31', '23:59:59.5', "b'A'", '{"a": 1}', null],
      ],
    ]);
    expect(types).toMatchObject({
      'local time': 'timestamp_ntz',
      zoned: 'timestamp',
      exact: 'decimal(38,2)',
      clock: 'string',
    });
    const [, protocol] = (await readFile(join(tableOf('kinds'), '_delta_log', `${'0'.repeat(20)}.json`), 'utf8')).split(
      '\n',
    );
    expect(JSON.parse(protocol!)).toMatchObject({ protocol: { minReaderVersion: 3, minWriterVersion: 7 } });
  });

  test('columns of a later version are added, and other types rewrite what has to be', async () => {
    await write('prices', 'SELECT 1::BIGINT AS id, 5::BIGINT AS price');
    await publish('prices');
    await write('prices', "SELECT 2::BIGINT AS id, 6::BIGINT AS price, 'EUR' AS currency", { version: '2.0.0' });
    expect(await publish('prices')).toMatchObject({ version: 1, filesAdded: 1, filesRemoved: 0 });
    await write('prices', "SELECT 3::BIGINT AS id, 7.25::DECIMAL(10,2) AS price, 'USD' AS currency", {
      version: '3.0.0',
    });
    expect(await publish('prices')).toMatchObject({ version: 2, filesAdded: 3, filesRemoved: 2 });
    const { rows } = await reader.read(tableOf('prices'), ['id', 'price', 'currency']);
    expect(rows).toEqual([
      ['1', '5.00', null],
      ['2', '6.00', 'EUR'],
      ['3', '7.25', 'USD'],
    ]);
    expect(await publish('prices')).toMatchObject({ version: 2, filesAdded: 0, filesRemoved: 0 });
    expect((await reader.read(tableOf('prices'), ['id', 'price'], { version: 1 })).rows).toEqual([
      ['1', '5'],
      ['2', '6'],
    ]);
  });

  test('text outputs are published as Parquet', async () => {
    await write('words', "SELECT 'a' AS id UNION ALL SELECT 'b'", { format: 'csv' });
    expect(await publish('words')).toMatchObject({ filesAdded: 1, rows: 2 });
    expect(await ids('words')).toEqual(['a', 'b']);
    expect(await publish('words')).toMatchObject({ version: 0, filesAdded: 0 });
  });

  test('a merged file has no superseded rows for other readers', async () => {
    const files = [];
    for (const id of [1, 2, 3]) files.push(await write('many', `SELECT ${id}::BIGINT AS id`));
    await publish('many');
    const [dataset] = [{ parser: 'shop', output: 'many', name: 'many' }];
    const options = { database: rowsOfTenant(place.engine), home: place.home, smallBytes: 1e9 };
    await compactDataset(options, { ...dataset, isBare: true, files: 3, rows: 3, bytes: 1, updatedAt: 1 });
    expect(await publish('many')).toMatchObject({ version: 1, filesAdded: 1, filesRemoved: 3 });
    expect(await ids('many')).toEqual(['1', '2', '3']);
    await write('many', 'SELECT 20::BIGINT AS id', { fileId: files[1]!.fileId });
    expect(await publish('many')).toMatchObject({ version: 2, filesAdded: 2, filesRemoved: 1, rows: 3 });
    expect(await ids('many')).toEqual(['1', '20', '3']);
    expect(await publish('many')).toMatchObject({ version: 2, filesAdded: 0, filesRemoved: 0 });
  });

  test('after a checkpoint, readers and the next publication start there', async () => {
    for (let id = 0; id < 12; id++) {
      await write('often', `SELECT ${id}::BIGINT AS id`);
      await publish('often');
    }
    const log = join(tableOf('often'), '_delta_log');
    const { version } = JSON.parse(await readFile(join(log, '_last_checkpoint'), 'utf8')) as { version: number };
    expect(version).toBe(9);
    for (const name of await readdir(log)) if (/^0*[0-8]\.json$/.test(name)) await rm(join(log, name));
    expect((await ids('often')).length).toBe(12);
    await write('often', 'SELECT 100::BIGINT AS id');
    expect(await publish('often')).toMatchObject({ version: 12, filesAdded: 1, rows: 13 });
    // A checkpoint of another program works as well.
    await reader.call('checkpoint', tableOf('often'));
    await write('often', 'SELECT 101::BIGINT AS id');
    expect(await publish('often')).toMatchObject({ version: 13, filesAdded: 1, rows: 14 });
    expect((await ids('often')).length).toBe(14);
  });

  test('rows that others append stay; rewritten files are a conflict that --overwrite resolves', async () => {
    const first = await write('shared', 'SELECT 1::BIGINT AS id');
    await write('shared', 'SELECT 2::BIGINT AS id');
    await publish('shared');
    await reader.call('append', tableOf('shared'), { row: { id: 99 } });
    await write('shared', 'SELECT 5::BIGINT AS id', { fileId: first.fileId });
    expect(await publish('shared')).toMatchObject({
      version: 2,
      filesAdded: 1,
      filesRemoved: 1,
      rows: 2,
      foreignFiles: 1,
    });
    expect(await ids('shared')).toEqual(['2', '5', '99']);
    await reader.call('optimize', tableOf('shared'));
    await expect(publish('shared')).rejects.toMatchObject({
      code: 'DELTA_CONFLICT',
      message: expect.stringMatching(/^Version 3 of the table in .* was made by .*OPTIMIZE/) as string,
      why: 'It removed 2 files of the dataset from the table. Nothing was published.',
    });
    expect(await publish('shared', { overwrite: true })).toMatchObject({ version: 4, rows: 2, foreignFiles: 0 });
    expect(await ids('shared')).toEqual(['2', '5']);
    expect(await publish('shared')).toMatchObject({ version: 4, filesAdded: 0, filesRemoved: 0 });
  });

  test('outputs prune keeps what readers of the table may use', async () => {
    const { fileId, path } = await write('kept', "SELECT 'a' AS id", { format: 'csv' });
    const plain = await write('kept', 'SELECT 1::BIGINT AS id');
    await publish('kept');
    await write('kept', "SELECT 'b' AS id", { format: 'csv', fileId });
    await write('kept', 'SELECT 2::BIGINT AS id', { fileId: plain.fileId });
    const prune = (dryRun = false) =>
      pruneFiles(rowsOfTenant(place.engine), { home: place.home, olderThanMs: 0, dryRun });
    // Version 0 still names the copies of the superseded files.
    await prune();
    expect(existsSync(join(place.folder, path))).toBe(false);
    expect(await ids('kept')).toEqual(['1', 'a']);
    await publish('kept');
    await prune();
    expect(await ids('kept')).toEqual(['2', 'b']);
    expect(await ids('kept', 0)).toEqual(['1', 'a']);
    const storage = createStorages().at(tableOf('kept'));
    const later = { storage, staging: place.home.staging, dryRun: false, now: Date.now() + 8 * 86_400_000 };
    expect((await publishedRetention(later)).removed.files).toBe(2);
    expect(await ids('kept')).toEqual(['2', 'b']);
  });

  test('publications at the same time do not lose or repeat rows', async () => {
    for (const id of [1, 2, 3]) await write('race', `SELECT ${id}::BIGINT AS id`);
    const versions = (await Promise.all([publish('race'), publish('race'), publish('race')])).map(
      ({ version }) => version,
    );
    expect(versions).toEqual([0, 0, 0]);
    expect(await ids('race')).toEqual(['1', '2', '3']);
  });
});
