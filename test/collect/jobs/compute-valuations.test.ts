import { describe, expect, test } from 'vitest';
import { addIntake, currentValuation, findIntake, type NewSource, storeRates } from '../../../src/collect/index.js';
import { computeValuations } from '../../../src/collect/jobs/compute-valuations.js';
import { storePoints } from '../../../src/collect/points/store-points.js';
import { newSource, STORES, useCollectStage } from '../staging/stage.js';

const DAY_MS = 86_400_000;

describe.each(STORES)('valuations from the database on %s', (storeName) => {
  const stage = useCollectStage(storeName);

  async function newIntake(halfLifeDays: number | null = null): Promise<string> {
    const fields = { ref: null, title: 'Morgan dollar', year: 1_921, mintMark: null, denomination: null, series: null };
    return (await addIntake(stage.acme, { ...fields, attributes: {}, halfLifeDays })).id;
  }

  interface Sale {
    readonly price: number;
    readonly ageDays?: number;
    readonly currency?: string;
    readonly shipping?: number;
    readonly details?: Readonly<Record<string, string>>;
  }

  async function store(intakeId: string, sourceId: string, sales: readonly Sale[]): Promise<void> {
    const points = sales.map(({ price, ageDays = 1, currency = 'USD', shipping = null, details = {} }, index) => ({
      ...{ dedupeKey: `ext_${index}`, externalId: String(index), title: 'x', url: null, priceCents: price, currency },
      ...{ priceType: 'sold' as const, observedAt: Date.now() - ageDays * DAY_MS, matchPerMille: 1_000 },
      ...{ shippingCents: shipping, lotSize: null, bestOffer: false, unsold: false, seller: null, grade: null },
      ...{ details, responseId: null, rowNumber: index + 1 },
    }));
    await stage.acme.transaction((tx) => storePoints(tx, { intakeId, sourceId, isStale: false }, points));
  }

  test('add shipping, and the premium of a source whose prices do not include it', async () => {
    const options: NewSource['options'] = { premiumPercent: 20 };
    const [auctions, shop] = [
      await newSource(stage.acme, 'auctions', { options }),
      await newSource(stage.acme, 'shop'),
    ];
    const [one, other] = [await newIntake(), await newIntake()];
    await store(one, auctions, [{ price: 10_000, shipping: 500, details: { premium_included: 'no' } }]);
    await store(other, auctions, [{ price: 10_000, details: { premium_included: 'yes' } }]);
    await store(other, shop, [{ price: 10_000, details: { premium_included: 'no' } }]);
    const valuations = await computeValuations(stage.acme, [{ id: one }, { id: other }]);
    expect(valuations.get(one)).toMatchObject({ valueCents: 12_500 });
    expect(valuations.get(one)?.points).toMatchObject([{ shippingCents: 500, premiumCents: 2_000 }]);
    // Included, or without a percentage: nothing is added.
    expect(valuations.get(other)).toMatchObject({ valueCents: 10_000, n: 2 });
  });

  test('use the half-life of the intake', async () => {
    const sourceId = await newSource(stage.acme);
    const [common, rare] = [await newIntake(), await newIntake(365)];
    for (const id of [common, rare]) await store(id, sourceId, [{ price: 100, ageDays: 365 }]);
    const weightOf = async (id: string): Promise<number | undefined> =>
      (await currentValuation(stage.acme, await findIntake(stage.acme, id))).points[0]?.weightNano;
    expect(await weightOf(rare)).toBe(500_000_000);
    expect(await weightOf(common)).toBeLessThan(100_000_000);
    await expect(newIntake(0)).rejects.toMatchObject({ code: 'INTAKE_INVALID' });
  });

  test('are the same alone and together with others that need other rates', async () => {
    const sourceId = await newSource(stage.acme);
    const days = Array.from({ length: 40 }, (_, age) => new Date(Date.now() - age * DAY_MS).toISOString().slice(0, 10));
    const rates = days.flatMap((day, age) => [
      { base: 'USD', quote: 'EUR', day, rate: `0.9${age + 10}` },
      { base: 'GBP', quote: 'USD', day, rate: `1.3${age + 10}` },
    ]);
    await storeRates(stage.acme, rates);
    const ids = [await newIntake(), await newIntake(), await newIntake()];
    await store(ids[0]!, sourceId, [{ price: 100 }, { price: 110, currency: 'EUR', ageDays: 2 }]);
    await store(ids[1]!, sourceId, [
      { price: 100, ageDays: 30 },
      { price: 90, currency: 'GBP', ageDays: 20 },
    ]);
    await store(ids[2]!, sourceId, [{ price: 100 }]);
    const together = await computeValuations(
      stage.acme,
      ids.map((id) => ({ id })),
    );
    for (const id of ids) {
      expect(together.get(id)).toEqual((await computeValuations(stage.acme, [{ id }])).get(id));
      expect(together.get(id)?.n).toBeGreaterThan(0);
    }
  });
});
