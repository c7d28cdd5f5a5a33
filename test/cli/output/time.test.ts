import { expect, test } from 'vitest';
import { formatBytes } from '../../../src/cli/output/bytes.js';
import { relativeTime } from '../../../src/cli/output/time.js';
import { wrap } from '../../../src/cli/output/wrap.js';

const NOW = Date.parse('2026-03-01T12:00:00Z');

test.each([
  [0, 'now'],
  [-999, 'now'],
  [-4_000, '4 s ago'],
  [-125_000, '2 min ago'],
  [7_300_000, 'in 2 h'],
  [-3 * 86_400_000, '3 d ago'],
])('%i ms from now is %s', (distance, words) => {
  expect(relativeTime(NOW + distance, NOW)).toBe(words);
});

test.each([
  [0, '0 bytes'],
  [1_023, '1023 bytes'],
  [1_536, '1.5 KiB'],
  [5 * 1_024 ** 3, '5.0 GiB'],
])('%i bytes are %s', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words);
});

test('a paragraph breaks at spaces', () => {
  expect(wrap('one two three', 7)).toBe('one two\nthree');
});
