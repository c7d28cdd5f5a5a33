import { describe, expect, it } from 'vitest';
import type { GivenCell } from '../../../src/contract/cast/values/cast.js';
import { createValueCast } from '../../../src/contract/cast/values/value-cast.js';
import { parseContract } from '../../../src/contract/declare/parse-contract.js';
import { isProblem } from '../../../src/contract/problems/row-error.js';

function castOf(declared: unknown): (cell: GivenCell) => unknown {
  const column = parseContract({ value: declared }).outputs.get('')!.columns[0]!;
  const cast = createValueCast(column);
  return (cell) => {
    const outcome = cast(cell);
    return isProblem(outcome) ? `${outcome.errorType}: ${outcome.message}` : outcome;
  };
}

const decimal = (unscaled: bigint, scale: number): GivenCell => ({ kind: 'decimal', unscaled, scale });
const date = (text: string): GivenCell => ({ kind: 'date', days: Date.parse(text) / 86_400_000 });
const datetime = (text: string, zoned: boolean): GivenCell => {
  return { kind: 'datetime', nanoseconds: BigInt(Date.parse(`${text}Z`)) * 1_000_000n, zoned };
};
const days = (text: string): number => Date.parse(text) / 86_400_000;
const micros = (text: string): bigint => BigInt(Date.parse(`${text}Z`)) * 1000n;

