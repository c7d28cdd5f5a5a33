import { expect, test } from 'vitest';
import { parsePriority, priorityName } from '../../src/engine/priority.js';

test('a priority is read by its number and by its name', () => {
  expect(['0', '3', 'critical', 'HIGH', 'Normal', 'low'].map(parsePriority)).toEqual([0, 3, 0, 1, 2, 3]);
  expect(['', '4', '-1', '1.0', '01', 'urgent'].map(parsePriority)).toEqual(Array(6).fill(undefined));
  expect([0, 1, 2, 3, 7].map(priorityName)).toEqual(['critical', 'high', 'normal', 'low', '7']);
});
