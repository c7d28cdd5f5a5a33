import { describe, expect, test } from 'vitest';
import { chosenSeed, seededRandom } from '../adversity/staging/seeded-random.js';
import { surviveKills } from '../passport/staging/killed-chains.js';
import { STORES, usePassportStage } from '../passport/staging/stage.js';

describe.each(STORES)('chains on %s', (storeName) => {
  const place = usePassportStage(storeName);

  test('200 passports whose workers are killed at random end as if nothing had happened', async () => {
    const random = seededRandom(chosenSeed(200));
    // PostgreSQL needs fewer statements: jobs share them. With more, most workers would end before their statement.
    const maxStatements = storeName === 'SQLite' ? 400 : 100;
    const kills = await surviveKills(place, 'kills', { chains: 200, random, maxStatements });
    console.log(`${storeName}: ${kills} kills`);
    expect(kills).toBeGreaterThan(20);
  });
});
