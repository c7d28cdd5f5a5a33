import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { TenantExecutor } from '../../../src/database/index.js';
import { folderState } from '../../../src/pipeline/bundle/folder-state.js';
import { requireUnchangedBundle, type UnpackedBundle, unpackParser } from '../../../src/pipeline/jobs/parser-of-job.js';
import type { PipelineRuntime } from '../../../src/pipeline/jobs/runtime.js';
import type { RegisteredParser } from '../../../src/pipeline/registry/registered-parser.js';

const REGISTERED = { id: 'id', sourceHash: 'hash', entrypoint: 'parser.py' } as RegisteredParser;

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

async function unpackedFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bundle-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'parser.py'), 'a');
  return folder;
}

function bundlesWith(kept: UnpackedBundle, again: UnpackedBundle) {
  const bundles = { get: vi.fn(() => Promise.resolve(kept)), replace: vi.fn(() => Promise.resolve(again)) };
  const unpack = () => unpackParser({ bundles } as unknown as PipelineRuntime, {} as TenantExecutor, REGISTERED);
  return { bundles, unpack };
}

test.each([
  ['is used as long as nothing has changed', () => Promise.resolve(), 'kept'],
  ['is unpacked again when its folder is gone', (folder: string) => rm(folder, { recursive: true }), 'again'],
  ['is unpacked again when a file has changed', (folder: string) => writeFile(join(folder, 'parser.py'), 'b'), 'again'],
  ['is unpacked again when a file was added', (folder: string) => writeFile(join(folder, 'json.py'), ''), 'again'],
  ['is unpacked again when rights have changed', (folder: string) => chmod(join(folder, 'parser.py'), 0o600), 'again'],
])('an unpacked bundle %s', async (_what, change, result) => {
  const folder = await unpackedFolder();
  const kept = { directory: folder, state: folderState(folder) } as UnpackedBundle;
  const again = { directory: 'again' } as UnpackedBundle;
  const { bundles, unpack } = bundlesWith(kept, again);
  await change(folder);
  vi.advanceTimersByTime(10);
  const ready = await unpack();
  expect(ready).toMatchObject({ registered: REGISTERED, directory: result === 'kept' ? folder : 'again' });
  expect(bundles.get).toHaveBeenCalledWith('hash', expect.any(Function));
  expect(bundles.replace.mock.calls).toEqual(
    result === 'kept' ? [] : [['hash', kept, expect.any(Function) as unknown]],
  );
});

test('a bundle is looked at once in a few milliseconds, and always when its parser has ended', async () => {
  const folder = await unpackedFolder();
  const kept = { directory: folder, state: folderState(folder) } as UnpackedBundle;
  const { unpack } = bundlesWith(kept, { directory: 'again' } as UnpackedBundle);
  vi.advanceTimersByTime(9);
  await writeFile(join(folder, 'parser.py'), 'b');
  const ready = await unpack();
  expect(ready.directory).toBe(folder);
  expect(() => requireUnchangedBundle(ready)).toThrow(expect.objectContaining({ code: 'BUNDLE_CHANGED' }) as Error);
  // The next attempt, at the same moment.
  expect((await unpack()).directory).toBe('again');
});
