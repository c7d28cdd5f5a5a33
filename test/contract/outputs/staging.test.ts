import { mkdir, readdir, readFile, readlink, symlink, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { openStaging } from '../../../src/contract/outputs/staging.js';
import { temporaryDirectory } from './written-rows.js';

async function staged(directory: string, files: Record<string, string>) {
  const staging = await openStaging(directory);
  for (const [name, content] of Object.entries(files)) await writeFile(staging.pathFor(name), content);
  return staging;
}

test('staged files lie hidden beside their final names until they are published together', async () => {
  const directory = await temporaryDirectory();
  const staging = await staged(directory, { 'a.csv': 'a', 'b.csv': 'b' });
  const hidden = await readdir(directory);
  expect(hidden.every((name) => name.startsWith(`.casparian-${process.pid}-`) && name.endsWith('.partial'))).toBe(true);
  expect(basename(staging.pathFor('a.csv'))).toMatch(/-a\.csv\.partial$/);
  await staging.publish(['a.csv', 'b.csv']);
  expect((await readdir(directory)).sort()).toEqual(['a.csv', 'b.csv']);
  expect(await readFile(join(directory, 'b.csv'), 'utf8')).toBe('b');
});

test('publishing replaces an earlier file and removes the stale ones it is told of', async () => {
  const directory = await temporaryDirectory();
  await writeFile(join(directory, 'a.csv'), 'old');
  await writeFile(join(directory, 'a_quarantine.jsonl'), 'old');
  const staging = await staged(directory, { 'a.csv': 'new' });
  await staging.publish(['a.csv'], ['a_quarantine.jsonl', 'never_there.jsonl']);
  expect(await readdir(directory)).toEqual(['a.csv']);
  expect(await readFile(join(directory, 'a.csv'), 'utf8')).toBe('new');
});

test('a folder that is called like a stale file is left alone', async () => {
  const directory = await temporaryDirectory();
  await mkdir(join(directory, 'a_quarantine.jsonl'));
  await (await staged(directory, { 'a.csv': 'new' })).publish(['a.csv'], ['a_quarantine.jsonl']);
  expect((await readdir(directory)).sort()).toEqual(['a.csv', 'a_quarantine.jsonl']);
});

test('a link under the final name is replaced, not followed', async () => {
  const directory = await temporaryDirectory();
  await writeFile(join(directory, 'precious'), 'keep me');
  await symlink('precious', join(directory, 'a.csv'));
  await (await staged(directory, { 'a.csv': 'new' })).publish(['a.csv']);
  expect(await readFile(join(directory, 'precious'), 'utf8')).toBe('keep me');
  await expect(readlink(join(directory, 'a.csv'))).rejects.toThrow();
});

test('a folder in the way of one file lets none appear', async () => {
  const directory = await temporaryDirectory();
  await writeFile(join(directory, 'a.csv'), 'old');
  await mkdir(join(directory, 'b.csv'));
  const staging = await staged(directory, { 'a.csv': 'new', 'b.csv': 'new' });
  await expect(staging.publish(['a.csv', 'b.csv'])).rejects.toMatchObject({
    code: 'OUTPUT_UNWRITABLE',
    message: `Cannot write ${join(directory, 'b.csv')}.`,
    why: expect.stringContaining('folder') as string,
  });
  await staging.discard();
  expect((await readdir(directory)).sort()).toEqual(['a.csv', 'b.csv']);
  expect(await readFile(join(directory, 'a.csv'), 'utf8')).toBe('old');
});

test('a move that fails half way is taken back', async () => {
  const directory = await temporaryDirectory();
  await writeFile(join(directory, 'a.csv'), 'old');
  const staging = await staged(directory, { 'a.csv': 'new', 'n.csv': 'new' });
  // No file system takes a name of 256 bytes, which only the last move finds out.
  const tooLong = 'x'.repeat(256);
  await writeFile(staging.pathFor(tooLong), 'new');
  await expect(staging.publish(['a.csv', 'n.csv', tooLong])).rejects.toMatchObject({
    code: 'OUTPUT_UNWRITABLE',
    why: expect.stringContaining('ENAMETOOLONG') as string,
  });
  await staging.discard();
  expect(await readdir(directory)).toEqual(['a.csv']);
  expect(await readFile(join(directory, 'a.csv'), 'utf8')).toBe('old');
});

test('a name as long as the file system allows can be staged', async () => {
  const directory = await temporaryDirectory();
  const name = `${'ü'.repeat(125)}.csv`;
  await (await staged(directory, { [name]: 'x' })).publish([name]);
  expect(await readdir(directory)).toEqual([name]);
});

test('names that lead out of the folder are refused', async () => {
  const staging = await openStaging(await temporaryDirectory());
  for (const name of ['../a.csv', 'a/b.csv', '', '.', '..']) {
    expect(() => staging.pathFor(name)).toThrow(expect.objectContaining({ code: 'CONTRACT_INVALID' }) as Error);
  }
});

test('missing folders are made, and removed again when nothing is published', async () => {
  const root = await temporaryDirectory();
  const directory = join(root, 'new', 'deep');
  await (await staged(directory, { 'a.csv': 'a' })).discard();
  expect(await readdir(root)).toEqual([]);
  const kept = await staged(directory, { 'a.csv': 'a', 'b.csv': 'b' });
  await kept.publish(['a.csv']);
  await kept.discard();
  expect(await readdir(directory)).toEqual(['a.csv']);
});

test('a folder made for the run stays when somebody else put a file into it', async () => {
  const root = await temporaryDirectory();
  const staging = await staged(join(root, 'new'), { 'a.csv': 'a' });
  await writeFile(join(root, 'new', 'notes.txt'), 'mine');
  await staging.discard();
  expect(await readdir(join(root, 'new'))).toEqual(['notes.txt']);
});

test('discarding in the last moment of a process leaves nothing either', async () => {
  const root = await temporaryDirectory();
  (await staged(join(root, 'new'), { 'a.csv': 'a' })).discardSync();
  expect(await readdir(root)).toEqual([]);
});

test('a folder that cannot be made says why', async () => {
  const root = await temporaryDirectory();
  await writeFile(join(root, 'file'), '');
  await expect(openStaging(join(root, 'file', 'out'))).rejects.toMatchObject({
    code: 'OUTPUT_UNWRITABLE',
    why: expect.stringMatching(/ENOTDIR/) as string,
    next: [{ options: { out: 'DIR' } }],
  });
  await expect(openStaging(join(root, 'file'))).rejects.toMatchObject({ code: 'OUTPUT_UNWRITABLE' });
});

test('opening sweeps the staged files of dead processes and leaves everything else', async () => {
  const directory = await temporaryDirectory();
  const own = basename((await openStaging(directory)).pathFor('a.csv'));
  const dead = own.replace(`-${process.pid}-`, '-4194303999-');
  const living = own.replace(`-${process.pid}-`, `-${process.ppid}-`);
  const elsewhere = dead.replace(/-([0-9a-f]{8})([0-9a-f]{8})-/, '-00000000$2-');
  const elsewhereOld = dead.replace(/-([0-9a-f]{8})([0-9a-f]{8})-/, '-00000001$2-');
  const similar = ['.casparian-notes.partial', 'a.csv.partial', '.casparian-1-x-a.csv.partial'];
  for (const name of [own, dead, living, elsewhere, elsewhereOld, ...similar])
    await writeFile(join(directory, name), '');
  await utimes(join(directory, elsewhereOld), 1, 1);
  await openStaging(directory);
  expect((await readdir(directory)).sort()).toEqual([own, living, elsewhere, ...similar].sort());
});
