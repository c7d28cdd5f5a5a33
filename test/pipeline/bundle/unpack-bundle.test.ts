import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { packBundle } from '../../../src/pipeline/bundle/pack-bundle.js';
import { pipelineHome } from '../../../src/pipeline/home.js';
import { temporaryFolder } from '../../cli/store.js';
import { folderWith } from './tree.js';

const TREE = { 'parser.py': 'class Parser: pass\n', 'lib/a.json': '{}' };

/** As a process does that has not unpacked anything yet. */
async function freshUnpack() {
  vi.resetModules();
  return (await import('../../../src/pipeline/bundle/unpack-bundle.js')).unpackBundle;
}

async function packedTree() {
  const bundle = await packBundle(await folderWith(TREE));
  return { ...bundle, home: pipelineHome(await temporaryFolder()) };
}

test('a bundle is unpacked into a folder of its hash, once', async () => {
  const { archive, sourceHash, home } = await packedTree();
  const unpackBundle = await freshUnpack();
  const folder = await unpackBundle(archive, sourceHash, home);
  expect(folder).toBe(join(home.bundles, sourceHash));
  expect(await readFile(join(folder, 'lib/a.json'), 'utf8')).toBe('{}');
  const { ino } = await stat(folder);
  expect(await unpackBundle(archive, sourceHash, home)).toBe(folder);
  expect(await (await freshUnpack())(archive, sourceHash, home)).toBe(folder);
  expect((await stat(folder)).ino).toBe(ino);
  expect(await readdir(home.bundles)).toEqual([sourceHash]);
});

test('many at once make one folder and leave nothing beside it', async () => {
  const { archive, sourceHash, home } = await packedTree();
  const several = await Promise.all(Array.from({ length: 5 }, freshUnpack));
  await Promise.all(several.map((unpackBundle) => unpackBundle(archive, sourceHash, home)));
  expect(await readdir(home.bundles)).toEqual([sourceHash]);
});

test('a folder that was changed is noticed by the next process, one that was removed at once', async () => {
  const { archive, sourceHash, home } = await packedTree();
  const folder = await (await freshUnpack())(archive, sourceHash, home);
  await rm(join(folder, 'parser.py'));
  await writeFile(join(folder, 'parser.py'), 'evil');
  const unpackBundle = await freshUnpack();
  await unpackBundle(archive, sourceHash, home);
  expect(await readFile(join(folder, 'parser.py'), 'utf8')).toBe(TREE['parser.py']);
  await rm(folder, { recursive: true });
  await unpackBundle(archive, sourceHash, home);
  expect(await readdir(home.bundles)).toEqual([sourceHash]);
});

test('an archive that is refused leaves nothing, and is refused again', async () => {
  const { archive, sourceHash, home } = await packedTree();
  const unpackBundle = await freshUnpack();
  for (const _ of [1, 2]) {
    await expect(unpackBundle(archive.subarray(1), sourceHash, home)).rejects.toMatchObject({ code: 'BUNDLE_INVALID' });
  }
  await expect(stat(home.bundles)).rejects.toThrow();
});