/** One table for each type: what it is given, and the value or the problem it answers with. */
const TABLES: Record<string, readonly (readonly [declared: unknown, given: GivenCell, answer: unknown])[]> = {
  string: [
    ['string', 'abc', 'abc'],
    ['string', ' abc ', ' abc '],
    ['string', '', ''],
    ['string', 12, '12'],
    ['string', 1.5, '1.5'],
    ['string', -0, '-0'],
    ['string', 2n ** 70n, '1180591620717411303424'],
    ['string', true, 'true'],
    ['string', decimal(110n, 2), '1.10'],
    ['string', date('2024-01-31'), '2024-01-31'],
    ['string', { kind: 'nested', json: '[1]' }, '[1]'],
    ['string', new TextEncoder().encode('Zoë'), 'Zoë'],
    ['string', new Uint8Array([0xff]), 'invalid_string: <1 byte> is not UTF-8 text'],
    ['string', new Uint8Array([0xff, 0xfe]), 'invalid_string: <2 bytes> is not UTF-8 text'],
    ['string', 'a\ud800', "invalid_string: 'a\ud800' contains half of a surrogate pair"],
  ],
  int: [
    ['int', 7, 7n],
    ['int', '007', 7n],
    ['int', ' 42\n', 42n],
    ['int', '+5', 5n],
    ['int', '-0', 0n],
    ['int', 1.0, 1n],
    ['int', '1.00', 1n],
    ['int', decimal(700n, 2), 7n],
    ['int', '9223372036854775807', 2n ** 63n - 1n],
    ['int', '-9223372036854775808', -(2n ** 63n)],
    ['int', '9223372036854775808', "out_of_range: '9223372036854775808' does not fit an int of 64 bits"],
    ['int', 1e19, 'out_of_range: 10000000000000000000 does not fit an int of 64 bits'],
    ['int', '1'.repeat(100), `out_of_range: '${'1'.repeat(80)}…' does not fit an int of 64 bits`],
    ['int', 1.5, 'invalid_int: 1.5 is not an int'],
    ['int', '1.5', "invalid_int: '1.5' is not an int"],
    ['int', 'Unknown', "invalid_int: 'Unknown' is not an int"],
    ['int', '', "invalid_int: '' is not an int"],
    ['int', '1,000', "invalid_int: '1,000' is not an int"],
    ['int', '1_000', "invalid_int: '1_000' is not an int"],
    ['int', '1e3', "invalid_int: '1e3' is not an int"],
    ['int', '0x10', "invalid_int: '0x10' is not an int"],
    ['int', '٣', "invalid_int: '٣' is not an int"],
    ['int', '1\u00a0', "invalid_int: '1\u00a0' is not an int"],
    ['int', NaN, 'invalid_int: NaN is not an int'],
    ['int', true, 'invalid_int: true is not an int'],
    ['int', 'line\nbreak', String.raw`invalid_int: 'line\nbreak' is not an int`],
    ['int', { kind: 'nested', json: '[1]' }, 'invalid_int: [1] is not an int'],
  ],
  float: [
    ['float', 1.5, 1.5],
    ['float', '1.5', 1.5],
    ['float', '-.5e2', -50],
    ['float', '0.30000000000000004', 0.30000000000000004],
    ['float', '0.10000000000000001', 0.1],
    ['float', '564571004534034.2', 564571004534034.25],
    ['float', '5.', 5],
    ['float', 'nan', NaN],
    ['float', '-Infinity', -Infinity],
    ['float', 'inf', Infinity],
    ['float', '+INF', Infinity],
    ['float', '-x', "invalid_float: '-x' is not a float"],
    ['float', 2n ** 53n, 2 ** 53],
    ['float', decimal(110n, 2), 1.1],
    ['float', 2n ** 53n + 1n, 'too_precise: 9007199254740993 has more digits than a float keeps'],
    ['float', '9007199254740993', "too_precise: '9007199254740993' has more digits than a float keeps"],
    ['float', '1e999', "out_of_range: '1e999' is too large for a float"],
    ['float', '1e-999', "too_precise: '1e-999' has more digits than a float keeps"],
    ['float', '1,5', "invalid_float: '1,5' is not a float"],
    ['float', '$1', "invalid_float: '$1' is not a float"],
    ['float', '', "invalid_float: '' is not a float"],
    ['float', false, 'invalid_float: false is not a float'],
  ],
  decimal: [
    ['decimal(12,2)', '1.50', 150n],
    ['decimal(12,2)', '1.500', 150n],
    ['decimal(12,2)', '-0.01', -1n],
    ['decimal(12,2)', 1.1, 110n],
    ['decimal(12,2)', 5n, 500n],
    ['decimal(12,2)', '1e3', 100_000n],
    ['decimal(12,2)', decimal(15n, 1), 150n],
    ['decimal(38,0)', '9'.repeat(38), 10n ** 38n - 1n],
    ['decimal(12,2)', '1.005', "too_precise: '1.005' has more than 2 decimal places: it is not a decimal(12,2)"],
    ['decimal(12,1)', 0.25, 'too_precise: 0.25 has more than 1 decimal place: it is not a decimal(12,1)'],
    [
      'decimal(12,2)',
      decimal(1005n, 3),
      'too_precise: 1.005 has more than 2 decimal places: it is not a decimal(12,2)',
    ],
    ['decimal(12,2)', '10000000000', "out_of_range: '10000000000' has more digits than a decimal(12,2) holds"],
    ['decimal(12,2)', '1e999999', "out_of_range: '1e999999' has more digits than a decimal(12,2) holds"],
    ['decimal(12,2)', 'EUR 5', "invalid_decimal: 'EUR 5' is not a decimal(12,2)"],
    ['decimal(12,2)', '1.234,50', "invalid_decimal: '1.234,50' is not a decimal(12,2)"],
    ['decimal(12,2)', NaN, 'invalid_decimal: NaN is not a decimal(12,2)'],
  ],
  bool: [
    ['bool', true, true],
    ['bool', 'TRUE', true],
    ['bool', 'False', false],
    ['bool', ' 1 ', true],
    ['bool', 0, false],
    ['bool', 'yes', "invalid_bool: 'yes' is not a bool"],
    ['bool', 2, 'invalid_bool: 2 is not a bool'],
    ['bool', '', "invalid_bool: '' is not a bool"],
    [{ type: 'bool', format: 'yes/no' }, ' YES ', true],
    [{ type: 'bool', format: 'yes/no' }, 'no', false],
    [{ type: 'bool', format: 'Oui/Non' }, 'oui', true],
    [{ type: 'bool', format: 'yes/no' }, true, true],
    [{ type: 'bool', format: 'yes/no' }, '1', "invalid_bool: '1' is not a bool: it is neither 'yes' nor 'no'"],
    [{ type: 'bool', format: 'yes/no' }, 1, "invalid_bool: 1 is not a bool: it is neither 'yes' nor 'no'"],
  ],
  'numbers of other styles': [
    [{ type: 'decimal(12,2)', decimal: ',', thousands: '.' }, '1.234,56', 123456n],
    [{ type: 'decimal(12,2)', decimal: ',', thousands: '.' }, '-1.234.567,5', -123456750n],
    [{ type: 'decimal(12,2)', decimal: ',', thousands: '.' }, '1234,56', 123456n],
    [{ type: 'decimal(12,2)', decimal: ',', thousands: '.' }, ' ,5 ', 50n],
    [{ type: 'decimal(12,2)', decimal: ',', thousands: '.' }, 5n, 500n],
    [
      { type: 'decimal(12,2)', decimal: ',', thousands: '.' },
      '1.23,45',
      "invalid_decimal: '1.23,45' is not a number written like 1.234,5",
    ],
    [
      { type: 'decimal(12,2)', decimal: ',', thousands: '.' },
      '1234.56',
      "invalid_decimal: '1234.56' is not a number written like 1.234,5",
    ],
    [
      { type: 'decimal(12,2)', decimal: ',', thousands: '.' },
      '0.123',
      "invalid_decimal: '0.123' is not a number written like 1.234,5",
    ],
    [
      { type: 'decimal(12,2)', decimal: ',', thousands: '.' },
      '1,005',
      "too_precise: '1,005' has more than 2 decimal places: it is not a decimal(12,2)",
    ],
    [{ type: 'int', thousands: ',' }, '12,345,678', 12345678n],
    [{ type: 'int', thousands: ',' }, '12,34,567', "invalid_int: '12,34,567' is not a number written like 1,234.5"],
    [{ type: 'int', thousands: ',' }, '1,5', "invalid_int: '1,5' is not a number written like 1,234.5"],
    [{ type: 'int', thousands: ',' }, ',', "invalid_int: ',' is not a number written like 1,234.5"],
    [{ type: 'int', thousands: ',' }, '1,234.5', "invalid_int: '1,234.5' is not an int"],
    [{ type: 'float', thousands: "'" }, "1'234.5", 1234.5],
    [{ type: 'float', decimal: ',' }, '1,5e3', 1500],
    [{ type: 'int', thousands: '\u202f' }, '1\u202f234', 1234n],
  ],
  date: [
    ['date', '2024-02-29', days('2024-02-29')],
    ['date', '0001-01-01', -719162],
    ['date', '2024-01-31 00:00:00', days('2024-01-31')],
    ['date', datetime('2024-01-31T00:00:00', false), days('2024-01-31')],
    ['date', '2024-02-31', "invalid_date: '2024-02-31' is not a date: February has no 31st"],
    ['date', '2024-04-31', "invalid_date: '2024-04-31' is not a date: April has no 31st"],
    ['date', '2023-02-29', "invalid_date: '2023-02-29' is not a date: 2023 is not a leap year: February has no 29th"],
    ['date', '2024-13-01', "invalid_date: '2024-13-01' is not a date: month 13 doesn't exist"],
    ['date', '2024-01-32', "invalid_date: '2024-01-32' is not a date: day 32 doesn't exist"],
    ['date', '0000-01-01', "invalid_date: '0000-01-01' is not a date: year 0 doesn't exist"],
    ['date', '31/01/2024', "invalid_date: '31/01/2024' is not a date: without a format it is written 2024-01-31"],
    ['date', 'soon', "invalid_date: 'soon' is not a date"],
    ['date', 20240131, 'invalid_date: 20240131 is not a date'],
    [
      'date',
      datetime('2024-01-31T10:00:00', false),
      'invalid_date: 2024-01-31T10:00:00 is not a date: it has a time of day',
    ],
    [{ type: 'date', format: '%d/%m/%Y' }, '31/01/2024', days('2024-01-31')],
    [{ type: 'date', format: '%d/%m/%Y' }, '1/2/2024', days('2024-02-01')],
    [
      { type: 'date', format: '%d/%m/%Y' },
      '31/02/2024',
      "invalid_date: '31/02/2024' is not a date: February has no 31st",
    ],
    [
      { type: 'date', format: '%d/%m/%Y' },
      '2024-01-31',
      "invalid_date: '2024-01-31' is not a date: it is not written as %d/%m/%Y",
    ],
    [{ type: 'date', format: '%d %b %Y' }, '5 mar 2024', days('2024-03-05')],
    [{ type: 'date', format: '%B %d, %Y' }, 'March 5, 2024', days('2024-03-05')],
    [{ type: 'date', format: '%Y%m%d' }, '20240305', days('2024-03-05')],
    [{ type: 'date', format: '%y-%j' }, '24-060', days('2024-02-29')],
    [{ type: 'date', format: '%y-%j' }, '23-366', "invalid_date: '23-366' is not a date: 2023 has no day 366"],
    [{ type: 'date', format: '%a %d.%m.%Y' }, 'Tue 05.03.2024', days('2024-03-05')],
    [
      { type: 'date', format: '%a %d.%m.%Y' },
      'Mon 05.03.2024',
      "invalid_date: 'Mon 05.03.2024' is not a date: that day is a Tuesday",
    ],
  ],
  datetime: [
    ['datetime', '2024-01-31T10:00:00', micros('2024-01-31T10:00:00')],
    ['datetime', '2024-01-31 10:00', micros('2024-01-31T10:00:00')],
    ['datetime', '2024-01-31', micros('2024-01-31T00:00:00')],
    ['datetime', '2024-01-31T10:00:00.123456000', micros('2024-01-31T10:00:00.123') + 456n],
    ['datetime', date('2024-01-31'), micros('2024-01-31T00:00:00')],
    [
      'datetime',
      '2024-01-31T10:00:00.1234567',
      "too_precise: '2024-01-31T10:00:00.1234567': times are kept to the microsecond",
    ],
    [
      'datetime',
      '2024-01-31T25:00:00',
      "invalid_datetime: '2024-01-31T25:00:00' is not a datetime: hour 25 doesn't exist",
    ],
    [
      'datetime',
      '2024-01-31T23:60:00',
      "invalid_datetime: '2024-01-31T23:60:00' is not a datetime: minute 60 doesn't exist",
    ],
    [
      'datetime',
      '2024-01-31T10:00:00Z',
      "zone_unexpected: '2024-01-31T10:00:00Z' has a time zone, and the column has none: declare datetime(tz)",
    ],
    ['datetime', 1706695200, 'invalid_datetime: 1706695200 is not a datetime'],
    ['datetime(tz)', '2024-01-31T10:00:00+02:00', micros('2024-01-31T08:00:00')],
    ['datetime(tz)', '2024-01-31T10:00:00-0330', micros('2024-01-31T13:30:00')],
    ['datetime(tz)', datetime('2024-01-31T10:00:00', true), micros('2024-01-31T10:00:00')],
    [
      'datetime(tz)',
      '2024-01-31T10:00:00',
      "zone_missing: '2024-01-31T10:00:00' has no time zone, and the column needs one",
    ],
    ['datetime(Europe/Berlin)', '2024-01-31T10:00:00', micros('2024-01-31T09:00:00')],
    ['datetime(Europe/Berlin)', '2024-07-31T10:00:00', micros('2024-07-31T08:00:00')],
    ['datetime(Europe/Berlin)', '2024-07-31T10:00:00Z', micros('2024-07-31T10:00:00')],
    ['datetime(UTC)', '2024-07-31T10:00:00', micros('2024-07-31T10:00:00')],
    [
      'datetime(Europe/Berlin)',
      '2024-03-31T02:30:00',
      "time_nonexistent: '2024-03-31T02:30:00' does not exist in Europe/Berlin: the clocks were set forward",
    ],
    [
      'datetime(Europe/Berlin)',
      '2024-10-27T02:30:00',
      "time_ambiguous: '2024-10-27T02:30:00' is ambiguous in Europe/Berlin: the clocks were set back",
    ],
    [{ type: 'datetime', format: '%d.%m.%Y %I:%M %p' }, '31.01.2024 12:05 AM', micros('2024-01-31T00:05:00')],
    [
      { type: 'datetime(tz)', format: '%Y-%m-%d %H:%M:%S %z' },
      '2024-01-31 10:00:00 +0100',
      micros('2024-01-31T09:00:00'),
    ],
  ],
  time: [
    ['time', '10:00', 36_000_000_000n],
    ['time', '10:00:00.5', 36_000_500_000n],
    ['time', { kind: 'time', nanoseconds: 1000n }, 1n],
    ['time', '24:00', "invalid_time: '24:00' is not a time: hour 24 doesn't exist"],
    ['time', '10', "invalid_time: '10' is not a time"],
    ['time', { kind: 'time', nanoseconds: 1n }, 'too_precise: 00:00:00.000000001: times are kept to the microsecond'],
    [{ type: 'time', format: '%H.%M' }, '9.30', 34_200_000_000n],
  ],
  json: [
    ['json', '{"a": 1}', '{"a": 1}'],
    ['json', { kind: 'nested', json: '[9007199254740993]' }, '[9007199254740993]'],
    ['json', 5, '5'],
    ['json', '{a: 1}', "invalid_json: '{a: 1}' is not JSON"],
    ['json', '', "invalid_json: '' is not JSON"],
  ],
  binary: [
    ['binary', new Uint8Array([1, 2]), new Uint8Array([1, 2])],
    ['binary', 'é', new Uint8Array([0xc3, 0xa9])],
    ['binary', 5, 'invalid_binary: 5 is not binary'],
  ],
};

for (const [type, rows] of Object.entries(TABLES)) {
  describe(`the cast to ${type}`, () => {
    it.each(rows)('%j: %o is %o', (declared, given, answer) => {
      expect(castOf(declared)(given)).toEqual(answer);
    });
  });
}

describe('a cast', () => {
  it('reads long runs of spaces in linear time', () => {
    const text = `1${' '.repeat(1_000_000)}1`;
    const started = performance.now();
    expect(castOf('int')(text)).toContain('is not an int');
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
