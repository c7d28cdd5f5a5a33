import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import type { TenantExecutor } from '../../../src/database/index.js';
import { type UnpackedBundle, unpackParser } from '../../../src/pipeline/jobs/parser-of-job.js';
import type { PipelineRuntime } from '../../../src/pipeline/jobs/runtime.js';
import type { RegisteredParser } from '../../../src/pipeline/registry/registered-parser.js';

const HERE = fileURLToPath(import.meta.url);
const REGISTERED = { id: 'id', sourceHash: 'hash', entrypoint: 'parser.py' } as RegisteredParser;
const bundle = (directory: string, path: string) => ({ directory, file: { path } }) as UnpackedBundle;

test.each([
  ['is used as long as its file is there', HERE, 'kept'],
  ['is unpacked again when its file is gone', join(HERE, 'gone.py'), 'again'],
])('an unpacked bundle %s', async (_what, path, directory) => {
  const kept = bundle('kept', path);
  const bundles = {
    get: vi.fn(() => Promise.resolve(kept)),
    replace: vi.fn(() => Promise.resolve(bundle('again', HERE))),
  };
  const ready = await unpackParser({ bundles } as unknown as PipelineRuntime, {} as TenantExecutor, REGISTERED);
  expect(ready).toMatchObject({ registered: REGISTERED, directory });
  expect(bundles.get).toHaveBeenCalledWith('hash', expect.any(Function));
  const replaced = directory === 'again' ? [['hash', kept, expect.any(Function) as unknown]] : [];
  expect(bundles.replace.mock.calls).toEqual(replaced);
});
