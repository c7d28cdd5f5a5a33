import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { stagedName } from '../../../src/contract/index.js';
import { openPipelineRuntime, pipelineHome, type PipelineRuntimeOptions } from '../../../src/pipeline/index.js';
import { temporaryFolder } from '../../cli/store.js';

const NOBODY = 4_000_000_000;
const database = { query: () => Promise.resolve([{ id: 'one-database' }]) };

async function options(more: Partial<PipelineRuntimeOptions> = {}): Promise<PipelineRuntimeOptions> {
  return {
    ...{ engine: { database }, home: pipelineHome(await temporaryFolder()), warm: false, env: {} },
    environmentNames: () => [],
    ...more,
  } as unknown as PipelineRuntimeOptions;
}

test('a runtime makes the staging folder, and removes what dead runs left in it', async () => {
  const given = await options();
  await (await openPipelineRuntime(given)).close();
  expect(await readdir(given.home.staging)).toEqual([]);
  const own = stagedName('own.csv');
  const stale = own.replace(`-${process.pid}-`, `-${NOBODY}-`);
  await mkdir(given.home.staging, { recursive: true });
  for (const name of [own, stale]) await writeFile(join(given.home.staging, name), '');
  await (await openPipelineRuntime(given)).close();
  expect(await readdir(given.home.staging)).toEqual([own]);
});

test('a parser sees the names it may see, which are asked for once', async () => {
  const environmentNames = vi.fn((parser: string) => (parser === 'sales' ? ['TOKEN'] : []));
  const runtime = await openPipelineRuntime(await options({ env: { TOKEN: 'secret' }, environmentNames }));
  expect(runtime.parserEnv('sales')).toMatchObject({ TOKEN: 'secret' });
  expect(runtime.parserEnv('sales')).toBe(runtime.parserEnv('sales'));
  expect(runtime.parserEnv('audit')).not.toHaveProperty('TOKEN');
  expect(environmentNames.mock.calls.map(([name]) => name)).toEqual(['builtin', 'sales', 'audit']);
  expect(runtime).toMatchObject({ database });
  await runtime.close();
});
