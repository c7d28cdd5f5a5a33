import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { fileState } from '../../../src/datasets/lineage/file-state.js';
import { sha256OfFile } from '../../../src/datasets/verify/sha256-of-file.js';
import { damageOf } from '../../../src/datasets/verify/verify-outputs.js';
import { temporaryFolder } from '../../cli/store.js';

const ABORTED = AbortSignal.abort(new Error('interrupted'));

let folder: string;
let output: { place: string; bytes: number; sha256: string };
beforeEach(async () => {
  folder = await temporaryFolder();
  const place = join(folder, 'a.csv');
  await writeFile(place, '1,1\n');
  output = { place, bytes: 4, sha256: await sha256OfFile(place) };
});

test('a file is whole, or says what is wrong with it', async () => {
  await mkdir(join(folder, 'inner'));
  expect(await damageOf(output, undefined)).toBeUndefined();
  expect(await damageOf(output, new AbortController().signal)).toBeUndefined();
  expect(await damageOf({ ...output, bytes: 5 }, undefined)).toBe('size');
  expect(await damageOf({ ...output, sha256: 'other' }, undefined)).toBe('content');
  expect(await damageOf({ ...output, place: join(folder, 'gone') }, undefined)).toBe('missing');
  expect(await damageOf({ ...output, place: join(folder, 'inner') }, undefined)).toBe('missing');
  expect(await damageOf({ ...output, place: join(output.place, 'below') }, undefined)).toBe('unreadable');
});

test('an interrupted check reports no damage, whatever the file is like', async () => {
  await expect(damageOf(output, ABORTED)).rejects.toThrow('interrupted');
  await expect(damageOf({ ...output, bytes: 5 }, ABORTED)).rejects.toThrow('interrupted');
  await expect(damageOf({ ...output, place: join(folder, 'gone') }, ABORTED)).rejects.toThrow('interrupted');
});

test('a check that is interrupted while it reads reports no damage', async () => {
  const interruption = new AbortController();
  const check = damageOf(output, interruption.signal);
  interruption.abort();
  await expect(check).rejects.toMatchObject({ name: 'AbortError' });
});

test('an interrupted look at a source does not call it missing or unreadable', async () => {
  const [gone, below] = [join(folder, 'gone'), join(output.place, 'below')];
  await expect(fileState(gone, 'hash', ABORTED)).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(fileState(below, 'hash', ABORTED)).rejects.toMatchObject({ code: 'ENOTDIR' });
  await expect(fileState(output.place, 'hash', ABORTED)).rejects.toThrow('interrupted');
  const { signal } = new AbortController();
  expect(await fileState(gone, 'hash', signal)).toBe('missing');
  expect(await fileState(below, 'hash', signal)).toBe('unreadable');
});
