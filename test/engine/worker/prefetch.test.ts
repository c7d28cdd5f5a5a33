import { expect, test, vi } from 'vitest';
import { Prefetch } from '../../../src/engine/worker/prefetch.js';

const after = (concurrency: number, ...durationsMs: number[]): number => {
  const prefetch = new Prefetch(concurrency);
  for (const durationMs of durationsMs) prefetch.learn(durationMs);
  return prefetch.size({ busy: false });
};

test('nothing is taken ahead before anything is known', () => {
  expect(after(10)).toBe(0);
});

test('quick jobs are taken ahead in hundreds, slow ones not at all', () => {
  expect(after(10, 0)).toBeGreaterThanOrEqual(500);
  expect(after(1_000, 0)).toBeLessThanOrEqual(1_000);
  expect(after(10, 10)).toBe(100);
  expect(after(10, 1_000)).toBe(1);
  expect(after(10, 10_000)).toBe(0);
});

test('the newest job weighs a tenth', () => {
  expect(after(10, 10, 110)).toBe(50);
  expect(after(10, 10, 10)).toBe(100);
  expect(after(1, 30)).toBe(3);
});

test('no more than a thousand are taken ahead', () => {
  expect(after(10, 1)).toBe(1_000);
  expect(after(10, 0)).toBe(1_000);
  expect(after(9, 1)).toBe(900);
});

test('a slow job after quick ones makes it careful', () => {
  const quick = Array<number>(50).fill(1);
  expect(after(10, ...quick, 10_000)).toBeLessThan(after(10, ...quick) / 100);
});

test('while all hands are busy, the time since one was free counts, however short the jobs before were', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const prefetch = new Prefetch(10);
  for (let job = 0; job < 50; job++) prefetch.learn(1);
  vi.advanceTimersByTime(2_000);
  expect(prefetch.size({ busy: true })).toBe(0);
  expect(prefetch.size({ busy: false })).toBe(1_000);
  vi.useRealTimers();
});

test('attempts are short if they take a tenth of a second on average', () => {
  const prefetch = new Prefetch(10);
  expect(prefetch.attemptsAreShort).toBe(false);
  prefetch.learn(100);
  expect(prefetch.attemptsAreShort).toBe(true);
  prefetch.learn(101);
  expect(prefetch.attemptsAreShort).toBe(false);
});
