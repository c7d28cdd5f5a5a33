import { expect, test, vi } from 'vitest';
import { createPromiseCache } from '../../../src/pipeline/jobs/promise-cache.js';

const making = (...values: string[]) => vi.fn(() => Promise.resolve(values.shift() ?? 'one too many'));

test('work is done once for each key', async () => {
  const cache = createPromiseCache<string>();
  const make = making('first', 'second');
  expect(await Promise.all([cache.get('a', make), cache.get('a', make)])).toEqual(['first', 'first']);
  expect(await cache.get('b', make)).toBe('second');
  expect(await cache.get('a', make)).toBe('first');
  expect(make).toHaveBeenCalledTimes(2);
});

test('work that failed is done again', async () => {
  const cache = createPromiseCache<string>();
  await expect(cache.get('a', () => Promise.reject(new Error('no luck')))).rejects.toThrow('no luck');
  expect(await cache.get('a', making('second'))).toBe('second');
});

test('several that have the same old value replace it once', async () => {
  const cache = createPromiseCache<string>();
  await cache.get('a', making('old'));
  const make = making('new');
  const replaced = await Promise.all([1, 2, 3].map(() => cache.replace('a', 'old', make)));
  expect(replaced).toEqual(['new', 'new', 'new']);
  expect(await cache.get('a', make)).toBe('new');
  expect(make).toHaveBeenCalledTimes(1);
});

test('a value that was replaced before is not made again', async () => {
  const cache = createPromiseCache<string>();
  await cache.get('a', making('new'));
  const make = making('newer');
  expect(await cache.replace('a', 'old', make)).toBe('new');
  expect(make).not.toHaveBeenCalled();
});

test('a key without a value, or whose value failed, is made', async () => {
  const cache = createPromiseCache<string>();
  expect(await cache.replace('a', 'old', making('made'))).toBe('made');
  const failing = cache.get('b', () => Promise.reject(new Error('no luck')));
  const replaced = cache.replace('b', 'old', making('made'));
  await expect(failing).rejects.toThrow('no luck');
  expect(await replaced).toBe('made');
  expect(await cache.get('b', making('another'))).toBe('made');
});

test('a failure does not forget the value that took its place', async () => {
  const cache = createPromiseCache<string>();
  let fail = (_: Error): void => undefined;
  const failing = cache.get('a', () => new Promise((_, reject) => (fail = reject)));
  const replaced = cache.replace('a', 'old', making('new'));
  fail(new Error('no luck'));
  await expect(failing).rejects.toThrow('no luck');
  expect(await replaced).toBe('new');
  expect(await cache.get('a', making('another'))).toBe('new');
});
