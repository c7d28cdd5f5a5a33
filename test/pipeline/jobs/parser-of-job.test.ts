import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { TenantExecutor } from '../../../src/database/index.js';
import { folderState } from '../../../src/pipeline/bundle/folder-state.js';
import { type UnpackedBundle, unpackParser } from '../../../src/pipeline/jobs/parser-of-job.js';
import type { PipelineRuntime } from '../../../src/pipeline/jobs/runtime.js';
import type { RegisteredParser } from '../../../src/pipeline/registry/registered-parser.js';

const REGISTERED = { id: 'id', sourceHash: 'hash', entrypoint: 'parser.py' } as RegisteredParser;

test.each([
  ['is used as long as nothing has changed', () => Promise.resolve(), 'kept'],
  ['is unpacked again when its folder is gone', (folder: string) => rm(folder, { recursive: true }), 'again'],
  ['is unpacked again when a file has changed', (folder: string) => writeFile(join(folder, 'parser.py'), 'b'), 'again'],
  ['is unpacked again when a file was added', (folder: string) => writeFile(join(folder, 'json.py'), ''), 'again'],
  ['is unpacked again when rights have changed', (folder: string) => chmod(join(folder, 'parser.py'), 0o600), 'again'],
])('an unpacked bundle %s', async (_what, change, result) => {
  const folder = await mkdtemp(join(tmpdir(), 'bundle-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'parser.py'), 'a');
  const kept = { directory: folder, state: folderState(folder) } as UnpackedBundle;
  const again = { directory: 'again' } as UnpackedBundle;
  const bundles = { get: vi.fn(() => Promise.resolve(kept)), replace: vi.fn(() => Promise.resolve(again)) };
  await change(folder);
  const ready = await unpackParser({ bundles } as unknown as PipelineRuntime, {} as TenantExecutor, REGISTERED);
  expect(ready).toMatchObject({ registered: REGISTERED, directory: result === 'kept' ? folder : 'again' });
  expect(bundles.get).toHaveBeenCalledWith('hash', expect.any(Function));
  expect(bundles.replace.mock.calls).toEqual(
    result === 'kept' ? [] : [['hash', kept, expect.any(Function) as unknown]],
  );
});
