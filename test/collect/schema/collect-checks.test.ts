import { describe, expect, test } from 'vitest';
import { addIntake, countCollect } from '../../../src/collect/index.js';
import { collectChecks } from '../../../src/collect/schema/collect-checks.js';
import { storePoints } from '../../../src/collect/points/store-points.js';
import { newSource, STORES, useCollectStage } from '../staging/stage.js';

describe.each(STORES)('the check of a database with prices on %s', (storeName) => {
  const stage = useCollectStage(storeName);

  async function findings(): Promise<string[]> {
    const all: string[] = [];
    for (const check of collectChecks(stage.engine.database)) {
      for (const { message, examples } of await check.run()) all.push(`${check.name}: ${message} ${examples?.length}`);
    }
    return all;
  }

  test('finds rows that contradict each other, and nothing in a sound database', async () => {
    const sourceId = await newSource(stage.acme);
    const fields = { ref: null, title: 'x', year: null, mintMark: null, denomination: null, series: null };
    const { id: intakeId } = await addIntake(stage.acme, { ...fields, attributes: {} });
    const point = {
      ...{ dedupeKey: 'ext_1', externalId: '1', title: 'x', url: null, priceCents: 1, currency: 'USD' },
      ...{ priceType: 'sold' as const, observedAt: 1, matchPerMille: 1, shippingCents: null, lotSize: null },
      ...{ bestOffer: false, unsold: false, seller: null, grade: null, details: {}, responseId: null, rowNumber: null },
    };
    await stage.acme.transaction((tx) => storePoints(tx, { intakeId, sourceId, isStale: false }, [point]));
    expect(await findings()).toEqual([]);
    expect(await countCollect(stage.engine.database)).toEqual({
      ...{ sources: 1, intakes: 1, price_points: 1, valuations: 0, quarantined: 0 },
    });
    await stage.engine.database.script(`
      UPDATE cf_intakes SET valued_version = 1;
      DELETE FROM cf_source_breakers`);
    expect(await findings()).toEqual([
      'sources: sources have no breaker (1) 1',
      'valuations: intakes are valued with points that do not exist yet (1) 1',
    ]);
    await stage.engine.database.script('DELETE FROM cf_sources; DELETE FROM cf_intakes');
    expect(await findings()).toEqual([
      'price points: prices belong to no source (1) 1',
      'price points: prices belong to no intake (1) 1',
    ]);
  });
});
