import { expect, test } from 'vitest';
import { reactionDelayMs } from '../../../src/engine/triggers/reaction-delay.js';

test('few workers react at once', () => {
  for (const workers of [0, 1, 8]) expect(reactionDelayMs(workers, 0.99)).toBe(0);
});

test('many workers react at random times, the first of them soon', () => {
  expect(reactionDelayMs(50, 0)).toBe(0);
  expect(reactionDelayMs(50, 1 / 51)).toBeLessThan(2);
  expect(reactionDelayMs(50, 1)).toBe(100);
  expect(reactionDelayMs(10_000, 1)).toBe(500);
});
