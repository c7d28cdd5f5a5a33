import { describe, expect, test } from 'vitest';
import * as collect from '../../src/collect/index.js';
import { type TenantDatabase, tenantDatabase } from '../../src/database/index.js';
import type { Engine } from '../../src/engine/index.js';
import { createActivityRecorder } from '../../src/collect/activity/record-activity.js';
import { storePoints } from '../../src/collect/points/store-points.js';
import { storeBrokenRows } from '../../src/collect/points/quarantine.js';
import { newFetch, packBody, storeResponses } from '../../src/collect/points/responses.js';
import { storeValuations } from '../../src/collect/points/valuations.js';
import { createCacheStore, createRobotsStore } from '../../src/collect/govern/http-stores.js';
import { freshStore, type StoreKind, COMMAND_STORES } from '../cli/store.js';
import { JSON_SOURCE, PRIVATE } from './staging/stage.js';

const [OWN, FOREIGN] = ['acme', 'foreign'];
/** In every text of the other tenant that a result might show. */
const MARK = 'secret';

interface Place {
  readonly engine: Engine;
  readonly database: TenantDatabase;
  /** Ids of the other tenant's rows. */
  readonly foreign: { readonly intakeId: string; readonly sourceId: string };
}

type Probe = (place: Place) => unknown;
const refused = (error: { code?: string }): string => {
  expect(error.code).toMatch(/NOT_FOUND$/);
  return 'refused';
};

/** A call of each function that touches the database, as the one tenant, with what it can know about the other one. */
const PROBES: Readonly<Record<string, Probe>> = {
  addIntake: ({ database }) => collect.addIntake(database, intake('new')),
  addSource: ({ database }) => collect.addSource(database, 'another', JSON_SOURCE, PRIVATE),
  collectionsOf: async ({ database, foreign }) => {
    expect(await collect.collectionsOf(database, foreign.intakeId)).toEqual([]);
  },
  currentValuation: async ({ engine, database, foreign }) => {
    const other = await collect.findIntake(tenantDatabase(engine.database, FOREIGN), foreign.intakeId);
    expect(await collect.currentValuation(database, other)).toMatchObject({ n: 0, points: [] });
  },
  editSource: async ({ database, foreign }) => {
    await collect.editSource(database, 'coins', { trust: 0.5 }, PRIVATE);
    return collect.editSource(database, foreign.sourceId, { trust: 0.5 }, PRIVATE).catch(refused);
  },
  findBrokenRows: async ({ database, foreign }) => {
    expect(await collect.findBrokenRows(database, { sourceId: foreign.sourceId, limit: 10 })).toEqual([]);
  },
  findIntake: ({ database, foreign }) => collect.findIntake(database, foreign.intakeId).catch(refused),
  findPoints: async ({ database, foreign }) => {
    expect(await collect.findPoints(database, { intakeIds: [foreign.intakeId] })).toEqual([]);
    return collect.findPoints(database, {});
  },
  findRates: ({ database }) => collect.findRates(database),
  findSource: ({ database, foreign }) => collect.findSource(database, foreign.sourceId).catch(refused),
  findValuation: async ({ database, foreign }) => {
    expect(await collect.findValuation(database, foreign.intakeId)).toBeUndefined();
  },
  importIntakes: ({ database }) => collect.importIntakes(database, [intake('new')]),
  isolateSource: ({ database, foreign }) => collect.isolateSource(database, foreign.sourceId).catch(refused),
  listIntakes: ({ database }) => collect.listIntakes(database, { limit: 100 }),
  listSources: ({ database }) => collect.listSources(database),
  pauseSource: ({ database, foreign }) => collect.pauseSource(database, foreign.sourceId).catch(refused),
  planCollections: async ({ engine, database, foreign }) => {
    expect(await collect.planCollections(database, { intakeId: foreign.intakeId })).toEqual({
      planned: 0,
      unfinished: 0,
    });
    expect(await collect.planCollections(database, { sourceId: foreign.sourceId })).toEqual({
      planned: 0,
      unfinished: 0,
    });
    await collect.planCollections(database);
    expect((await engine.jobs({ limit: 100 })).map(({ tenant }) => tenant)).not.toContain(FOREIGN);
  },
  probeSource: ({ database, foreign }) => collect.probeSource(database, foreign.sourceId).catch(refused),
  pruneResponses: ({ database }) => collect.pruneResponses(database, 0),
  resumeSource: ({ database, foreign }) => collect.resumeSource(database, foreign.sourceId).catch(refused),
  listValuedIntakes: ({ database }) => collect.listValuedIntakes(database, { limit: 10 }),
  requestValuation: ({ database, foreign }) =>
    database.transaction((tx) => collect.requestValuation(tx, foreign.intakeId)),
  robotsOfSource: async ({ database }) =>
    collect.robotsOfSource(database, (await collect.findSource(database, 'coins')).source),
  sourceActivity: ({ database }) => collect.sourceActivity(database, '1h'),
  sourceHistory: async ({ database }) =>
    collect.sourceHistory(database, (await collect.findSource(database, 'coins')).source, 10),
  sourcesHealth: ({ database }) => collect.sourcesHealth(database),
  storeRates: ({ database }) =>
    collect.storeRates(database, [{ base: 'EUR', quote: 'USD', day: '2026-01-01', rate: '3' }]),
  tokensLeft: async ({ database }) =>
    collect.tokensLeft(database, (await collect.findSource(database, 'coins')).source),
  valuationHistory: async ({ database, foreign }) => {
    expect(await collect.valuationHistory(database, foreign.intakeId, 10)).toEqual([]);
  },
};

