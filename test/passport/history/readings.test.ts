import { describe, expect, test } from 'vitest';
import { findEvents } from '../../../src/events/index.js';
import * as passport from '../../../src/passport/index.js';
import { batteriesCsv, batteryAt, evModel, issuedBatteries, type Model, oneBattery } from '../staging/ev-model.js';
import { KEY_ID, type PassportStage, STORES, usePassportStage } from '../staging/stage.js';
import { SAMPLE_KEY } from '../golden/passport.js';

const OTHER_KEY = passport.readEd25519Key(Buffer.alloc(32, 9));

async function recorded(place: PassportStage, tenant: string, content: string, product?: string) {
  const request = { content: Buffer.from(content), mimeType: 'text/csv', product, signingKeyId: KEY_ID };
  const { jobId, readings } = await place.write(tenant, (tx) => passport.requestReadings(tx, request));
  const { result } = await place.completed(jobId);
  return { readings, ...(result as { statements: number; known: number }) };
}

async function refreshed(place: PassportStage, tenant: string, passportIds: readonly string[]) {
  const request = { passportIds, signingKeyId: KEY_ID, activate: true };
  const jobIds = await place.write(tenant, (tx) => passport.requestRefresh(tx, request));
  const results: unknown[] = [];
  for (const id of jobIds) results.push((await place.completed(id)).result);
  return results;
}

/** What the active version says about a field. */
async function fieldOf(place: PassportStage, tenant: string, model: Model, path: string): Promise<unknown> {
  const { currentVersionId } = await batteryAt(place, tenant, model, 0);
  const { payloadCanonical } = await passport.passportArtefacts(place.read(tenant), currentVersionId ?? '');
  const { fields } = JSON.parse(payloadCanonical.toString('utf8')) as {
    fields: Record<string, Record<string, unknown>>;
  };
  const [section = '', member = ''] = path.split('.');
  return fields[section]?.[member];
}

const HEADER = 'battery,observed_at,performance.full_cycles,performance.state_of_charge';

