import { describe, test } from 'vitest';
import { STORES, useStage } from '../engine/staging/stage.js';
import { surviveKills } from './staging/surviving-kills.js';

// The full fifty kills are in test/chaos.
describe.each(STORES)('workers on %s', (storeName) => {
  const stage = useStage(storeName);

  test('that are killed while jobs flow lose nothing and do nothing twice', { timeout: 180_000 }, async () => {
    await surviveKills(stage, { kills: 4, seed: 20_260_101 });
  });
});
