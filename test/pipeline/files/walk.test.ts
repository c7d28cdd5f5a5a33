import { execFileSync } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSelection, type SelectionOptions } from '../../../src/pipeline/files/selection.js';
import { filesAt } from '../../../src/pipeline/files/walk.js';
import { freshFolder } from './folder.js';

/** The names that a walk finds, and what it could not look at. */
async function walk(
  root: string,
  options: Partial<SelectionOptions> = {},
): Promise<{ found: string[]; problems: string[] }> {
  const selection = await createSelection({ root, patterns: [], ignore: [], home: undefined, ...options });
  const problems: string[] = [];
  const files = [
    ...filesAt(root, { selection, onProblem: ({ path, message }) => problems.push(`${path} ${message}`) }),
  ];
  return { found: files.map(({ path }) => path.slice(root.length + 1)), problems };
}

test('hidden, temporary and unfinished files are passed by', async () => {
  const folder = await freshFolder();
  const names = ['a.csv', 'sub/b.csv', '.hidden', '.git/config', 'node_modules/x/y.csv', '.~lock.a.csv#', '~$a.xlsx'];
  for (const name of [...names, 'a.tmp', 'b.PART', 'c.crdownload', 'd.swp', 'e.csv~']) await folder.write(name);
  expect(await walk(folder.path)).toEqual({ found: ['a.csv', 'sub/b.csv'], problems: [] });
});

test('links to files are followed, links to folders and to nothing are not, and nothing else is a file', async () => {
  const folder = await freshFolder();
  await folder.write('sub/a.csv');
  await symlink(join(folder.path, 'sub/a.csv'), join(folder.path, 'link.csv'));
  await symlink(folder.path, join(folder.path, 'sub/loop'));
  await symlink('nowhere', join(folder.path, 'broken.csv'));
  await symlink('itself.csv', join(folder.path, 'itself.csv'));
  execFileSync('mkfifo', [join(folder.path, 'pipe.csv')]);
  const { found, problems } = await walk(folder.path);
  expect(found).toEqual(['link.csv', 'sub/a.csv']);
  expect(problems).toEqual([expect.stringMatching(/itself\.csv ELOOP/)]);
});

test('a name that is not UTF-8 is a problem, and one with a strange letter is not', async () => {
  const folder = await freshFolder();
  await folder.write('caf\u{FFFD}.csv');
  const damaged = Buffer.concat([Buffer.from(`${folder.path}/caf`), Buffer.from([0xe9]), Buffer.from('s.csv')]);
  await writeFile(damaged, '');
  const { found, problems } = await walk(folder.path);
  expect(found).toEqual(['caf\u{FFFD}.csv']);
  expect(problems).toEqual([expect.stringContaining('Its name is not UTF-8')]);
});

test('patterns speak of names, or with a slash of paths', async () => {
  const folder = await freshFolder();
  for (const name of ['a.csv', 'b.txt', 'sub/c.csv', 'sub/deep/d.csv']) await folder.write(name);
  expect((await walk(folder.path, { patterns: ['*.csv'] })).found).toEqual(['a.csv', 'sub/c.csv', 'sub/deep/d.csv']);
  expect((await walk(folder.path, { patterns: ['sub/*.csv', '*.txt'] })).found).toEqual(['b.txt', 'sub/c.csv']);
  expect((await walk(folder.path, { patterns: ['sub/**'], ignore: ['deep'] })).found).toEqual(['sub/c.csv']);
  expect((await walk(folder.path, { ignore: ['./sub/', 'b.*'] })).found).toEqual(['a.csv']);
});

test('.casparianignore is read like a .gitignore', async () => {
  const folder = await freshFolder();
  for (const name of ['a.log', 'keep.log', 'old/x.csv', 'sub/old/y.csv', 'sub/old.csv', 'top.csv'])
    await folder.write(name);
  await folder.write('.casparianignore', '# what is not ours\n*.log\n!keep.log\n\n/old/\n/top.csv\n');
  expect((await walk(folder.path)).found).toEqual(['keep.log', 'sub/old.csv', 'sub/old/y.csv']);
});

test('our own home is no input, even where it is the folder itself', async () => {
  const folder = await freshFolder();
  for (const name of ['home/casparian.db', 'home/in.csv', 'a.csv', 'home/output/b.csv']) await folder.write(name);
  const home = join(folder.path, 'home');
  expect((await walk(folder.path, { home })).found).toEqual(['a.csv']);
  expect((await walk(home, { home })).found).toEqual(['in.csv']);
});

test('a file that is named is taken as it is', async () => {
  const folder = await freshFolder();
  const root = await folder.write('.export.tmp');
  const selection = await createSelection({ root, isFolder: false, patterns: [], ignore: [], home: undefined });
  const files = [...filesAt(root, { selection, onProblem: () => undefined })];
  expect(files.map(({ path }) => path)).toEqual([root]);
});
