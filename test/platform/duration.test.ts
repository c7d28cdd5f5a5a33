import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDuration, parseDuration } from '../../src/platform/index.js';

describe('reading a duration', () => {
  test.each([
    ['250ms', 250],
    ['90s', 90_000],
    ['15m', 900_000],
    ['12h', 43_200_000],
    ['30d', 2_592_000_000],
    ['2w', 1_209_600_000],
    ['1h30m', 5_400_000],
    ['1d2h3m4s5ms', 93_784_005],
    ['1.5h', 5_400_000],
    ['0s', 0],
  ])('%s is %i ms', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  test.each(['', ' ', '5', 's', '5 s', '-5s', '5x', '1h30', '1h 30m', '5S', '1e3s', '٣s', '.5s'])(
    "'%s' is refused with a code",
    (text) => {
      expect(() => parseDuration(text)).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }) as Error);
    },
  );

  test('the answer is a whole number of milliseconds, as the database wants it', () => {
    const amount = fc.double({ min: 0.001, max: 1_000, noNaN: true }).map((value) => value.toFixed(3));
    fc.assert(
      fc.property(amount, fc.constantFrom('ms', 's', 'm', 'h', 'd', 'w'), (value, unit) => {
        expect(Number.isSafeInteger(parseDuration(`${value}${unit}`))).toBe(true);
      }),
    );
    expect(parseDuration('1.1d')).toBe(95_040_000);
  });
});

describe('writing a duration', () => {
  test.each([
    [0, '0 ms'],
    [250, '250 ms'],
    [3_200, '3.2 s'],
    [42_000, '42 s'],
    [245_000, '4 min 5 s'],
    [60_000, '1 min'],
    [7_380_000, '2 h 3 min'],
    [273_600_000, '3 d 4 h'],
  ])('%i ms is %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});
