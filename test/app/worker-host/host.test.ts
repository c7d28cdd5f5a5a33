import { expect, test } from 'vitest';
import { hostWorker } from '../../../src/app/index.js';
import { BUILT_IN_JOBS, type Engine, listWorkers } from '../../../src/engine/index.js';
import { loadParserSettings, loadSettings } from '../../../src/settings/index.js';
import { freshStore, STORES } from '../../cli/store.js';
import { waitUntil } from '../../services/wait-until.js';

const sleepJob = BUILT_IN_JOBS.find(({ type }) => type === 'sleep')!;

test.each(STORES)('a companion that fails ends the worker: its jobs go back, on %s', async (kind) => {
  const { engine, flags } = await freshStore(kind);
  const [, home = '', , database_url] = flags;
  const inputs = { flags: { home, database_url, log_level: 'silent' }, env: {}, cwd: home };
  const { id } = await engine.enqueue(sleepJob, { ms: 600_000 });
  const breaksDown = async ({ engine: own }: { engine: Engine }): Promise<void> => {
    await waitUntil(async () => (await own.job(id)).status === 'running', { for: 'the job to run' });
    throw new Error('the watch broke down');
  };
  const hosted = hostWorker({
    settings: await loadSettings(inputs),
    parsers: await loadParserSettings(inputs),
    types: ['sleep'],
    companion: { style: 'chronicle', prepare: () => Promise.resolve(), run: breaksDown },
    onStarted: () => undefined,
    hintText: String,
  });
  await expect(hosted).rejects.toThrow('the watch broke down');
  expect(await engine.job(id)).toMatchObject({ status: 'pending', attempts: 0 });
  expect(await listWorkers(engine.database)).toEqual([]);
});
