import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { datasetNamed, namedDatasets } from '../../../src/datasets/index.js';
import { describeDataset } from '../../../src/datasets/sql.js';
import { useOutputsPlace, type WrittenOutput } from '../staging/outputs-place.js';
import { rowsOfTenant } from '../../pipeline/staging/tenant.js';

const place = useOutputsPlace('sqlite');
const described = async (name: string) => {
  const database = rowsOfTenant(place.engine);
  return describeDataset({ database, folder: place.folder }, datasetNamed(await namedDatasets(database), name));
};

test('a description counts rows by version, sources and the newest outputs', async () => {
  const written: WrittenOutput[] = [];
  for (const [index, rows] of [1, 2, 3, 4, 5, 6].entries()) {
    const one = await place.write({
      ...{ parser: 'p', output: 'orders', select: `SELECT range AS n FROM range(${rows})` },
      version: index < 4 ? '1.0.0' : '2.0.0',
    });
    // The first is the newest of the others, and the last came before them.
    const createdAt = index === 0 ? 50 : index === 5 ? 1 : 10 + index;
    await place.engine.database.query(`UPDATE cf_outputs SET created_at = ${createdAt} WHERE job_id = '${one.jobId}'`);
    written.push(one);
  }
  await place.write({ parser: 'p', output: 'bystander', select: 'SELECT 1 AS x' });
  const { columns, versions, sources, newest, notes } = await described('orders');
  expect(columns.slice(0, 2)).toEqual([
    { name: 'n', type: 'BIGINT' },
    { name: '_cf_source', type: 'VARCHAR' },
  ]);
  expect(versions).toEqual([
    { version: '1.0.0', jobs: 4, rows: 10 },
    { version: '2.0.0', jobs: 2, rows: 11 },
  ]);
  expect(sources).toBe(6);
  expect(newest.map(({ jobId }) => jobId)).toEqual([0, 4, 3, 2, 1].map((index) => written[index]!.jobId));
  expect(notes).toEqual([]);
});

test('a dataset whose file is gone is damaged', async () => {
  const { path } = await place.write({ parser: 'q', output: 'gone', select: 'SELECT 1 AS n' });
  await rm(join(place.folder, path));
  await expect(described('gone')).rejects.toMatchObject({ code: 'OUTPUT_DAMAGED' });
});