describe.each(STORES)('readings on %s', (storeName) => {
  const place = usePassportStage(storeName);

  test('give new versions without touching static facts; late and repeated ones change nothing newer', async () => {
    const tenant = 'readings';
    await place.startWorker();
    const model = await evModel(place, tenant);
    const battery = await oneBattery(place, tenant, model);
    const database = place.read(tenant);
    const before = await passport.loadSealedSnapshot(
      database,
      (await passport.findPassportVersion(database, battery.currentVersionId ?? '')).snapshotId,
    );
    const first = `${HEADER}\nEV-75/S00001,2031-06-01T08:00:00Z,412,61\n`;
    expect(await recorded(place, tenant, first)).toEqual(expect.objectContaining({ statements: 1, known: 0 }));
    // The same file again is the same job; the same reading in another file is left out.
    await recorded(place, tenant, first);
    const second = `${HEADER}\nS00001,2031-06-01T08:00:00Z,412,61\nS00001,2031-05-20T08:00:00Z,400,99\n`;
    expect(await recorded(place, tenant, second, 'EV-75')).toMatchObject({ statements: 1, known: 1 });
    expect(await refreshed(place, tenant, [battery.id])).toMatchObject([{ refreshed: 1, unchanged: 0 }]);
    expect(await fieldOf(place, tenant, model, 'performance.full_cycles')).toMatchObject({
      at: '2031-06-01T08:00:00Z',
      value: { value: '412.000000' },
    });
    expect(await fieldOf(place, tenant, model, 'performance.state_of_charge')).toMatchObject({
      value: { value: '61.000000' },
    });
    expect(await refreshed(place, tenant, [battery.id])).toMatchObject([{ refreshed: 0, unchanged: 1 }]);

    const { currentVersionId } = await batteryAt(place, tenant, model, 0);
    const after = await passport.loadSealedSnapshot(
      database,
      (await passport.findPassportVersion(database, currentVersionId ?? '')).snapshotId,
    );
    const isStatic = ({ factType }: passport.SnapshotFact): boolean => factType === 'Model' || factType === 'Unit';
    expect(after.facts.filter(isStatic)).toEqual(before.facts.filter(isStatic));
    const versions = await passport.listPassportVersions(database, { passportId: battery.id });
    expect(versions.map(({ status }) => status)).toEqual(['SUPERSEDED', 'ACTIVE']);
    const events = await findEvents(database, tenant, {
      aggregateType: 'Passport',
      aggregateId: battery.id,
      limit: 10,
    });
    expect(events.map(({ eventType }) => eventType)).toEqual([
      'READING_RECORDED',
      'READING_RECORDED',
      'PassportCreated',
    ]);
    // What was read stays out of the events. Hashes and ids may hold its digits by chance, so the members are compared.
    for (const { payload } of events.slice(0, 2)) {
      expect(Object.keys(payload as object).sort()).toEqual(['observed_at', 'sequence', 'statement_hash']);
    }
  });

  test('of accidents are added to those before; those of many batteries come in one file', async () => {
    const tenant = 'accidents';
    await place.startWorker();
    const model = await evModel(place, tenant);
    await issuedBatteries(place, tenant, model, { content: batteriesCsv(3), activate: true });
    const accident = (battery: string, day: string, description: string) => ({
      ...{ battery, observed_at: `${day}T08:00:00Z` },
      values: {
        'performance.accidents': [{ at: `${day}T07:00:00Z`, description }],
        'identification.status': 'Original',
      },
    });
    const list = [
      accident('EV-75/S00001', '2031-07-01', 'flooded'),
      accident('EV-75/S00002', '2031-07-01', 'dropped'),
      accident('EV-75/S00001', '2031-06-01', 'overheated'),
    ];
    await recorded(place, tenant, JSON.stringify({ readings: list }));
    const ids = await Promise.all([0, 1, 2].map(async (index) => (await batteryAt(place, tenant, model, index)).id));
    expect(await refreshed(place, tenant, ids)).toMatchObject([{ refreshed: 2, unchanged: 1 }]);
    expect(await fieldOf(place, tenant, model, 'performance.accidents')).toMatchObject([
      { description: 'overheated' },
      { description: 'flooded' },
    ]);
  });

  test.each([
    [
      'an unknown battery',
      `${HEADER}\nEV-75/nope,2031-06-01T08:00:00Z,1,1\n`,
      "no passport of the battery 'EV-75/nope'",
    ],
    ['a wrong time', `${HEADER}\nEV-75/S00001,yesterday,1,1\n`, "not 'yesterday'"],
    [
      'a static attribute',
      'battery,observed_at,identification.mass\nEV-75/S00001,2031-06-01T08:00:00Z,1\n',
      'does not change during use',
    ],
    [
      'an unknown column',
      'battery,observed_at,performance.mood\nEV-75/S00001,2031-06-01T08:00:00Z,1\n',
      'not the path of an attribute',
    ],
  ])('of %s are rejected as a whole', async (_, content, reason) => {
    const tenant = 'accidents';
    const request = { content: Buffer.from(content), mimeType: 'text/csv', signingKeyId: KEY_ID };
    const rejected = place.write(tenant, (tx) => passport.requestReadings(tx, request));
    await expect(rejected).rejects.toMatchObject({
      code: 'DOCUMENT_REJECTED',
      why: expect.stringContaining(reason) as string,
    });
  });

  test('form a history in which a change, a gap and another order are found, here and in the database', async () => {
    const tenant = 'tampered';
    await place.startWorker();
    const model = await evModel(place, tenant);
    const battery = await oneBattery(place, tenant, model);
    const rows = [1, 2, 3].map((day) => `EV-75/S00001,2031-06-0${day}T08:00:00Z,${day},50`);
    await recorded(place, tenant, `${[HEADER, ...rows].join('\n')}\n`);
    await refreshed(place, tenant, [battery.id]);
    const database = place.read(tenant);
    const { currentVersionId } = await batteryAt(place, tenant, model, 0);
    const bundle = await passport.passportBundle(database, currentVersionId ?? '');
    const file = await passport.historyFile(database, battery);
    expect(passport.isHistory(file)).toBe(true);
    const publicKey = SAMPLE_KEY.publicKey;
    expect(passport.verifyHistory(file, { publicKey, bundle }).ok).toBe(true);

    type Entry = { statement: { body: { values: Record<string, unknown> } }; public_key: string };
    const changed = (change: (statements: Entry[]) => Entry[]): string[] => {
      const history = JSON.parse(file.toString('utf8')) as { statements: Entry[] };
      const text = JSON.stringify({ ...history, statements: change(history.statements) });
      const { checks } = passport.verifyHistory(Buffer.from(text), { publicKey, bundle });
      return checks.filter(({ ok }) => !ok).map(({ name }) => name);
    };
    expect(changed((all) => all)).toEqual([]);
    expect(changed(([one, , three]) => [one!, three!])).toEqual(['chain', 'bundle']);
    expect(changed(([one, two, three]) => [two!, one!, three!])).toContain('chain');
    // The end was cut off: only the signed version knows that there was more.
    expect(changed(([one, two]) => [one!, two!])).toEqual(['bundle']);
    expect(
      changed((all) => {
        all[1]!.statement.body.values['performance.full_cycles'] = 7;
        return all;
      }),
    ).toEqual(['chain', 'signatures']);
    expect(passport.verifyHistory(file, { publicKey: OTHER_KEY.publicKey }).ok).toBe(false);

    const { database: raw } = place.stage.engine;
    await expect(raw.script(`UPDATE cf_passport_statements SET hash = 'x' WHERE tenant = '${tenant}'`)).rejects.toThrow(
      'immutable',
    );
    await expect(raw.script(`DELETE FROM cf_passport_statements WHERE tenant = '${tenant}'`)).rejects.toThrow(
      'append-only',
    );
    const found = async (): Promise<string[]> => {
      const all = [];
      for (const check of passport.passportChecks(raw, { full: true })) all.push(...(await check.run()));
      return all.map(({ message }) => message);
    };
    expect(await found()).toEqual([]);
    await raw.script(
      storeName === 'SQLite'
        ? 'DROP TRIGGER cf_immutable_11'
        : 'ALTER TABLE cf_passport_statements DISABLE TRIGGER cf_immutable_11',
    );
    await raw.script(`DELETE FROM cf_passport_statements WHERE tenant = '${tenant}' AND sequence = 2`);
    expect((await found()).join('\n')).toMatch(/do not follow the statement before them[\s\S]*another history/);
  });

  test('need the key that the request names', async () => {
    const tenant = 'keys';
    await place.startWorker();
    const model = await evModel(place, tenant);
    await oneBattery(place, tenant, model);
    const request = {
      content: Buffer.from(`${HEADER}\nEV-75/S00001,2031-06-01T08:00:00Z,1,1\n`),
      ...{ mimeType: 'text/csv', signingKeyId: 'stolen' },
    };
    const { jobId } = await place.write(tenant, (tx) => passport.requestReadings(tx, request));
    expect(await place.failed(jobId)).toMatchObject({ code: 'SIGNING_KEY_MISSING' });
    expect(await passport.listStatements(place.read(tenant), (await batteryAt(place, tenant, model, 0)).id)).toEqual(
      [],
    );
  });
});
