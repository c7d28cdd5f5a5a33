import { describe, expect, test } from 'vitest';
import { addIntake } from '../../../src/collect/index.js';
import type { NewPoint } from '../../../src/collect/points/price-point.js';
import { storePoints } from '../../../src/collect/points/store-points.js';
import { newSource, STORES, useCollectStage } from '../staging/stage.js';

const DAY = 86_400_000;

describe.each(STORES)('price points on %s', (storeName) => {
  const stage = useCollectStage(storeName);

  test('a new point is added, a stronger match replaces it, and a weaker one is only counted', async () => {
    const store = await openPlace();
    expect(await store([point({ priceCents: 100, matchPerMille: 500 })])).toEqual({
      added: 1,
      updated: 0,
      duplicates: 0,
    });
    expect(await store([point({ priceCents: 200, matchPerMille: 400 })])).toEqual({
      added: 0,
      updated: 0,
      duplicates: 1,
    });
    expect(await store([point({ priceCents: 300, matchPerMille: 900 })])).toEqual({
      added: 0,
      updated: 1,
      duplicates: 0,
    });
    expect(await store([point({ priceCents: 400, matchPerMille: 900 })])).toEqual({
      added: 0,
      updated: 0,
      duplicates: 1,
    });
    const later = { priceCents: 500, matchPerMille: 900, observedAt: 2 * DAY };
    expect(await store([point(later)])).toEqual({ added: 0, updated: 1, duplicates: 0 });
    expect(await rows()).toEqual([expect.objectContaining({ price_cents: 500, seen_count: 5, match_per_mille: 900 })]);
  });

  test('first and last time are kept, whatever the match', async () => {
    const store = await openPlace();
    await store([point({})]);
    await stage.acme.query(`UPDATE cf_price_points SET first_seen_at = 1, last_seen_at = 2`);
    await store([point({ matchPerMille: 1 })]);
    const [row] = await rows();
    expect(row).toMatchObject({ first_seen_at: 1, seen_count: 2 });
    expect(row!['last_seen_at']).toBeGreaterThan(2);
  });

  test('of the same point twice in one collection, the stronger is stored', async () => {
    const store = await openPlace();
    const both = [point({ priceCents: 1, matchPerMille: 300 }), point({ priceCents: 2, matchPerMille: 800 })];
    expect(await store(both)).toEqual({ added: 1, updated: 0, duplicates: 1 });
    expect(await rows()).toEqual([expect.objectContaining({ price_cents: 2, seen_count: 1 })]);
  });

  test('any text is stored as it is', async () => {
    const store = await openPlace();
    const texts = ['O’Brien "D" \\ {} [] ?1 $1 :x', '1 €', '日本\u2028', "'); DROP TABLE cf_price_points; --", ''];
    const points = texts.map((title, index) => point({ dedupeKey: `ext_${index}`, title, seller: title }));
    await store(points);
    expect((await rows()).map(({ title }) => title)).toEqual(texts);
  });

  test('20 transactions at the same time store each point once', async () => {
    const store = await openPlace();
    const many = Array.from({ length: 200 }, (_, index) =>
      point({ dedupeKey: `ext_${String(index).padStart(3, '0')}` }),
    );
    const counts = await Promise.all(Array.from({ length: 20 }, () => store(many)));
    expect(counts.reduce((sum, { added }) => sum + added, 0)).toBe(200);
    const duplicates = await stage.acme.query(
      'SELECT intake_id, source_id, dedupe_key, count(*) FROM cf_price_points GROUP BY intake_id, source_id, dedupe_key HAVING count(*) > 1',
    );
    expect(duplicates).toEqual([]);
    expect((await rows()).every(({ seen_count }) => seen_count === 20)).toBe(true);
  });

  test('the schema refuses what cannot be a price', async () => {
    const store = await openPlace();
    for (const wrong of [{ priceCents: -1 }, { currency: 'EURO' }, { matchPerMille: 1_001 }, { dedupeKey: '' }]) {
      await expect(store([point(wrong)])).rejects.toThrow();
    }
    expect(await rows()).toEqual([]);
  });

  async function openPlace() {
    const sourceId = await newSource(stage.acme);
    const { id: intakeId } = await addIntake(stage.acme, {
      ...{ ref: null, title: 'Morgan dollar', year: 1921, mintMark: 'D', denomination: null, series: null },
      attributes: {},
    });
    return (points: readonly NewPoint[]) =>
      stage.acme.transaction((tx) => storePoints(tx, { intakeId, sourceId, isStale: false }, points));
  }

  function rows() {
    return stage.acme.query('SELECT * FROM cf_price_points ORDER BY dedupe_key');
  }
});

function point(change: Partial<NewPoint>): NewPoint {
  return {
    ...{ dedupeKey: 'ext_1', externalId: '1', title: 'Morgan', url: 'https://example.org/1', priceCents: 4_200 },
    ...{ currency: 'USD', priceType: 'sold', observedAt: DAY, matchPerMille: 700, shippingCents: null, lotSize: null },
    ...{ bestOffer: false, unsold: false, seller: null, grade: null, details: {}, responseId: null, rowNumber: null },
    ...change,
  };
}
