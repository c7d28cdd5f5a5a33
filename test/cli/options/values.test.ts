import { expect, test } from 'vitest';
import { instant, priority, several, wholeNumber } from '../../../src/cli/options/values.js';

test.each([
  ['2026-03-01', '2026-03-01T00:00:00.000Z'],
  ['2026-03-01T08:00', '2026-03-01T08:00:00.000Z'],
  ['2026-03-01T08:00:00Z', '2026-03-01T08:00:00.000Z'],
  ['2026-03-01T08:00:00.5+01:00', '2026-03-01T07:00:00.500Z'],
])('%s is a time', (text, iso) => expect(instant(text).toISOString()).toBe(iso));

test.each(['tomorrow', '2026-02-31', '2026-13-01', '2026-03-01T25:00:00Z', '1772000000'])('%s is none', (text) => {
  expect(() => instant(text)).toThrow('is not a time');
});

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
