import fc from 'fast-check';
import { describe, it } from 'vitest';
import {
  Decimal,
  Float32,
  Int16,
  Int8,
  makeData,
  TimestampMicrosecond,
  TimestampMillisecond,
  TimestampNanosecond,
  TimestampSecond,
  Uint16,
  Uint32,
  Uint64,
  Uint8,
  vectorFromArray,
  type Data,
  type DataType,
} from 'apache-arrow';
import { dictionary, float64, int32, int64, largeUtf8, utf8 } from '../../batches.js';
import { expectAgreement } from './agreement.js';

const DECLARED: readonly unknown[] = [
  'string',
  'int',
  'float',
  'decimal(12,2)',
  'decimal(3,0)',
  'decimal(18,6)',
  'decimal(25,3)',
  'bool',
  'date',
  { type: 'date', format: '%d/%m/%Y' },
  { type: 'date', format: '%d-%b-%y' },
  { type: 'date', format: '%Y%m%d' },
  'datetime',
  'datetime(tz)',
  'datetime(Europe/Berlin)',
  { type: 'datetime', format: '%d.%m.%Y %H:%M' },
  'time',
  'json',
  'binary',
  { type: 'bool', format: 'yes/no' },
  { type: 'int', thousands: ',' },
  { type: 'float', decimal: ',' },
  { type: 'decimal(12,2)', decimal: ',', thousands: '.' },
  { type: 'decimal(12,2)', thousands: '\u00a0', decimal: ',' },
  { type: 'decimal(25,3)', thousands: "'" },
  { type: 'decimal(12,2)', decimal: ',', thousands: '.', nulls: ['', 'NA', '-'] },
  { type: 'string', nulls: ['NA', ''] },
  { type: 'date', nulls: ['NA', '-', '0000-00-00'] },
];

/** Texts near to what the scans read: cut, doubled and disturbed where their decisions are. */
const numeric = fc.stringMatching(/^[ ]?[-+]?[0-9]{0,20}(\.[0-9]{0,20})?(e[-+]?[0-9]{1,3})?$/);
const styled = fc
  .tuple(
    fc.constantFrom('', '-', '+', ' '),
    fc.array(fc.stringMatching(/^[0-9]{0,4}$/), { minLength: 1, maxLength: 4 }),
    fc.constantFrom(',', '.', "'", ' ', '\u00a0'),
    fc.constantFrom('', ',', ',5', ',25', '.5', '.251', ',5,5', ',5e2'),
  )
  .map(([sign, groups, separator, rest]) => `${sign}${groups.join(separator)}${rest}`);
const two = fc.integer({ min: 0, max: 62 }).map((value) => String(value).padStart(2, '0'));
const dated = fc
  .tuple(fc.integer({ min: 0, max: 9999 }), two, two, fc.constantFrom('-', '/', '.', ''))
  .chain(([year, month, day, separator]) =>
    fc.constantFrom(
      [String(year).padStart(4, '0'), month, day].join(separator),
      [day, month, String(year).padStart(4, '0')].join(separator),
      `${day}-${['jan', 'FEB', 'Sept', 'March', 'xyz'][year % 5] ?? ''}-${month}`,
    ),
  );
const timed = fc.tuple(
  two,
  two,
  fc.option(two),
  fc.constantFrom(
    '',
    '.5',
    '.123456',
    '.1234567',
    '.12:45',
    '.',
    'Z',
    '.5Z',
    '+02:00',
    '-0130',
    '+25:00',
    '+02:60',
    '-23:59',
  ),
);
const moment = fc
  .tuple(dated, fc.constantFrom('T', ' ', 't', ''), timed)
  .map(
    ([day, separator, [hour, minute, second, rest]]) =>
      `${day}${separator}${hour}:${minute}${second === null ? '' : `:${second}`}${rest}`,
  );
const clock = timed.map(
  ([hour, minute, second, rest]) => `${hour}:${minute}${second === null ? '' : `:${second}`}${rest}`,
);
const text = fc.oneof(
  numeric,
  styled,
  dated,
  moment,
  clock,
  fc.constantFrom('true', 'FALSE', 'False', '1', '0', '', ' 1', 'nan', '-inf', '[1]', '{"a":1}', '0012', '-0', '-0.0'),
  fc.constantFrom('NA', ' NA ', 'NA      ', '      NA', '\t-\n', '-', 'yes', 'NO', ' no', '0000-00-00'),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);

const declared = fc.constantFrom(...DECLARED);
const rows = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<(T | null)[]> =>
  fc.array(fc.option(value, { freq: 8 }), { maxLength: 12 });

