import { expect, test, vi } from 'vitest';
import { cachedCensus } from '../../../src/app/metrics/database-metrics.js';
import type { Executor } from '../../../src/database/index.js';

function countingDatabase(): { database: Executor; queries: string[] } {
  const queries: string[] = [];
  const query = (sql: string): Promise<never[]> => {
    queries.push(sql);
    return Promise.resolve([{ pending: 3, oldest: 1_000, now: 6_000 }] as never[]);
  };
  return { queries, database: { dialect: 'sqlite', query, script: () => Promise.resolve() } };
}

test('scrapes that come together, or soon after, share one count', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { database, queries } = countingDatabase();
  const census = cachedCensus(database);
  const [one, other] = await Promise.all([census(), census()]);
  expect(one).toBe(other);
  expect(one).toMatchObject({ pending: 3, oldestPendingAgeSeconds: 5 });
  vi.advanceTimersByTime(1_900);
  await census();
  expect(queries).toHaveLength(4);
  vi.advanceTimersByTime(200);
  await census();
  expect(queries).toHaveLength(8);
  vi.useRealTimers();
});

test('a count that failed is tried again', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { database } = countingDatabase();
  const query = vi.spyOn(database, 'query').mockRejectedValueOnce(new Error('away'));
  const census = cachedCensus(database);
  await expect(census()).rejects.toThrow('away');
  vi.advanceTimersByTime(2_100);
  await expect(census()).resolves.toMatchObject({ pending: 3 });
  expect(query).toHaveBeenCalled();
  vi.useRealTimers();
});
