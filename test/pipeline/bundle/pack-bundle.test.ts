import { chmod, mkdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packBundle } from '../../../src/pipeline/bundle/pack-bundle.js';
import { temporaryFolder } from '../../cli/store.js';
import { addFiles, folderWith } from './tree.js';

const TREE = {
  'parser.py': 'import utils\n\nclass Parser:\n    name = "sales"\n',
  'utils.py': 'X = 1\n',
  'lib/names.json': '{"a": 1}\n',
  'uv.lock': 'version = 1\n',
  'größe.txt': 'ü\n',
};

const namesOf = ({ files }: { files: readonly { name: string }[] }): string[] => files.map(({ name }) => name);

test('a tree has one hash, whatever folder, order, times and modes its files have', async () => {
  const first = await packBundle(await folderWith(TREE));
  const other = await folderWith(Object.fromEntries(Object.entries(TREE).reverse()));
  await chmod(join(other, 'parser.py'), 0o755);
  await utimes(join(other, 'utils.py'), 1, 1);
  const second = await packBundle(other);
  expect(second.archive.equals(first.archive)).toBe(true);
  // Written down, so that no version of casparian, of Node or of a library changes it unnoticed.
  expect(second.sourceHash).toBe('03413383c6fdc27808a0b66e008b2b4b3d540057f7996e7f8cfa6c6618ee5a3a');
});

test('a bundle says what is in it', async () => {
  const bundle = await packBundle(await folderWith(TREE));
  expect(bundle).toMatchObject({ entrypoint: 'parser.py', language: 'python', lockfile: 'uv.lock', skipped: [] });
  expect(namesOf(bundle)).toEqual(['größe.txt', 'lib/names.json', 'parser.py', 'utils.py', 'uv.lock'].sort());
  expect(bundle.lockfileHash).toMatch(/^[0-9a-f]{64}$/);
});

test('the bytes are stored under one time and one mode, in the order of their names', async () => {
  const { archive } = await packBundle(await folderWith({ 'parser.py': 'x' }));
  expect(archive.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04');
  expect(archive.readUInt16LE(8)).toBe(0);
  expect([archive.readUInt16LE(10), archive.readUInt16LE(12)]).toEqual([0, 0x21]);
  expect(archive.length).toBe(30 + 9 + 1 + 46 + 9 + 22);
});

test('environments, caches and hidden files are left out in silence, other files by name', async () => {
  const noise = ['.git/a.py', '.venv/b.py', 'venv/c.py', 'env/d.py', 'node_modules/e.js', '__pycache__/f.py'];
  const more = ['build/g.py', 'dist/h.py', 'x.egg-info/i.txt', '.env', '.casparian.json', 'my-env/lib/j.py'];
  const folder = await folderWith({
    ...Object.fromEntries([...noise, ...more].map((name) => [name, ''])),
    'my-env/pyvenv.cfg': '',
    'parser.py': '',
    'fast.so': '',
    'lib/model.bin': '',
    'README.md': '',
  });
  const bundle = await packBundle(folder);
  expect(namesOf(bundle)).toEqual(['parser.py']);
  expect(bundle.skipped).toEqual(['README.md', 'fast.so', 'lib/model.bin']);
});

test('a single file takes the lockfile beside it along, and nothing else', async () => {
  const folder = await folderWith({ ...TREE, 'pyproject.toml': '', 'sales.ts': '', 'package.json': '{}' });
  expect(namesOf(await packBundle(join(folder, 'utils.py')))).toEqual(['pyproject.toml', 'utils.py', 'uv.lock']);
  expect(await packBundle(join(folder, 'sales.ts'))).toMatchObject({
    entrypoint: 'sales.ts',
    language: 'node',
    lockfile: null,
    files: [{ name: 'package.json' }, { name: 'sales.ts' }],
  });
});

test('a bundle made before is the same bundle again', async () => {
  const made = await packBundle(await folderWith(TREE));
  const path = join(await temporaryFolder(), 'sales.zip');
  await writeFile(path, made.archive);
  expect(await packBundle(path)).toEqual(made);
});

test.each([
  ['a file', 'linked.py'],
  ['a folder', 'linked'],
])('a link to %s is refused by its name', async (_, name) => {
  const folder = await folderWith({ 'parser.py': '' });
  const outside = await folderWith({ 'secret.py': '' });
  await symlink(name.endsWith('.py') ? join(outside, 'secret.py') : outside, join(folder, name));
  await expect(packBundle(folder)).rejects.toMatchObject({
    code: 'BUNDLE_INVALID',
    message: `'${name}' is a symbolic link`,
  });
});

test('a link that would not be bundled anyway is left out', async () => {
  const folder = await folderWith({ 'parser.py': '' });
  await symlink('/usr/bin/env', join(folder, 'env-program'));
  await symlink('/', join(folder, '.venv'));
  expect(await packBundle(folder)).toMatchObject({ files: [{ name: 'parser.py' }], skipped: ['env-program'] });
});

test('names are composed, as the machine that imports them expects', async () => {
  const composed = await packBundle(await folderWith({ 'parser.py': '', 'é.py': '' }));
  const decomposed = await packBundle(await folderWith({ 'parser.py': '', ['é.py'.normalize('NFD')]: '' }));
  expect(decomposed.sourceHash).toBe(composed.sourceHash);
});

test('names that a Mac takes for one are refused', async () => {
  const folder = await folderWith({ 'parser.py': '', 'Utils.py': '', 'utils.py': '' });
  await expect(packBundle(folder)).rejects.toMatchObject({
    code: 'BUNDLE_INVALID',
    message: expect.stringMatching(/'Utils.py' and 'utils.py'|'utils.py' and 'Utils.py'/) as string,
  });
});

test('a folder that is too large is refused, and its largest file named', async () => {
  const folder = await folderWith({ 'parser.py': '', 'data.csv': Buffer.alloc(10 * 2 ** 20 + 1) });
  await expect(packBundle(folder)).rejects.toMatchObject({
    code: 'BUNDLE_TOO_LARGE',
    why: 'The largest file is data.csv.',
  });
  const many = await folderWith({ 'parser.py': '' });
  await addFiles(many, Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`f${index}.txt`, ''])));
  await expect(packBundle(many)).rejects.toMatchObject({ code: 'BUNDLE_TOO_LARGE' });
});

test('a folder without a parser, and a parser that is a folder, are told apart from a bundle', async () => {
  await expect(packBundle(await folderWith({ 'a.py': '', 'b.py': '' }))).rejects.toMatchObject({
    code: 'PARSER_NOT_FOUND',
  });
  await expect(packBundle('/nowhere.zip')).rejects.toMatchObject({ code: 'PARSER_NOT_FOUND' });
  const odd = await temporaryFolder();
  await mkdir(join(odd, 'x'));
  await expect(packBundle(join(odd, 'x'))).rejects.toMatchObject({ code: 'PARSER_NOT_FOUND' });
});
