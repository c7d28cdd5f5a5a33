import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../src/contract/columns/cell.js';
import { cellJson, cellText } from '../../../src/contract/columns/cell-text.js';
import { civilFromDays, daysFromCivil, daysInMonth, isLeapYear } from '../../../src/contract/columns/civil.js';

const DAY_NS = 86_400_000_000_000n;
const decimal = (unscaled: bigint, scale: number) => ({ kind: 'decimal', unscaled, scale }) as const;
const time = (nanoseconds: bigint) => ({ kind: 'time', nanoseconds }) as const;
const datetime = (nanoseconds: bigint, zoned: boolean) => ({ kind: 'datetime', nanoseconds, zoned }) as const;
const date = (days: number) => ({ kind: 'date', days }) as const;

describe('a cell has a text and a JSON', () => {
  it.each<[Exclude<Cell, null | Uint8Array>, string, string]>([
    ['a"b', 'a"b', '"a\\"b"'],
    [1.5, '1.5', '1.5'],
    [-0, '-0', '-0'],
    [0, '0', '0'],
    [NaN, 'NaN', '"NaN"'],
    [-Infinity, '-Infinity', '"-Infinity"'],
    [2n ** 70n, '1180591620717411303424', '1180591620717411303424'],
    [true, 'true', 'true'],
    [decimal(110n, 2), '1.10', '1.10'],
    [decimal(-5n, 2), '-0.05', '-0.05'],
    [decimal(5n, 1), '0.5', '0.5'],
    [decimal(12n, 0), '12', '12'],
    [decimal(-12n, -2), '-1200', '-1200'],
    [decimal(0n, -2), '0', '0'],
    [decimal(0n, 2), '0.00', '0.00'],
    [date(0), '1970-01-01', '"1970-01-01"'],
    [date(daysFromCivil(9999, 12, 31)), '9999-12-31', '"9999-12-31"'],
    [date(daysFromCivil(10_000, 1, 1)), '+010000-01-01', '"+010000-01-01"'],
    [date(daysFromCivil(0, 1, 1)), '0000-01-01', '"0000-01-01"'],
    [date(daysFromCivil(-1, 12, 31)), '-000001-12-31', '"-000001-12-31"'],
    [time(0n), '00:00:00', '"00:00:00"'],
    [time(DAY_NS - 1n), '23:59:59.999999999', '"23:59:59.999999999"'],
    [time(3_661_000_000_000n), '01:01:01', '"01:01:01"'],
    [time(500_000_000n), '00:00:00.500', '"00:00:00.500"'],
    [time(50_000n), '00:00:00.000050', '"00:00:00.000050"'],
    [time(1n), '00:00:00.000000001', '"00:00:00.000000001"'],
    [datetime(-1n, false), '1969-12-31T23:59:59.999999999', '"1969-12-31T23:59:59.999999999"'],
    [datetime(DAY_NS, true), '1970-01-02T00:00:00+00:00', '"1970-01-02T00:00:00+00:00"'],
    [datetime(-DAY_NS, false), '1969-12-31T00:00:00', '"1969-12-31T00:00:00"'],
    [{ kind: 'nested', json: '[1]' }, '[1]', '[1]'],
  ])('%o is %s', (cell, text, json) => {
    expect(cellText(cell)).toBe(text);
    expect(cellJson(cell)).toBe(json);
  });

  it('null and bytes are JSON as well', () => {
    expect(cellJson(null)).toBe('null');
    expect(cellJson(Buffer.from('hello').subarray(1, 4))).toBe('"ZWxs"');
  });
});

describe('the calendar', () => {
  it('agrees with that of JavaScript over 800 years, there and back', () => {
    for (let days = -200_000; days < 100_000; days += 97) {
      const moment = new Date(days * 86_400_000);
      const civil = { year: moment.getUTCFullYear(), month: moment.getUTCMonth() + 1, day: moment.getUTCDate() };
      expect(civilFromDays(days)).toEqual(civil);
      expect(daysFromCivil(civil.year, civil.month, civil.day)).toBe(days);
    }
  });

  it('knows the first and the last day of each month', () => {
    for (const year of [-1, 0, 1, 1900, 2000, 2023, 2024]) {
      for (let month = 1; month <= 12; month += 1) {
        const first = daysFromCivil(year, month, 1);
        const next = month === 12 ? daysFromCivil(year + 1, 1, 1) : daysFromCivil(year, month + 1, 1);
        expect(next - first).toBe(daysInMonth(year, month));
        expect(civilFromDays(first)).toEqual({ year, month, day: 1 });
        expect(civilFromDays(next - 1)).toEqual({ year, month, day: next - first });
      }
    }
  });

  it('has leap years', () => {
    expect([1900, 2000, 2023, 2024, 2100, 2400].map(isLeapYear)).toEqual([false, true, false, true, false, true]);
    expect([daysInMonth(2023, 2), daysInMonth(2024, 2), daysInMonth(2024, 4), daysInMonth(2024, 7)]).toEqual([
      28, 29, 30, 31,
    ]);
  });
});
