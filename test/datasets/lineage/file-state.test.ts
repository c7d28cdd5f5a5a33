import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileState } from '../../../src/datasets/lineage/file-state.js';
import { hashFile } from '../../../src/pipeline/files/hash-file.js';
import { temporaryFolder } from '../../cli/store.js';

test('a source is unchanged, changed, missing or unreadable', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'a.csv');
  await writeFile(path, 'a\n1\n');
  const hash = await hashFile(path);
  expect(await fileState(path, hash)).toBe('unchanged');
  await writeFile(path, 'a\n2\n');
  expect(await fileState(path, hash)).toBe('changed');
  await rm(path);
  expect(await fileState(path, hash)).toBe('missing');
  expect(await fileState(folder, hash)).toBe('unreadable');
});
