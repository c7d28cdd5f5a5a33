import { expect, test } from 'vitest';
import { priority, several, wholeNumber } from '../../../src/cli/options/values.js';

test('a priority has a number and a name', () => {
  expect(['0', 'HIGH', 'normal', '3'].map(priority)).toEqual([0, 1, 2, 3]);
  expect(() => priority('4')).toThrow("--priority cannot be '4'");
});

test('a repeatable option may also be given once with commas', () => {
  expect(several('b, c', several('a', undefined))).toEqual(['a', 'b', 'c']);
});

test.each(['0', '11', '1.5', 'ten', ''])("'%s' is no whole number from 1 to 10", (text) => {
  expect(() => wholeNumber('--limit', { min: 1, max: 10 })(text)).toThrow('--limit cannot be');
});
