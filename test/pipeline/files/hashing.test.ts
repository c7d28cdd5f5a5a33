import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hashFile } from '../../../src/pipeline/files/hash-file.js';
import { createHashing } from '../../../src/pipeline/files/hashing.js';
import { signatureBeforeHashing } from '../../../src/pipeline/files/comparison.js';
import { freshStore } from '../../cli/store.js';
import { freshFolder, recorded, scan } from './folder.js';

test('many files are hashed by threads, and none is mixed up with another', async () => {
  const folder = await freshFolder();
  const paths: string[] = [];
  for (let index = 0; index < 600; index++) paths.push(await folder.write(`${index}.csv`, 'x'.repeat(index)));
  const hashes = new Map<string, unknown>();
  const hashing = createHashing(({ path }, answer) => hashes.set(path, answer), undefined);
  for (const path of [...paths, join(folder.path, 'vanished.csv')]) {
    hashing.add({ path, signature: signatureBeforeHashing(path) ?? signatureBeforeHashing(paths[0]!)! });
  }
  hashing.flush();
  while (hashing.isBusy()) await hashing.next();
  await hashing.close();
  expect(hashes.size).toBe(601);
  expect(hashes.get(join(folder.path, 'vanished.csv'))).toMatchObject({ code: 'ENOENT' });
  for (const path of paths.filter((_, index) => index % 150 === 0)) {
    expect(hashes.get(path)).toEqual({ hash: await hashFile(path) });
  }
});

test('a file of several pieces has the hash of its whole', async () => {
  const folder = await freshFolder();
  const file = await folder.write('large.bin', 'casparian'.repeat(300_000));
  const same = await folder.write('same.bin', 'casparian'.repeat(300_000));
  const other = await folder.write('other.bin', `${'casparian'.repeat(299_999)}caspariaN`);
  expect(await hashFile(same)).toBe(await hashFile(file));
  expect(await hashFile(other)).not.toBe(await hashFile(file));
  await expect(hashFile(file, AbortSignal.abort())).rejects.toThrow();
});

test('what cannot be looked at is a problem, and nothing in it is missing', async () => {
  const { engine } = await freshStore('sqlite');
  const folder = await freshFolder();
  const [file, sub] = [await folder.write('a.csv'), join(folder.path, 'sub')];
  await folder.write('sub/b.csv');
  await scan(engine, folder.path);
  await rm(file);
  await rm(sub, { recursive: true });
  // Links that lead to themselves: the system gives up, as it does with a folder that it may not open.
  await symlink(file, file);
  await symlink(sub, sub);
  const { missing, changed, problems } = await scan(engine, folder.path);
  expect({ missing, changed, problems: problems.map(({ path }) => path) }).toEqual({
    missing: 0,
    changed: 0,
    problems: [file, sub],
  });
  expect(Object.values(await recorded(engine, folder.path)).map(({ missing_at }) => missing_at)).toEqual([null, null]);
});

test('a scan can be stopped', async () => {
  const { engine } = await freshStore('sqlite');
  const folder = await freshFolder();
  await folder.write('a.csv');
  await expect(scan(engine, folder.path, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
});
