import { describe, expect, test } from 'vitest';
import { findEvents } from '../../src/events/index.js';
import * as passport from '../../src/passport/index.js';
import { chosenSeed, seededRandom } from '../adversity/staging/seeded-random.js';
import { batteriesCsv, evModel, serialOf } from '../passport/staging/ev-model.js';
import { workUntilDone } from '../passport/staging/killed-chains.js';
import { KEY_ID, STORES, usePassportStage } from '../passport/staging/stage.js';

const BATTERIES = 100;

describe.each(STORES)('batteries of a model on %s', (storeName) => {
  const place = usePassportStage(storeName);

  test('have one passport each, which verifies, although workers are killed all the time', async () => {
    const tenant = 'killed';
    const random = seededRandom(chosenSeed(300));
    // A job needs more statements on SQLite: with 60, none came to its end.
    const options = { random, maxStatements: storeName === 'SQLite' ? 400 : 60 };
    const worker = await place.startWorker();
    const model = await evModel(place, tenant);
    await worker.stop({ graceMs: 0 });
    const content = batteriesCsv(BATTERIES);
    const { batch } = await place.write(tenant, (tx) =>
      passport.requestBatteries(tx, { ...model, content, activate: true }),
    );
    let kills = await workUntilDone(place, options);
    const database = place.read(tenant);
    const done = await passport.findBatteryBatch(database, batch.id);
    expect(done).toMatchObject({ batteries: BATTERIES, issued: BATTERIES, unchanged: 0, failed: 0 });

    // Readings and new versions survive the same.
    const rows = Array.from({ length: BATTERIES }, (_, index) => `${serialOf(index)},2031-01-01T08:00:00Z,${index}`);
    const readings = Buffer.from(['battery,observed_at,performance.full_cycles', ...rows, ''].join('\n'));
    const request = { content: readings, mimeType: 'text/csv', product: model.product, signingKeyId: KEY_ID };
    await place.write(tenant, (tx) => passport.requestReadings(tx, request));
    kills += await workUntilDone(place, options);
    const passports = await passport.listPassports(database, { productId: model.product, limit: 1_000 });
    const passportIds = passports.map(({ id }) => id);
    await place.write(tenant, (tx) =>
      passport.requestRefresh(tx, { passportIds, signingKeyId: KEY_ID, activate: true }),
    );
    // A refresh reads the history of each battery: with fewer statements, no job would come to its end.
    kills += await workUntilDone(place, { random, maxStatements: 800 });
    console.log(`${storeName}: ${kills} kills`);
    expect(kills).toBeGreaterThan(2);

    expect(passports.map(({ serial }) => serial).toSorted()).toEqual(rows.map((_, index) => serialOf(index)));
    for (const one of await passport.listPassports(database, { productId: model.product, limit: 1_000 })) {
      expect(one.statementCount).toBe(1);
      const versions = await passport.listPassportVersions(database, { passportId: one.id });
      expect(versions.map(({ status }) => status)).toEqual(['SUPERSEDED', 'ACTIVE']);
      const bundle = await passport.passportBundle(database, versions[1]?.id ?? '');
      expect(passport.verifyBundle(bundle, { replay: false }).ok).toBe(true);
      expect(passport.verifyHistory(await passport.historyFile(database, one), { bundle }).ok).toBe(true);
      const filter = { aggregateType: 'Passport', aggregateId: one.id, limit: 10 };
      const events = await findEvents(database, tenant, filter);
      expect(events.map(({ eventType }) => eventType)).toEqual(['READING_RECORDED', 'PassportCreated']);
    }
    for (const check of passport.passportChecks(place.stage.engine.database, { full: true })) {
      expect(await check.run()).toEqual([]);
    }
  });
});
