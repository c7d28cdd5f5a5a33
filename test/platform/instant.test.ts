import { expect, test } from 'vitest';
import { parseInstant } from '../../src/platform/index.js';

test.each([
  ['2026-03-01', '2026-03-01T00:00:00.000Z'],
  ['2026-03-01T08:00', '2026-03-01T08:00:00.000Z'],
  ['2026-03-01T08:00:00Z', '2026-03-01T08:00:00.000Z'],
  ['2026-03-01T08:00:00.5+01:00', '2026-03-01T07:00:00.500Z'],
])('%s is a time', (text, iso) => expect(parseInstant(text).toISOString()).toBe(iso));

test.each(['tomorrow', '2026-02-31', '2026-13-01', '2026-03-01T25:00:00Z', '1772000000'])('%s is none', (text) => {
  expect(() => parseInstant(text)).toThrow('is not a time');
});
