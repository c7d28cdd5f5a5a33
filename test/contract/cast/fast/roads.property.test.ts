import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellAt } from '../../../../src/contract/columns/cell-at.js';
import { trimmed, type GivenCell } from '../../../../src/contract/cast/cast.js';
import { createColumnCast } from '../../../../src/contract/cast/column-cast.js';
import { createColumnProblems } from '../../../../src/contract/column-problems.js';
import { createColumnRoad } from '../../../../src/contract/column-road.js';
import { isProblem } from '../../../../src/contract/row-error.js';
import { typedValue } from '../../../../src/contract/typed-value.js';
import { contractOf, dictionary, float64, int32, int64, largeUtf8, utf8 } from '../../batches.js';
import type { Data } from 'apache-arrow';

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
  fc.constantFrom('', '.5', '.123456', '.1234567', 'Z', '+02:00', '-0130', '+25:00'),
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
  fc.constantFrom('NA', ' NA ', '-', 'yes', 'NO', ' no', '0000-00-00'),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);

function expectAgreement(declared: unknown, data: Data): void {
  const contract = contractOf({ value: declared }).columns[0]!;
  const cast = createColumnCast(contract);
  const column = { form: 'arrow', name: 'value', data } as const;
  const problems = createColumnProblems(data.length);
  const isNull = (cell: GivenCell): boolean =>
    typeof cell === 'string' && contract.nulls.includes(contract.type.kind === 'string' ? cell : trimmed(cell));
  const typed = createColumnRoad(contract)(column, data.length, problems);
  for (let row = 0; row < data.length; row += 1) {
    const cell = cellAt(column, row);
    const expected = cell === null || isNull(cell) ? null : comparable(cast(cell));
    const found = typed.present?.[row] === 0 ? null : (problems.at(row) ?? comparable(typedValue(typed, row)));
    expect(found).toEqual(expected);
  }
}

/** Text and bytes compare as bytes; minus zero of an int is zero. */
function comparable(value: unknown): unknown {
  if (isProblem(value)) return value;
  return typeof value === 'string' || value instanceof Uint8Array ? Buffer.from(value as GivenCell as string) : value;
}

const declared = fc.constantFrom(...DECLARED);
const rows = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<(T | null)[]> =>
  fc.array(fc.option(value, { freq: 8 }), { maxLength: 12 });

describe('a fast road gives the answers of the reference', () => {
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
});
