import { describe, expect, test } from 'vitest';
import { findEvents } from '../../../src/events/index.js';
import * as passport from '../../../src/passport/index.js';
import { batteriesCsv, batteryAt, evModel, issuedBatteries, serialOf } from '../staging/ev-model.js';
import { STORES, usePassportStage } from '../staging/stage.js';

describe.each(STORES)('batteries of a model on %s', (storeName) => {
  const place = usePassportStage(storeName);

  test('share the facts of the model, differ in their own, and every passport verifies', async () => {
    const tenant = 'bulk';
    await place.startWorker();
    const model = await evModel(place, tenant);
    const database = place.read(tenant);
    const batch = await issuedBatteries(place, tenant, model, { content: batteriesCsv(27), activate: true });
    expect(batch).toMatchObject({ batteries: 27, issued: 27, unchanged: 0, failed: 0 });

    const versions = await passport.listPassportVersions(database, { limit: 100 });
    expect(versions.map(({ serial }) => serial).toSorted()).toEqual(Array.from({ length: 27 }, (_, i) => serialOf(i)));
    for (const { id, status } of versions) {
      expect(status).toBe('ACTIVE');
      const { ok, checks } = passport.verifyBundle(await passport.passportBundle(database, id));
      expect({ ok, failed: checks.filter((check) => !check.ok) }).toEqual({ ok: true, failed: [] });
    }
    // Eleven facts of the model, of which the batteries replace one: the model's others are stored once.
    const facts = await passport.listFacts(database, { limit: 1_000 });
    expect(facts.filter(({ factType }) => factType === 'Model')).toHaveLength(7);
    expect(facts.filter(({ factType, factKey }) => factType === 'Unit' && factKey === 'identification')).toHaveLength(
      28,
    );
    // What the model states for all batteries stays, and no two batteries have the same salt.
    const [one, two] = facts.filter(({ factKey }) => factKey === 'identification').slice(-2);
    const payloads = [one!, two!].map(
      ({ payloadCanonical }) => JSON.parse(payloadCanonical.toString('utf8')) as Record<string, unknown>,
    );
    expect(payloads[0]?.['operator']).toEqual(payloads[1]?.['operator']);
    expect(payloads[0]?.['salt']).not.toEqual(payloads[1]?.['salt']);
    const [{ id }] = versions as [passport.PassportVersionRecord];
    const events = await findEvents(database, tenant, { aggregateType: 'PassportVersion', aggregateId: id, limit: 10 });
    expect(events.map(({ eventType }) => eventType)).toEqual([
      ...['PASSPORT_ACTIVATED', 'QR_GENERATED', 'PASSPORT_SIGNED', 'PASSPORT_COMPILED'],
    ]);
    await passport.replayPassportVersion(database, id);
  });

  test('that were built before get a new version only if their data changed', async () => {
    const tenant = 'again';
    await place.startWorker();
    const model = await evModel(place, tenant);
    const first = await issuedBatteries(place, tenant, model, { content: batteriesCsv(3), activate: true });
    const same = await place.write(tenant, (tx) =>
      passport.requestBatteries(tx, { ...model, content: batteriesCsv(3), activate: true }),
    );
    expect(same).toMatchObject({ isNew: false, batch: { id: first.id, issued: 3 } });
    const content = batteriesCsv(4, (index) => (index === 1 ? '2027-05-01' : '2027-04-01'));
    const second = await issuedBatteries(place, tenant, model, { content, activate: true });
    expect(second).toMatchObject({ batteries: 4, issued: 2, unchanged: 2, failed: 0 });
    const database = place.read(tenant);
    const changed = await batteryAt(place, tenant, model, 1);
    const versions = await passport.listPassportVersions(database, { passportId: changed.id });
    expect(versions.map(({ status }) => status)).toEqual(['SUPERSEDED', 'ACTIVE']);
  });

  test('with wrong data are reported, and the others get their passports', async () => {
    const tenant = 'wrong';
    await place.startWorker();
    const model = await evModel(place, tenant);
    const content = batteriesCsv(3, (index) => (index === 1 ? 'soon' : '2027-04-01'));
    const batch = await issuedBatteries(place, tenant, model, { content });
    expect(batch).toMatchObject({ issued: 2, failed: 1 });
    const problems = await passport.listBatteryProblems(place.read(tenant), batch.id, { limit: 10 });
    expect(problems).toMatchObject([{ line: 3, serial: 'S00002', code: 'RULE_ASSERTION_FAILED' }]);
    expect(problems[0]?.message).toContain('identification.manufacturing_date');
  });

  test.each([
    ['an unknown column', 'serial,identification.colour\nA,red\n', 'identification.colour is not the path'],
    ['a column of the model', 'serial,identification.mass\nA,3\n', 'is the same for all batteries of a model'],
    [
      'a serial number twice',
      'serial,identification.manufacturing_date\nA,2027-04-01\nA,2027-04-01\n',
      'also in line 2',
    ],
    ['a slash in a serial number', 'serial,identification.manufacturing_date\nA/1,2027-04-01\n', 'no slash'],
    ['no serial number', 'identification.manufacturing_date\n2027-04-01\n', 'the column serial'],
    ['no rows', 'serial,identification.manufacturing_date\n', 'no rows'],
  ])('in a file with %s are rejected before anything is stored', async (_, text, reason) => {
    const tenant = 'rejected';
    const request = { product: 'x', snapshotId: 'x', ruleVersionId: 'x', signingKeyId: 'x', activate: false };
    const rejected = place.write(tenant, (tx) =>
      passport.requestBatteries(tx, { ...request, content: Buffer.from(text) }),
    );
    await expect(rejected).rejects.toMatchObject({ code: 'DOCUMENT_REJECTED' });
    await expect(rejected).rejects.toMatchObject({ why: expect.stringContaining(reason) as string });
  });
});
