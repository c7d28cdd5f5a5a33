import { afterEach, expect, test, vi } from 'vitest';
import { settlesWithin } from '../../../src/engine/worker/settles-within.js';
import { later } from '../staging/later.js';

afterEach(() => vi.restoreAllMocks());

test('waits for the work', async () => {
  const work = later();
  let over = false;
  const waited = settlesWithin(60_000, work.promise).then(() => (over = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(over).toBe(false);
  work.resolve();
  await waited;
});

test('goes on without work that takes too long', async () => {
  await settlesWithin(1, later().promise);
});

test('fails with the work', async () => {
  await expect(settlesWithin(60_000, Promise.reject(new Error('no')))).rejects.toThrow('no');
});

test('leaves no timer behind that keeps the process alive', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  const work = later();
  const waited = settlesWithin(60_000, work.promise);
  expect(timers()).toBe(before + 1);
  work.resolve();
  await waited;
  expect(timers()).toBe(before);
});

test('waits for ever when it is told so, without a timer that overflows', async () => {
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  const work = later();
  const waited = settlesWithin(Infinity, work.promise);
  work.resolve();
  await waited;
  expect(warned).not.toHaveBeenCalled();
});
