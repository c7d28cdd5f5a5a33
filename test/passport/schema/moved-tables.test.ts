import { describe, expect, test } from 'vitest';
import { moveJobs } from '../../../src/engine/index.js';
import { EVENTS_TABLES } from '../../../src/events/index.js';
import * as passport from '../../../src/passport/index.js';
import { tenantDatabase } from '../../../src/database/index.js';
import { freshStore } from '../../cli/store.js';
import { issued, prepare, usePassportStage } from '../staging/stage.js';

describe('a move from SQLite to PostgreSQL', () => {
  const place = usePassportStage('SQLite');

  test('names every table and column of the migrations', async () => {
    const created = passport.PASSPORT_MIGRATIONS.steps.map(({ sql }) => sql.sqlite).join('\n');
    const tables = [...created.matchAll(/CREATE TABLE (\w+?)(?:_new)? \(/g)].map(([, name]) => name);
    // A table whose constraints change is written again under another name.
    expect(passport.PASSPORT_TABLES.map(({ name }) => name)).toEqual([...new Set(tables)]);
    for (const { name, columns } of passport.PASSPORT_TABLES) {
      const rows = await place.stage.engine.database.query<{ name: string }>(`PRAGMA table_info(${name})`);
      expect(columns, name).toEqual(rows.map((row) => row.name));
    }
  });

  test('carries passports that can be replayed afterwards', async () => {
    const tenant = 'moved';
    const worker = await place.startWorker();
    const version = await issued(place, tenant, await prepare(place, tenant));
    await place.write(tenant, (tx) => passport.activatePassportVersion(tx, version.id));
    await worker.stop({ graceMs: 0 });
    const target = await freshStore('postgres');
    const tables = [...EVENTS_TABLES, ...passport.PASSPORT_TABLES];
    await moveJobs(place.stage.engine, target.engine, { tables });
    const moved = tenantDatabase(target.engine.database, tenant);
    expect(await passport.replayPassportVersion(moved, version.id)).toMatchObject({ receiptHash: version.receiptHash });
    const bundle = await passport.passportBundle(moved, version.id);
    expect(bundle.equals(await passport.passportBundle(place.read(tenant), version.id))).toBe(true);
  });
});
