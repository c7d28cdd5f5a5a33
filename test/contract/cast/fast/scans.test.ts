import { describe, expect, it } from 'vitest';
import {
  createFormatScan,
  createIsoDatetimeScan,
  daysOf,
  monthNameAt,
  ofDay,
  scanIsoDate,
  scanIsoTime,
} from '../../../../src/contract/cast/fast/scan-dates.js';
import {
  createDecimalScan,
  createStyledScan,
  createWordScan,
  scanBool,
  scanFloat,
  scanInt,
} from '../../../../src/contract/cast/fast/scan-numbers.js';
import { createScan } from '../../../../src/contract/cast/fast/scan-text.js';
import { contractOf } from '../../batches.js';
import { digitAt, twoDigitsAt, type Scan } from '../../../../src/contract/cast/fast/scan.js';

/** Digits around the text show that a scan reads nothing but the text. */
function scanned(scan: Scan, text: string): number {
  const bytes = Buffer.from(`7${text}7`);
  return scan(bytes, 1, bytes.length - 1);
}

const days = (text: string): number => Date.parse(text) / 86_400_000;
const micros = (text: string): number => Date.parse(`${text}Z`) * 1000;
/** NaN leaves the text to the reference. */
const ASK = NaN;

const TABLES: Record<string, readonly [scan: Scan, rows: Readonly<Record<string, number>>]> = {
  ints: [
    scanInt,
    {
      '0': 0, '-12': -12, '+12': 12, '123456789012345': 123_456_789_012_345, '-999999999999999': -999_999_999_999_999,
      '1234567890123456': ASK, '': ASK, '-': ASK, '+': ASK, '1:': ASK, '1/': ASK, ' 1': ASK, '1.0': ASK,
    },
  ],
  floats: [
    scanFloat,
    {
      '1.5': 1.5, '-1.5': -1.5, '.5': 0.5, '5.': 5, '0.000000000000001': ASK, '0.00000000000001': 1e-14, '+2': 2,
      '123456789012345': 123_456_789_012_345, '12345678901234.5': 12_345_678_901_234.5, '1234567890123456': ASK,
      '': ASK, '.': ASK, '-': ASK, '-.': ASK, '1.2.3': ASK, '1:': ASK, '1/': ASK, '1e5': ASK,
    },
  ],
  'decimals of 5 digits, 2 of them behind the point': [
    createDecimalScan(5, 2),
    {
      '1': 100, '1.5': 150, '-1.25': -125, '+.5': 50, '5.': 500, '999.99': 99_999, '-999.99': -99_999, '1000': ASK,
      '1.255': ASK, '1.250': ASK, '': ASK, '.': ASK, '-': ASK, '1.2.3': ASK, '1:': ASK, '00000000000999': 99_900,
      '1234567890123456': ASK,
    },
  ],
  'decimals of 18 digits': [
    createDecimalScan(18, 3),
    { '9007199254740': 9_007_199_254_740_000, '9007199254741': ASK, '123456789012.345': 123_456_789_012_345 },
  ],
  bools: [
    scanBool,
    { '1': 1, '0': 0, '2': ASK, '/': ASK, true: 1, TRUE: 1, fAlse: 0, truE: 1, fals: ASK, falsy: ASK, '': ASK, yes: ASK },
  ],
  words: [createWordScan('yes/no')!, { yes: 1, YES: 1, no: 0, nO: 0, ye: ASK, yesno: ASK, not: ASK, '': ASK, true: ASK }],
  dates: [
    scanIsoDate,
    {
      '2024-02-29': days('2024-02-29'), '2023-02-29': ASK, '2024-03-01': days('2024-03-01'), '1970-01-01': 0,
      '0001-01-01': -719_162, '9999-12-31': days('9999-12-31'), '0000-01-01': ASK, '2024-00-10': ASK, '2024-13-01': ASK,
      '2024-12-00': ASK, '2024-04-31': ASK, '2024-12-31': days('2024-12-31'), '2024/12-31': ASK, '2024-12/31': ASK,
      '2024-12-3': ASK, '2024-12-311': ASK, '20:4-12-31': ASK, '202:-12-31': ASK, '2024-1:-31': ASK, '2024-12-1:': ASK,
      ':024-12-01': ASK,
    },
  ],
  times: [
    scanIsoTime,
    {
      '00:00': 0, '23:59': 86_340_000_000, '24:00': ASK, '23:60': ASK, '10.00': ASK, '1:00': ASK, '10:00:00': 36_000_000_000,
      '23:59:59': 86_399_000_000, '10:00:60': ASK, '10:00.00': ASK, '10:00:0': ASK, '10:00:00.5': 36_000_500_000,
      '10:00:00.123456': 36_000_123_456, '10:00:00.000001': 36_000_000_001, '10:00:00.1234567': ASK, '10:00:00.': ASK,
      '10:00:00,5': ASK, '10:00:00.:': ASK, '10:00:00.1:': ASK, '10:00:00./': ASK, '10:0:': ASK, '1::00': ASK,
    },
  ],
  'datetimes': [
    createIsoDatetimeScan(false),
    {
      '2024-01-31': micros('2024-01-31T00:00:00'), '2024-01-31T10:00': micros('2024-01-31T10:00:00'),
      '2024-01-31 10:00:01': micros('2024-01-31T10:00:01'), '2024-01-31t10:00': ASK, '2024-01-31T10:00:00Z': ASK,
      '2024-01-3': ASK, '2024-02-30T10:00': ASK, '1600-01-01': ASK, '2300-01-01T00:00': ASK, '2024-01-31T': ASK,
    },
  ],
  'datetimes with an offset': [
    createIsoDatetimeScan(true),
    {
      '2024-01-31T10:00:00Z': micros('2024-01-31T10:00:00'), '2024-01-31T10:00:00+02:00': micros('2024-01-31T08:00:00'),
      '2024-01-31T10:00-03:30': micros('2024-01-31T13:30:00'), '2024-01-31T10:00:00+23:59': micros('2024-01-30T10:01:00'),
      '2024-01-31T10:00:00+24:00': ASK, '2024-01-31T10:00:00+02:60': ASK, '2024-01-31T10:00:00+0200': ASK,
      '2024-01-31T10:00:00 02:00': ASK, '2024-01-31T10:00:00+02.00': ASK, '2024-01-31': ASK, '2024-01-31T10:00:00': ASK,
      '2024-01-31T10:00:00.5Z': micros('2024-01-31T10:00:00.500'),
    },
  ],
  'dates of a format': [
    createFormatScan('%d/%m/%y', 'date')!,
    {
      '1/2/24': days('2024-02-01'), '31/12/69': days('1969-12-31'), '31/12/68': days('2068-12-31'), '1/2/2': ASK,
      '1/2/244': ASK, '/2/24': ASK, '111/2/24': ASK, '1-2-24': ASK, '1/2/24 ': ASK, '1/2/': ASK, '': ASK, '3:/2/24': ASK,
    },
  ],
  'dates with the name of a month': [
    createFormatScan('%d %b %Y', 'date')!,
    {
      '5 mar 2024': days('2024-03-05'), '5 DEC 2024': days('2024-12-05'), '5 March 2024': ASK, '5 xyz 2024': ASK,
      '5 ma': ASK, '31 feb 2024': ASK, '5 jan 2024': days('2024-01-05'),
    },
  ],
  'datetimes of a format': [
    createFormatScan('%Y%m%d %H:%M:%S', 'datetime')!,
    {
      '20240131 23:59:59': micros('2024-01-31T23:59:59'), '20240131 24:00:00': ASK, '20240131 23:60:00': ASK,
      '20240131 23:59:60': ASK, '2024131 10:00:00': ASK, '20240131 1:2:3': micros('2024-01-31T01:02:03'),
    },
  ],
  'a month at the end': [createFormatScan('%Y %d %b', 'date')!, { '2024 5 mar': days('2024-03-05'), '2024 5 ma': ASK }],
  'ints with points between thousands': [
    createStyledScan({ decimal: ',', thousands: '.' }, scanFloat),
    {
      '1.234': 1234, '-1.234.567,5': -1_234_567.5, '+1.234': 1234, '1234,5': 1234.5, '12.345': 12_345, '123.456': 123_456,
      ',5': 0.5, '5,': 5, '1234.567': ASK, '1.23': ASK, '1.2345': ASK, '.234': ASK, '0.123': ASK, '1.234.56': ASK,
      '1.23.456': ASK, '1,2,3': ASK, '1,234.5': ASK, '1,:': ASK, '': ASK, '-': ASK, ',': ASK, '1.': ASK, '1.234.': ASK,
    },
  ],
  'numbers with wide spaces between thousands': [
    createStyledScan({ decimal: ',', thousands: '\u00a0' }, scanFloat),
    { '1\u00a0234,5': 1234.5, '1\u00a0': ASK, '1\u202f234': ASK, '1 234': ASK },
  ],
  'numbers without thousands': [
    createStyledScan({ decimal: ',', thousands: '' }, scanFloat),
    { '1234,5': 1234.5, '1.234': ASK, [`${'0'.repeat(70)}1`]: ASK },
  ],
}; // oxfmt-ignore

