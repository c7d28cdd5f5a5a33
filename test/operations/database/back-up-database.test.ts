import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backUpDatabase } from '../../../src/operations/index.js';
import { BUILT_IN_JOBS, openEngine } from '../../../src/engine/index.js';
import { countJobs, temporaryFolder } from '../../cli/store.js';
import { waitUntil } from '../../services/wait-until.js';

const noop = BUILT_IN_JOBS.find(({ type }) => type === 'noop')!;

test('a backup made while somebody writes has what was committed, and is there whole or not at all', async () => {
  const home = await temporaryFolder();
  const location = { home, url: `sqlite:${join(home, 'casparian.db')}` };
  const to = join(home, "it's a backup.db");
  const engine = await openEngine({ database: location.url });
  await engine.enqueue(noop, {});
  const backup = await engine.transaction(async (transaction) => {
    await engine.enqueue(noop, {}, { transaction });
    const report = backUpDatabase(location, to, { force: false });
    await waitUntil(() => existsSync(to), { for: 'the backup' });
    return { report };
  });
  await expect(backup.report).resolves.toMatchObject({ to });
  await engine.close();

  const copy = await openEngine({ database: `sqlite:${to}` });
  expect(await countJobs(copy)).toBe(1);
  await copy.close();
  await expect(backUpDatabase(location, to, { force: false })).rejects.toMatchObject({ code: 'FILE_EXISTS' });
  await expect(backUpDatabase(location, to, { force: true })).resolves.toMatchObject({ to });
});

test('what cannot be backed up so is refused, and nothing comes into being', async () => {
  const home = join(await temporaryFolder(), 'home');
  await mkdir(home);
  const to = join(home, 'backup.db');
  const urls = [`sqlite:${join(home, 'casparian.db')}`, 'postgres://nobody@127.0.0.1:1/none'];
  for (const url of urls) {
    const backup = backUpDatabase({ home, url }, to, { force: false });
    await expect(backup).rejects.toMatchObject({ code: 'USAGE' });
  }
});
