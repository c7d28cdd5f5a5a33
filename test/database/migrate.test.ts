import { describe, expect, onTestFinished, test } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Database,
  migrate,
  type MigrationLine,
  openDatabase,
  requireCurrentSchema,
  schemaState,
} from '../../src/database/index.js';
import { ENGINE_MIGRATIONS, openEngine } from '../../src/engine/index.js';
import { STORES, type StoreName } from '../engine/staging/stage.js';
import { freshDatabase } from '../services/fresh-database.js';

const both = (sql: string): { sqlite: string; postgres: string } => ({ sqlite: sql, postgres: sql });
const step = (number: number, sql: string) => ({ number, name: `step ${number}`, sql: both(sql) });
const line = (module: string, ...steps: string[]): MigrationLine => ({
  module,
  steps: steps.map((sql, index) => step(index + 1, sql)),
});

async function freshUrl(storeName: StoreName): Promise<string> {
  if (storeName === 'PostgreSQL') return freshDatabase();
  const directory = mkdtempSync(join(tmpdir(), 'casparian-migrate-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return join(directory, 'jobs.db');
}

async function open(url: string): Promise<Database> {
  const database = await openDatabase(url);
  onTestFinished(() => database.close());
  return database;
}

describe.each(STORES)('migrations on %s', (storeName) => {
  test('a fresh database takes every step of every line, once', async () => {
    const database = await open(await freshUrl(storeName));
    const lines = [
      line('a', 'CREATE TABLE a1 (n INTEGER)', 'CREATE TABLE a2 (n INTEGER)'),
      line('b', 'CREATE TABLE b1 (n INTEGER)'),
    ];
    expect((await schemaState(database, lines)).state).toBe('outdated');
    expect(await migrate(database, lines)).toHaveLength(3);
    expect(await migrate(database, lines)).toEqual([]);
    expect(await schemaState(database, lines)).toMatchObject({ state: 'current', pending: [] });
    await requireCurrentSchema(database, lines);
    await database.query('SELECT 1 FROM a1, a2, b1');
  });

  test('only new steps are applied later', async () => {
    const database = await open(await freshUrl(storeName));
    await migrate(database, [line('a', 'CREATE TABLE a1 (n INTEGER)')]);
    const longer = [line('a', 'CREATE TABLE a1 (n INTEGER)', 'CREATE TABLE a2 (n INTEGER)')];
    expect(await migrate(database, longer)).toEqual([{ module: 'a', number: 2, name: 'step 2' }]);
  });

  test('a step that fails takes all of them back', async () => {
    const database = await open(await freshUrl(storeName));
    const lines = [line('a', 'CREATE TABLE a1 (n INTEGER)', 'CREATE TABLE a1 (n INTEGER)')];
    await expect(migrate(database, lines)).rejects.toMatchObject({ code: 'DATABASE_ERROR' });
    await expect(database.query('SELECT 1 FROM a1')).rejects.toThrow();
    expect((await schemaState(database, lines)).applied).toEqual([]);
  });

  test('several that migrate at once do it once', async () => {
    const url = await freshUrl(storeName);
    const databases = await Promise.all([open(url), open(url), open(url), open(url)]);
    const applied = await Promise.all(databases.map((database) => migrate(database, [ENGINE_MIGRATIONS])));
    expect(applied.flat()).toHaveLength(ENGINE_MIGRATIONS.steps.length);
  });

  test('an older program refuses a newer schema, and writes nothing', async () => {
    const url = await freshUrl(storeName);
    const database = await open(url);
    await migrate(database, [ENGINE_MIGRATIONS]);
    await database.script(`INSERT INTO cf_migrations VALUES ('engine', 999, 'of the future', 0)`);
    const refusal = { code: 'SCHEMA_NEWER', exitCode: 2 };
    await expect(openEngine({ database: url })).rejects.toMatchObject(refusal);
    await expect(openEngine({ database: url, migrate: true })).rejects.toMatchObject(refusal);
    expect((await schemaState(database, [ENGINE_MIGRATIONS])).state).toBe('newer');
    await expect(requireCurrentSchema(database, [ENGINE_MIGRATIONS])).rejects.toMatchObject(refusal);
  });

  test('modules of others in the same database are not ours to judge', async () => {
    const url = await freshUrl(storeName);
    const database = await open(url);
    await migrate(database, [ENGINE_MIGRATIONS, line('parse', 'CREATE TABLE files (n INTEGER)')]);
    const engine = await openEngine({ database: url });
    await engine.close();
  });
});

test('PostgreSQL is not migrated unasked', async () => {
  const url = await freshDatabase();
  await expect(openEngine({ database: url })).rejects.toMatchObject({
    ...{ code: 'SCHEMA_OUTDATED', next: [{ text: 'Run', action: 'db.migrate' }] },
  });
  const database = await open(url);
  expect(await database.query(`SELECT 1 FROM pg_tables WHERE tablename LIKE 'cf_%'`)).toEqual([]);
});

test('jobs of before the short CHECK stay, and are checked as before', async () => {
  const url = await freshDatabase();
  const database = await open(url);
  await migrate(database, [{ ...ENGINE_MIGRATIONS, steps: ENGINE_MIGRATIONS.steps.slice(0, 10) }]);
  await database.query(`INSERT INTO cf_jobs (id, tenant, queue, type, status, payload, priority, run_at, max_attempts, created_at, fence, started_at,
      finished_at, lease_owner, lease_expires_at)
    SELECT gen_random_uuid(), 'acme', 'q', 't', status, '{}', 2, 0, 1, 0, 1, 0, CASE WHEN status = 'pending' OR status = 'running' THEN NULL ELSE 0 END,
      CASE status WHEN 'running' THEN 'me' END, CASE status WHEN 'running' THEN 0 END
    FROM unnest(ARRAY['pending', 'running', 'completed', 'completed_with_warnings', 'failed', 'dead_letter', 'cancelled']) AS status`);
  expect(await migrate(database, [ENGINE_MIGRATIONS])).toEqual([
    { module: 'engine', number: 11, name: 'short statements' },
    { module: 'engine', number: 12, name: 'claims as text' },
    { module: 'engine', number: 13, name: 'claims of one lane' },
  ]);
  expect(await database.query('SELECT status FROM cf_jobs')).toHaveLength(7);
  await database.query('UPDATE cf_jobs SET attempts = 1');
  await database.query('ALTER TABLE cf_jobs VALIDATE CONSTRAINT cf_jobs_state');
  await expect(database.query(`UPDATE cf_jobs SET priority = 4`)).rejects.toMatchObject({ code: 'DATABASE_ERROR' });
});

test('SQLite is migrated on open', async () => {
  const engine = await openEngine({ database: await freshUrl('SQLite') });
  onTestFinished(() => engine.close());
  expect((await schemaState(engine.database, [ENGINE_MIGRATIONS])).state).toBe('current');
});
