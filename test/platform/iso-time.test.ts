import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoTime } from '../../src/platform/index.js';

test('a time outside the calendar is null, as is no time', () => {
  const now = Date.parse('2026-03-01T12:00:00Z');
  expect([isoTime(now), isoTime(null), isoTime(Number.MAX_SAFE_INTEGER)]).toEqual([
    '2026-03-01T12:00:00.000Z',
    null,
    null,
  ]);
});

test('it is what a date writes, for every time', () => {
  const time = fc.oneof(
    fc.integer({ min: -5_000, max: 5_000 }),
    fc.double({ min: -8.64e15, max: 8.64e15, noNaN: true }),
  );
  fc.assert(fc.property(time, (ms) => isoTime(ms) === new Date(ms).toISOString()));
  expect(isoTime(Number.NaN)).toBeNull();
});
