import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSink } from '../../../src/contract/outputs/sink.js';
import { column, LINEAGE } from './typed-batch.js';
import { temporaryDirectory } from './written-rows.js';

test('a column of the user that is called like lineage is refused before a file is made', async () => {
  const directory = await temporaryDirectory();
  const columns = [column('_cf_row', { kind: 'int' })];
  await expect(createSink('csv', join(directory, 'x.csv'), columns, LINEAGE)).rejects.toMatchObject({
    code: 'CONTRACT_INVALID',
    message: 'The column name _cf_row is reserved.',
  });
  expect(await readdir(directory)).toEqual([]);
});
