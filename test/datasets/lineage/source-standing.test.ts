import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sourceStanding } from '../../../src/datasets/lineage/source-standing.js';
import { hashFile } from '../../../src/pipeline/files/hash-file.js';
import { temporaryFolder } from '../../cli/store.js';

test('a source is unchanged, changed, missing or unreadable', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'a.csv');
  await writeFile(path, 'a\n1\n');
  const hash = await hashFile(path);
  expect(await sourceStanding(path, hash)).toBe('unchanged');
  await writeFile(path, 'a\n2\n');
  expect(await sourceStanding(path, hash)).toBe('changed');
  await rm(path);
  expect(await sourceStanding(path, hash)).toBe('missing');
  expect(await sourceStanding(folder, hash)).toBe('unreadable');
});
