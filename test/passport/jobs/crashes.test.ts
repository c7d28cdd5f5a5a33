import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../adversity/staging/seeded-random.js';
import { surviveKills } from '../staging/killed-chains.js';
import { STORES, usePassportStage } from '../staging/stage.js';

// test/chaos/passport-kills.test.ts does the same with 200 chains.
describe.each(STORES)('chains on %s', (storeName) => {
  const place = usePassportStage(storeName);

  test(
    'whose workers are killed before random statements end as if nothing had happened',
    { timeout: 120_000 },
    async () => {
      // PostgreSQL needs fewer statements: those of SQLite write one event each.
      const maxStatements = storeName === 'SQLite' ? 100 : 25;
      const kills = await surviveKills(place, 'crashes', { chains: 2, random: seededRandom(16), maxStatements });
      expect(kills).toBeGreaterThan(2);
    },
  );
});
