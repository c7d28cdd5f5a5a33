import { describe, expect, test } from 'vitest';
import { chosenSeed } from '../adversity/staging/seeded-random.js';
import { surviveKills } from '../adversity/staging/surviving-kills.js';
import { STORES, useStage } from '../engine/staging/stage.js';

describe.each(STORES)('workers on %s', (storeName) => {
  const stage = useStage(storeName);

  test('that are killed fifty times while jobs flow lose nothing and do nothing twice', async () => {
    const counts = await surviveKills(stage, { kills: 50, seed: chosenSeed(50) });
    console.log(`${storeName}, 50 kills:`, counts);
    expect(counts.completed).toBeGreaterThan(0);
  });
});
