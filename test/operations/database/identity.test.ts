import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkDatabase, openEngineAt, requireOwnDatabase } from '../../../src/operations/index.js';
import { databaseChecks } from '../../../src/operations/doctor/database-checks.js';
import { pipelineHome } from '../../../src/pipeline/index.js';
import { rememberDatabase } from '../../../src/pipeline/home-identity.js';
import { silentLogger } from '../../../src/platform/index.js';
import { temporaryFolder } from '../../cli/store.js';

/** A home with a SQLite database that its outputs belong to. */
async function usedHome() {
  const home = await temporaryFolder();
  const path = join(home, 'jobs.db');
  const location = { home, url: `sqlite:${path}` };
  const open = () => openEngineAt(location, silentLogger);
  const engine = await open();
  await rememberDatabase(engine.database, pipelineHome(home));
  await engine.close();
  await mkdir(join(home, 'output', 'sales'), { recursive: true });
  await writeFile(join(home, 'output', 'sales', 'rows.csv'), 'id\n1\n');
  const complaints = async () => ({
    check: (await checkDatabase(location, { full: false })).findings.filter(({ check }) => check === 'home'),
    doctor: (await databaseChecks({ url: location.url, home })).filter(({ status }) => status === 'failed'),
  });
  return { home, path, open, complaints };
}

describe('a home and its database', () => {
  test('belong together', async () => {
    const { home, open, complaints } = await usedHome();
    expect(await complaints()).toEqual({ check: [], doctor: [] });
    const engine = await open();
    await requireOwnDatabase(engine.database, home);
    await engine.close();
  });

  test.each(['truncated', 'deleted'])(
    'a database that was %s is noticed, also after it was created again',
    async (how) => {
      const { home, path, open, complaints } = await usedHome();
      for (const suffix of ['-wal', '-shm']) await rm(`${path}${suffix}`, { force: true });
      await rm(path);
      if (how === 'truncated') await writeFile(path, '');
      if (how === 'deleted') {
        const found = await databaseChecks({ url: `sqlite:${path}`, home });
        expect(found).toMatchObject([{ status: 'failed', message: expect.stringContaining('is missing') as string }]);
      }
      const engine = await open();
      await expect(requireOwnDatabase(engine.database, home)).rejects.toMatchObject({ code: 'HOME_MISMATCH' });
      await engine.close();
      const { check, doctor } = await complaints();
      expect(check).toMatchObject([{ severity: 'damage' }]);
      expect(doctor).toMatchObject([{ check: 'identity' }]);
    },
  );

  test('from before identities existed: an empty database beside outputs is noticed', async () => {
    const { home, complaints } = await usedHome();
    await rm(pipelineHome(home).identity);
    expect((await complaints()).check).toMatchObject([{ message: expect.stringContaining('no record') as string }]);
  });
});
