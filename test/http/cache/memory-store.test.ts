import { expect, it } from 'vitest';
import type { StoredResponse } from '../../../src/http/index.js';
import { createMemoryCache } from '../../../src/http/index.js';

function stored(variant: string): StoredResponse {
  return { variant, status: 200, headers: [], body: Buffer.alloc(0), requestTime: 0, responseTime: 0, keepUntil: 0 };
}

it('the memory cache keeps the URLs that were used last', async () => {
  const cache = createMemoryCache({ maxUrls: 2 });
  await cache.put('a', stored('[]'));
  await cache.put('b', stored('[]'));
  await cache.get('a');
  await cache.put('c', stored('[]'));
  expect(await Promise.all(['a', 'b', 'c'].map(async (url) => (await cache.get(url)).length))).toEqual([1, 0, 1]);
});

it('the memory cache replaces a variant, and keeps the newest sixteen', async () => {
  const cache = createMemoryCache();
  for (let count = 0; count < 20; count++) await cache.put('a', stored(`[${count}]`));
  await cache.put('a', { ...stored('[19]'), status: 203 });
  const variants = await cache.get('a');
  expect(variants).toHaveLength(16);
  expect(variants[0]).toMatchObject({ variant: '[19]', status: 203 });
  await cache.delete('a');
  expect(await cache.get('a')).toEqual([]);
});