describe('a fast path returns the same values as the reference cast', () => {
  it('for text', () => {
    fc.assert(
      fc.property(declared, rows(text), fc.boolean(), (type, texts, large) => {
        expectAgreement(type, large ? largeUtf8(texts) : utf8(texts));
      }),
      { numRuns: 1500 },
    );
  });

  it('for dictionaries of text', () => {
    const entries = fc.array(fc.option(text, { freq: 8 }), { minLength: 1, maxLength: 4 });
    const indices = rows(fc.nat({ max: 3 }));
    fc.assert(
      fc.property(declared, entries, indices, (type, given, at) => {
        expectAgreement(
          type,
          dictionary(
            given,
            at.map((index) => (index === null ? null : index % given.length)),
          ),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('for a dictionary that has more entries than rows', () => {
    expectAgreement({ type: 'date', nulls: ['NA'] }, dictionary([null, 'NA', null], [1]));
  });

  it('for integers', () => {
    const near = fc.constantFrom(
      0n,
      1n,
      2n ** 53n,
      2n ** 53n + 1n,
      -(2n ** 53n) - 1n,
      2n ** 63n - 1n,
      -(2n ** 63n),
      10n ** 10n,
    );
    const wide = fc.oneof(
      near,
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      fc.bigInt({ min: -2000n, max: 2000n }),
    );
    fc.assert(
      fc.property(declared, rows(wide), (type, values) => expectAgreement(type, int64(values))),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(declared, rows(fc.integer()), (type, values) => expectAgreement(type, int32(values))),
      {
        numRuns: 300,
      },
    );
  });

  it('for floats', () => {
    const cents = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((value) => value / 100);
    const value = fc.oneof(fc.double(), cents, fc.constantFrom(0.1 + 0.2, 1.005, 1e15, 1e16, 2 ** 53, -0, 5e-324));
    fc.assert(
      fc.property(declared, rows(value), (type, values) => expectAgreement(type, float64(values))),
      {
        numRuns: 1500,
      },
    );
  });

  it('for numbers of other widths', () => {
    const small = fc.integer({ min: 0, max: 127 });
    const types = [new Int8(), new Int16(), new Uint8(), new Uint16(), new Uint32()];
    fc.assert(
      fc.property(declared, fc.constantFrom(...types), rows(small), (type, arrow, values) =>
        expectAgreement(type, dataOf(arrow, values)),
      ),
      { numRuns: 300 },
    );
    const large = fc.constantFrom(
      0n,
      1n,
      2n ** 32n,
      2n ** 53n,
      2n ** 53n - 1n,
      2n ** 63n - 1n,
      2n ** 63n,
      2n ** 64n - 1n,
    );
    fc.assert(
      fc.property(declared, rows(large), (type, values) => expectAgreement(type, dataOf(new Uint64(), values))),
      { numRuns: 200 },
    );
    const single = fc.oneof(fc.float(), fc.constantFrom(0.5, 1.25, -0, 16_777_217, 0.1, 1e30));
    fc.assert(
      fc.property(declared, rows(single), (type, values) => expectAgreement(type, dataOf(new Float32(), values))),
      { numRuns: 300 },
    );
  });

  it('for timestamps of every unit, with and without a zone', () => {
    const units = [TimestampSecond, TimestampMillisecond, TimestampMicrosecond, TimestampNanosecond];
    const stamp = fc.constantFrom(
      ...[0n, 1n, -1n, 999n, 1000n, -1000n, 1500n, 1_706_695_200n, 9_000_000_000_000n, -9_000_000_000_000n],
      ...[8_999_999_999_999n, -8_999_999_999_999n, 2n ** 63n - 1n, -(2n ** 63n)],
    );
    const unit = fc.constantFrom(...units);
    fc.assert(
      fc.property(declared, unit, fc.constantFrom(null, 'UTC'), rows(stamp), (type, Timestamp, zone, values) => {
        const data = BigInt64Array.from(values, (value) => value ?? 0n);
        expectAgreement(type, withNulls(new Timestamp(zone), data, values));
      }),
      { numRuns: 600 },
    );
  });

  it('for decimals of 128 bits', () => {
    const near = [0n, 1n, -1n, 99n, 100n, -100n, 10n ** 12n - 1n, 10n ** 12n, -(10n ** 12n), 2n ** 32n, -(2n ** 32n)];
    const wide = [
      10n ** 18n - 1n,
      10n ** 18n,
      2n ** 63n,
      2n ** 64n,
      -(2n ** 64n),
      2n ** 96n,
      -(10n ** 25n),
      10n ** 25n - 1n,
    ];
    const scaled = fc.constantFrom(new Decimal(2, 18), new Decimal(2, 38), new Decimal(3, 25), new Decimal(0, 30));
    fc.assert(
      fc.property(declared, scaled, rows(fc.constantFrom(...near, ...wide)), (type, arrow, given) => {
        const limit = 10n ** BigInt(arrow.precision);
        const values = given.map((value) => (value !== null && value > -limit && value < limit ? value : null));
        const words = new Uint32Array(values.length * 4);
        for (const [row, value] of values.entries()) {
          for (let word = 0; word < 4; word += 1) {
            words[row * 4 + word] = Number(BigInt.asUintN(32, (value ?? 0n) >> BigInt(word * 32)));
          }
        }
        expectAgreement(type, withNulls(arrow, words, values));
      }),
      { numRuns: 600 },
    );
  });
});

function dataOf(type: DataType, values: readonly unknown[]): Data {
  return vectorFromArray(values, type).data[0] ?? makeData({ type, length: 0 } as Parameters<typeof makeData>[0]);
}

function withNulls(type: DataType, data: BigInt64Array | Uint32Array, values: readonly unknown[]): Data {
  const nullBitmap = new Uint8Array(Math.ceil(values.length / 8));
  for (const [row, value] of values.entries()) if (value !== null) nullBitmap[row >> 3]! |= 1 << (row & 7);
  const nullCount = values.filter((value) => value === null).length;
  return makeData({ type, length: values.length, nullCount, nullBitmap, data } as Parameters<typeof makeData>[0]);
}
