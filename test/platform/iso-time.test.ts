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
