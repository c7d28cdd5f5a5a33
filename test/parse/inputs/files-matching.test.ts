import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import fc from 'fast-check';
import { glob } from 'tinyglobby';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filesMatching } from '../../../src/parse/inputs/files-matching.js';

const NAMES = [
  ...['a.csv', 'b.csv', 'ab.csv', 'a.b.csv', 'a.csv.gz', '.csv', '.a.csv', 'csv', 'a', 'a b.csv', 'größe.csv', 'A.CSV'],
  ...['-.csv', '_.csv', 'a.', '..csv', '\na.csv', 'a\n.csv', '*.csv', '🦕.csv'],
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'matching-'));
  for (const place of ['', 'in', '.in', 'in/größe', 'in/folder.csv']) {
    await mkdir(join(folder, place), { recursive: true });
    for (const name of NAMES) await writeFile(join(folder, place, name), '').catch(() => undefined);
  }
  await mkdir(join(folder, 'links'));
  await writeFile(join(folder, 'links', 'a.csv'), '');
  await symlink('a.csv', join(folder, 'links', 'to-file.csv'));
  await symlink('../in', join(folder, 'links', 'to-folder.csv'));
  await symlink('nothing', join(folder, 'links', 'to-nothing.csv'));
});
afterAll(() => rm(folder, { recursive: true }));

/** What the library finds for any pattern. */
async function expected(pattern: string) {
  const names = await glob(pattern, { absolute: false, onlyFiles: true, expandDirectories: false, dot: false });
  return names.sort().map((name) => ({ name, path: resolve(name) }));
}

const part = fc.constantFrom('', '', 'a', 'b', '.csv', '.', 'csv', ' ', 'ö', '-', '_', 'A', '..', '🦕', 'nothing');
const lastPart = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(part, fc.constant('*'), part, part) },
  { weight: 1, arbitrary: fc.tuple(part, fc.constantFrom('**', '?', '[ab]', '{a,b}', '*?', '*.*'), part) },
);
const place = fc.constantFrom('', 'in/', 'in//', './in/', '.in/', 'in/größe/', 'in/../in/', 'in/*/', 'links/', 'no/');

test('patterns match the files that the library matches, in the same order', async () => {
  await fc.assert(
    fc.asyncProperty(place, lastPart, fc.boolean(), async (before, last, isAbsolute) => {
      const text = before + last.join('');
      const pattern = isAbsolute ? `${folder}/${text}` : `${relative(process.cwd(), folder)}/${text}`;
      expect(await filesMatching(pattern)).toEqual(await expected(pattern));
    }),
    { numRuns: 400 },
  );
});

test('a pattern in the current folder gives names without a folder', async () => {
  for (const pattern of ['*.json', './*.json', `${process.cwd()}/*.json`, 'package*', 'src/*', '../*']) {
    expect(await filesMatching(pattern)).toEqual(await expected(pattern));
  }
  expect(await filesMatching('package.*')).toEqual([{ name: 'package.json', path: resolve('package.json') }]);
});