for (const [what, [scan, rows]] of Object.entries(TABLES)) {
  describe(`the scan of ${what}`, () => {
    it.each(Object.entries(rows))('%j is %d', (text, expected) => {
      expect(scanned(scan, text)).toBe(expected);
    });
  });
}

describe('the parts of a scan', () => {
  it('are digits, and numbers above all of them for other bytes', () => {
    const bytes = Buffer.from('0912:5/');
    expect([0, 1].map((at) => digitAt(bytes, at))).toEqual([0, 9]);
    expect([4, 6, 7].every((at) => digitAt(bytes, at) > 9)).toBe(true);
    expect([0, 2].map((at) => twoDigitsAt(bytes, at))).toEqual([9, 12]);
    expect([3, 4, 5, 6].every((at) => twoDigitsAt(bytes, at) === 100)).toBe(true);
  });

  it('are the days of every month, in leap years and others', () => {
    for (const year of [1900, 1970, 2000, 2023, 2024, 2100]) {
      for (let month = 1; month <= 12; month += 1) {
        const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
        for (const day of [1, last]) expect(daysOf(year, month, day)).toBe(Date.UTC(year, month - 1, day) / 86_400_000);
        for (const day of [0, last + 1]) expect(daysOf(year, month, day)).toBeNaN();
      }
    }
    expect([daysOf(0, 1, 1), daysOf(10_000, 1, 1), daysOf(2024, 0, 1), daysOf(2024, 13, 1)]).toEqual([
      NaN,
      NaN,
      NaN,
      NaN,
    ]);
  });

  it('are the names of months in any case', () => {
    const names = 'jan feb mar apr may jun jul aug sep oct nov dec';
    expect(names.split(' ').map((name) => monthNameAt(Buffer.from(name.toUpperCase()), 0))).toEqual(
      Array.from({ length: 12 }, (_, month) => month + 1),
    );
    expect(monthNameAt(Buffer.from('foo'), 0)).toBe(0);
  });

  it('are microseconds as long as a double holds them', () => {
    expect(ofDay(1, 5)).toBe(86_400_000_005);
    expect([ofDay(0, 9e15), ofDay(0, -9e15)]).toEqual([NaN, NaN]);
    expect([ofDay(0, 9e15 - 1), ofDay(0, 1 - 9e15)]).toEqual([9e15 - 1, 1 - 9e15]);
  });

  it('are made for every type that has a scan', () => {
    const scanOf = (declared: unknown) => createScan(contractOf({ value: declared }).columns[0]!);
    const plain = ['int', 'float', 'bool', 'date', 'time', 'datetime', 'datetime(UTC)', 'decimal(18,2)'];
    expect(plain.map(scanOf)).not.toContain(null);
    const formatted = [
      { type: 'date', format: '%d.%m.%Y' },
      { type: 'datetime', format: '%d.%m.%Y %H:%M' },
      { type: 'bool', format: 'yes/no' },
    ];
    expect(formatted.map(scanOf)).not.toContain(null);
    expect(['string', 'json', 'binary', 'decimal(19,2)'].map(scanOf)).toEqual([null, null, null, null]);
    expect(scanned(scanOf({ type: 'float', decimal: ',' })!, '1,5')).toBe(1.5);
  });

  it('are any ASCII characters between the numbers of a format', () => {
    expect(scanned(createFormatScan('%Y\u007f%m\u007f%d', 'date')!, '2024\u007f01\u007f31')).toBe(days('2024-01-31'));
    expect(createFormatScan('%Y\u0080%m\u0080%d', 'date')).toBeNull();
  });

  it('are left to the reference where a format is rarer', () => {
    for (const format of ['%Y-%m-%d %p', '%a %d.%m.%Y', '%Y-%j', '%d.%m.%Y %z', '%Y年%m月%d日', '%Y-%m-%d %f']) {
      expect(createFormatScan(format, 'datetime')).toBeNull();
    }
    expect([createWordScan('ja/n3in'), createWordScan('yes'), createWordScan('oui/n/n')]).toEqual([null, null, null]);
  });
});
