import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createChecker } from '../../../src/contract/check/checker.js';
import { parseContract } from '../../../src/contract/declare/parse-contract.js';
import { contractOf } from '../../../src/tables/infer/inferred-table.js';
import { arrowBatch, utf8 } from '../../contract/batches.js';
import { CORPUS } from './corpus.js';
import { inferTable, inferColumn, summary, textReader, type Texts } from './tables.js';

const ALL = Object.values(CORPUS).flat();

/** How many rows the inferred contract puts into the quarantine. */
async function quarantined(texts: Texts, name = 'x'): Promise<{ inferred: number; found: number; shown: string }> {
  const table = await inferTable(textReader({ [name]: texts }));
  const contract = parseContract(contractOf(table)).outputs.get('')!;
  const checked = createChecker(contract).check(arrowBatch({ [name]: utf8(texts) }));
  const [column] = table.columns;
  return { inferred: column!.misfits.count, found: checked.quarantined.length, shown: summary(column!) };
}

const shapes = fc.oneof(
  fc.integer({ min: -2000, max: 2000 }).map(String),
  fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map(String),
  fc.integer({ min: 0, max: 999_999 }).map((cents) => (cents / 100).toFixed(2)),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.stringMatching(/^-?[0-9]{1,3}([.,' ][0-9]{3}){0,2}([.,][0-9]{1,3})?$/),
  fc
    .tuple(
      fc.integer({ min: 1, max: 32 }),
      fc.integer({ min: 1, max: 13 }),
      fc.constantFrom('2024', '99', '24', '1999'),
    )
    .chain(([day, month, year]) =>
      fc
        .constantFrom('/', '-', '.')
        .chain((mark) =>
          fc.constantFrom(
            [day, month, year].join(mark),
            [month, day, year].join(mark),
            [year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join(mark),
          ),
        ),
    ),
  fc.stringMatching(/^2024-0[1-9]-[0-3][0-9][ T][0-2][0-9]:[0-6][0-9](:[0-5][0-9](\.[0-9]{1,8})?)?(Z|\+02:00)?$/),
  fc.stringMatching(/^[0-9]{1,2} (Jan|feb|MAY|June|Sept|xyz) (2024|24)( [0-9]{1,2}:[0-5][0-9] ?[AP]M)?$/),
  fc.stringMatching(/^[0-9]{1,2}:[0-6][0-9](:[0-5][0-9])?( AM)?$/),
  fc.constantFrom(
    'NA',
    '',
    '-',
    'yes',
    'no',
    'true',
    'false',
    'x',
    'n.v.',
    '007',
    '+5',
    '5%',
    'inf',
    '{"a":1}',
    '[1',
    ' 5 ',
  ),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);
/** Mostly values of one kind, so that many columns have a type, with some of others among them. */
const columns = fc
  .tuple(fc.array(shapes, { minLength: 1, maxLength: 4 }), fc.nat({ max: 60 }), fc.array(shapes, { maxLength: 2 }))
  .map(([few, repeats, strays]) => [
    ...Array.from({ length: repeats }, (_, index) => few[index % few.length]!),
    ...few,
    ...strays,
  ]);

describe('inference and casts', () => {
  it.each(ALL.map((one) => [one.why, one] as const))('agree about the corpus: %s', async (_, { texts, name }) => {
    const { inferred, found } = await quarantined(texts, name);
    expect(found).toBe(inferred);
  });

  it('agree about which values do not fit, whatever the values are', async () => {
    await fc.assert(
      fc.asyncProperty(columns, async (texts) => {
        const { inferred, found, shown } = await quarantined(texts);
        expect([shown, found]).toEqual([shown, inferred]);
      }),
      { numRuns: 150 },
    );
  });
});

describe('the order of the rows', () => {
  it('changes nothing but which row is cited', async () => {
    const shuffled = columns.chain((texts) =>
      fc.tuple(fc.constant(texts), fc.shuffledSubarray(texts, { minLength: texts.length, maxLength: texts.length })),
    );
    await fc.assert(
      fc.asyncProperty(shuffled, async ([texts, others]) => {
        expect(summary(await inferColumn(others))).toBe(summary(await inferColumn(texts)));
      }),
      { numRuns: 80 },
    );
  });

  it('nor do the batches they come in', async () => {
    await fc.assert(
      fc.asyncProperty(columns, fc.integer({ min: 1, max: 7 }), async (texts, batchRows) => {
        const whole = await inferTable(textReader({ x: texts }));
        expect(await inferTable(textReader({ x: texts }, batchRows))).toEqual(whole);
      }),
      { numRuns: 80 },
    );
  });

  it('is the same for the corpus read backwards', async () => {
    for (const { texts, name, expected } of ALL) {
      expect(summary(await inferColumn([...texts].reverse(), name))).toBe(expected);
    }
  });
});
