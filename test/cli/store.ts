import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { MODULE_SCHEMA_LINES } from '../../src/operations/database/open-database.js';
import { type Engine, openEngine } from '../../src/engine/index.js';
import { migratedDatabase } from '../services/migrated-database.js';

export type StoreKind = 'sqlite' | 'postgres';
export const STORES: readonly StoreKind[] = ['sqlite', 'postgres'];
/**
 * For tests that start commands or servers. What these call has tests on both databases; starting them on both takes a fifth of the
 * time of all tests. `npm run test:chaos` does.
 */
export const COMMAND_STORES: readonly StoreKind[] =
  process.env['CASPARIAN_TEST_STORES'] === 'all' ? STORES : ['sqlite'];

/** An empty store for one test: the options that point a command at it, and an engine to look into it from here. */
export interface Store {
  readonly flags: readonly string[];
  readonly engine: Engine;
}

/** Called with what is to be undone: after the test, unless the caller has other plans. */
export type Afterwards = (undo: () => Promise<void>) => void;

export async function freshStore(kind: StoreKind, afterwards: Afterwards = onTestFinished): Promise<Store> {
  const home = await temporaryFolder(afterwards);
  const url = kind === 'sqlite' ? `sqlite:${join(home, 'casparian.db')}` : await migratedDatabase();
  const engine = await openEngine({ database: url, migrate: true, schemaLines: MODULE_SCHEMA_LINES });
  afterwards(() => engine.close());
  return { engine, flags: kind === 'sqlite' ? ['--home', home] : ['--home', home, '--db', url] };
}

/** A folder that is gone after the test. */
export async function temporaryFolder(afterwards: Afterwards = onTestFinished): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'casparian-test-'));
  afterwards(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export async function countJobs(engine: Engine): Promise<number> {
  const [row] = await engine.database.query<{ count: number }>('SELECT count(*) AS count FROM cf_jobs');
  return row?.count ?? 0;
}