/** Functions that read and write no rows. */
const WITHOUT_DATABASE = [
  'onSourceReport',
  'collectJobs',
  'minorDigits',
  'openCollectRuntime',
  'pausedUntil',
  'valuedIntakeJson',
  'valueIntake',
];

/** For the operator of the whole database: metrics of all sources, counts (`db status`), and rows that contradict each other (`db check`). */
const FOR_OPERATORS = ['breakerStates', 'collectChecks', 'countCollect'];

test('every exported function of collect is known to be about one tenant, or about no rows', () => {
  const exported = Object.entries(collect).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []));
  expect(exported.sort()).toEqual([...Object.keys(PROBES), ...WITHOUT_DATABASE, ...FOR_OPERATORS].sort());
});

describe.each(COMMAND_STORES)('on %s', (kind) => {
  test.each(Object.keys(PROBES))("%s neither shows nor changes another tenant's rows", async (name) => {
    const place = await createPlace(kind);
    const before = await rowsOfForeign(place.engine);
    for (const [table, rows] of Object.entries(before)) expect(rows.length, table).toBeGreaterThan(0);
    const result = await PROBES[name]?.(place);
    expect(JSON.stringify({ result })).not.toContain(MARK);
    expect(await rowsOfForeign(place.engine)).toEqual(before);
  });
});

function intake(title: string): collect.IntakeFields {
  return { ref: `ref ${title}`, title, year: 1, mintMark: null, denomination: null, series: null, attributes: {} };
}

async function createPlace(kind: StoreKind): Promise<Place> {
  const { engine } = await freshStore(kind);
  const ids: { intakeId: string; sourceId: string }[] = [];
  for (const tenant of [OWN, FOREIGN]) ids.push(await insertRows(tenantDatabase(engine.database, tenant), tenant));
  return { engine, database: tenantDatabase(engine.database, OWN), foreign: ids[1]! };
}

/** A row in every table. */
async function insertRows(database: TenantDatabase, tenant: string): Promise<{ intakeId: string; sourceId: string }> {
  const mark = tenant === OWN ? 'own' : MARK;
  const { source } = await collect.addSource(database, 'coins', { ...JSON_SOURCE, terms: mark }, PRIVATE);
  const { id: intakeId } = await collect.addIntake(database, intake(mark));
  const place = { intakeId, sourceId: source.id, jobId: intakeId };
  await collect.storeRates(database, [
    { base: 'EUR', quote: 'USD', day: '2026-01-01', rate: tenant === OWN ? '1' : '2' },
  ]);
  const response = { variant: '', status: 200, headers: [], requestTime: 1, responseTime: 1, keepUntil: 1 };
  await createCacheStore(database, source.id).put('http://a/', { ...response, body: Buffer.from(mark) });
  await createRobotsStore(database).put({
    ...{ origin: 'http://a', state: 'found', text: mark, checkedAt: 1, freshUntil: 1, unreachableSince: null },
  });
  const fetch = newFetch([
    { page: 1, url: mark, status: 200, contentType: null, body: Buffer.from(mark), fetchedAt: 1 },
  ]);
  const packed = await packBody(Buffer.from(mark));
  await database.transaction(async (tx) => {
    await storeResponses(tx, fetch, new Map([[fetch.pages[0]!.id, packed]]), { ...place, queryKey: 'k', revision: 1 });
    await storeBrokenRows(tx, place, [
      { responseId: null, rowNumber: 1, field: null, errorType: 't', message: mark, raw: mark },
    ]);
    await storePoints(tx, { ...place, isStale: false }, [
      {
        ...{
          dedupeKey: 'k',
          externalId: mark,
          title: mark,
          url: null,
          priceCents: 1,
          currency: 'USD',
          priceType: 'sold',
        },
        ...{ observedAt: 1, matchPerMille: 1, shippingCents: null, lotSize: null, bestOffer: false, unsold: false },
        ...{ seller: null, grade: null, details: {}, responseId: null, rowNumber: null },
      },
    ]);
    for (const hash of ['a', 'b']) {
      const valuation = {
        ...{ inputs_hash: hash, algorithm: mark, value_cents: 1, low_cents: 1, high_cents: 1, currency: 'USD', n: 1 },
        ...{ confidence: 'low', body: '{}' },
      };
      await storeValuations(tx, new Map([[intakeId, valuation]]));
    }
  });
  await database.query(
    `INSERT INTO cf_collections (tenant, intake_id, source_id, round, job_id, points_new, points_updated, duplicates, quarantined)
     VALUES ('${tenant}', '${intakeId}', '${source.id}', 1, '${intakeId}', 0, 0, 0, 0)`,
  );
  const activity = createActivityRecorder(database);
  activity.note({ tenant, id: source.id, name: 'coins' }, { outcome: 'ok', durationMs: 1, waitMs: 0 });
  await activity.close();
  return { intakeId, sourceId: source.id };
}

async function rowsOfForeign({ database }: Engine): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const { name, key } of collect.COLLECT_TABLES) {
    rows[name] = await database.query(`SELECT * FROM ${name} WHERE tenant = '${FOREIGN}' ORDER BY ${key.join(', ')}`);
  }
  return rows;
}
