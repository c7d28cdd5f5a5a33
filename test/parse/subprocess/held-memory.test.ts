import { expect, test } from 'vitest';
import { createHeldMemory } from '../../../src/parse/subprocess/held-memory.js';

test('the held memory is asked for at first, and again when a tenth of a second has passed', () => {
  const answers = [100, 200, 300];
  let now = 0;
  const held = createHeldMemory(
    () => answers.shift() ?? 0,
    () => now,
  );
  expect(held()).toBe(100);
  now = 99;
  expect(held()).toBe(100);
  now = 100;
  expect(held()).toBe(200);
  now = 5_000;
  expect(held()).toBe(300);
});

test('it is the memory of this process', () => {
  expect(createHeldMemory()()).toBeGreaterThan(10 * 2 ** 20);
});
