import { openSpool, pipelineHome } from '../../../src/pipeline/index.js';
import fs from 'node:fs';
import files, { appendFile, mkdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { hashFile } from '../../../src/pipeline/files/hash-file.js';
import type { RecordedFile } from '../../../src/pipeline/jobs/file-ledger.js';
import {
  inputOfJob,
  type JobInput,
  requireUnchanged,
  whileUnchanged,
} from '../../../src/pipeline/jobs/input-of-job.js';
import { CasparianError } from '../../../src/platform/index.js';
import { temporaryFolder } from '../../cli/store.js';
import { waitUntil } from '../../services/wait-until.js';

const { signal } = new AbortController();
let folder: string;
let path: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  path = join(folder, 'a.csv');
  await writeFile(path, '1,1\n');
});
afterEach(() => void vi.useRealTimers());

/** Root may read everything, so the system is made to refuse. */
function failingAccess(error: Error): void {
  const inThread = vi.spyOn(files, 'access').mockRejectedValue(error);
  const here = vi.spyOn(fs, 'accessSync').mockImplementation(() => {
    throw error;
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    inThread.mockRestore();
    here.mockRestore();
    syncBuiltinESMExports();
  });
}

const spool = openSpool(pipelineHome('/home'));
const input = (recorded?: RecordedFile): Promise<JobInput> => inputOfJob({ path, recorded, spool, signal });
async function recorded(): Promise<RecordedFile> {
  const { sizeBytes, modifiedUs, changedUs } = (await input()).signature;
  return { hash: 'as scanned', size_bytes: sizeBytes, modified_us: modifiedUs, changed_us: changedUs };
}

test('a file that looks as its scan found it is not hashed again', async () => {
  expect(await input(await recorded())).toMatchObject({ path, contentHash: 'as scanned', renewed: null });
});

test.each(['size_bytes', 'modified_us', 'changed_us'] as const)('another %s has it hashed', async (field) => {
  const scanned = await recorded();
  const found = await input({ ...scanned, [field]: scanned[field] + 1 });
  expect(found.contentHash).toBe(await hashFile(path));
  expect(found.renewed).toEqual(found.signature);
});

test('a file that no scan has recorded is hashed', async () => {
  const found = await input();
  expect(found).toMatchObject({ contentHash: await hashFile(path), renewed: found.signature });
});

test('an aborted job does not read on', async () => {
  const reason = new CasparianError('JOB_CANCELLED', 'The job was cancelled');
  await expect(inputOfJob({ path, recorded: undefined, spool, signal: AbortSignal.abort(reason) })).rejects.toBe(
    reason,
  );
});

test('an error that is not of the system is passed on as it is', async () => {
  const bug = new TypeError('a bug');
  failingAccess(bug);
  await expect(input()).rejects.toBe(bug);
});

test('a file that is gone, or whose folder became a file, is not found', async () => {
  path = join(folder, 'gone.csv');
  await expect(input()).rejects.toMatchObject({ code: 'INPUT_NOT_FOUND', cause: { code: 'ENOENT' } });
  path = join(folder, 'a.csv', 'b.csv');
  await expect(input()).rejects.toMatchObject({ code: 'INPUT_NOT_FOUND', cause: { code: 'ENOTDIR' } });
});

test('what is not a file is unreadable', async () => {
  path = join(folder, 'inner');
  await mkdir(path);
  await expect(input()).rejects.toMatchObject({ code: 'INPUT_UNREADABLE', message: `'${path}' is no file` });
});

test('a file that the worker may not read says who may', async () => {
  failingAccess(Object.assign(new Error('EACCES: denied'), { code: 'EACCES' }));
  await expect(input()).rejects.toMatchObject({
    ...{ code: 'INPUT_UNREADABLE', message: `'${path}' cannot be read` },
    ...{ why: 'The worker has no permission to read it.', next: [`See the permissions: ls -l '${path}'`] },
  });
});

test('a file that cannot be read for another reason gives the words of the system', async () => {
  const loop = join(folder, 'loop.csv');
  await symlink(loop, loop);
  path = loop;
  await expect(input()).rejects.toMatchObject({
    ...{ code: 'INPUT_UNREADABLE', why: expect.stringContaining('ELOOP') as string, next: [] },
  });
});

test('a file stays as it was, or says how it changed', async () => {
  const before = await input();
  await expect(requireUnchanged(before)).resolves.toBeUndefined();
  await appendFile(path, '2,2\n');
  await expect(requireUnchanged(before)).rejects.toThrow(`'${path}' grew while it was read`);
  await writeFile(path, '1');
  await expect(requireUnchanged(before)).rejects.toThrow('changed while it was read');
  await writeFile(join(folder, 'new.csv'), '1,1\n2,2\n');
  await rename(join(folder, 'new.csv'), path);
  await expect(requireUnchanged(before)).rejects.toThrow('was replaced while it was read');
  await rm(path);
  await expect(requireUnchanged(before)).rejects.toMatchObject({
    ...{ code: 'INPUT_CHANGED', phase: 'Input', message: `'${path}' vanished while it was read` },
  });
});

test.each(['sizeBytes', 'modifiedUs', 'changedUs'] as const)('another %s alone is a change', async (field) => {
  const { signature, ...rest } = await input();
  const before = { ...rest, signature: { ...signature, [field]: signature[field] + 1 } };
  await expect(requireUnchanged(before)).rejects.toThrow('changed while it was read');
});

test('another time of the last write is a change, though size and content are the same', async () => {
  const before = await input();
  await utimes(path, 1, 1);
  await expect(requireUnchanged(before)).rejects.toThrow('changed while it was read');
});

test('a read ends once its file has changed, and not before', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const before = await input();
  let reading: AbortSignal | undefined;
  const read = whileUnchanged(before, signal, (both) => {
    reading = both;
    return new Promise((resolve) => both.addEventListener('abort', () => resolve(both.reason)));
  });
  vi.advanceTimersByTime(1_000);
  await requireUnchanged(before);
  expect(reading?.aborted).toBe(false);
  await appendFile(path, 'x');
  vi.advanceTimersByTime(999);
  expect(reading?.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(await read).toMatchObject({ code: 'INPUT_CHANGED' });
  expect(vi.getTimerCount()).toBe(0);
});

test('a read ends when its job is aborted, and the file is looked at no more', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const job = new AbortController();
  let reading: AbortSignal | undefined;
  const read = whileUnchanged(await input(), job.signal, (both) => {
    reading = both;
    return new Promise((_, reject) => both.addEventListener('abort', () => reject(new Error('aborted'))));
  });
  job.abort();
  await expect(read).rejects.toThrow('aborted');
  await waitUntil(() => reading?.aborted === true, { for: 'the signal of the read' });
  expect(vi.getTimerCount()).toBe(0);
});
