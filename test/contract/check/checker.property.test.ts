import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IncomingBatch } from '../../../src/contract/columns/incoming.js';
import { createChecker, type CheckedBatch } from '../../../src/contract/check/checker.js';
import { ERROR_TYPES } from '../../../src/contract/problems/row-error.js';
import { createColumnScans } from '../../../src/parse/reader-run/thread/scan-columns.js';
import { lineStart } from '../../../src/contract/check/quarantine-line.js';
import {
  arrowBatch,
  batchOf,
  contractOf,
  messages,
  rawJson,
  textOf,
  utf8,
  validNumbers,
  validRows,
} from '../batches.js';

/** A declared column, and what says independently of the product whether a text keeps it and what its value is. */
interface Model {
  readonly declared: Record<string, unknown>;
  /** The value as a text to compare with, null when the text breaks the contract. */
  valueOf(text: string): string | null;
}

const MODELS: readonly Model[] = [
  {
    declared: { type: 'int', min: -50, max: 5000 },
    valueOf: (text) =>
      /^-?\d+(\.0*)?$/.test(text) && Number(text) >= -50 && Number(text) <= 5000 ? String(BigInt(Number(text))) : null,
  },
  {
    declared: { type: 'decimal(6,2)' },
    valueOf(text) {
      if (!/^-?\d+(\.\d{1,2})?$/.test(text)) return null;
      const cents = Math.round(Number(text) * 100);
      return Math.abs(cents) < 1_000_000 ? String(cents === 0 ? 0 : cents) : null;
    },
  },
  {
    declared: { type: 'date' },
    valueOf(text) {
      const milliseconds = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : NaN;
      if (Number.isNaN(milliseconds)) return null;
      return new Date(milliseconds).toISOString().startsWith(text) ? String(milliseconds / 86_400_000) : null;
    },
  },
  {
    declared: { type: 'string', pattern: '[a-z0-9.-]*' },
    valueOf: (text) => (/^[a-z0-9.-]*$/.test(text) ? text : null),
  },
  {
    declared: { type: 'bool' },
    valueOf: (text) => ({ true: 'true', false: 'false', 1: 'true', 0: 'false' })[text] ?? null,
  },
  {
    declared: { type: 'string', enum: ['buy', 'sell', '1'] },
    valueOf: (text) => (['buy', 'sell', '1'].includes(text) ? text : null),
  },
];

const text = fc.oneof(
  fc.integer({ min: -60, max: 6000 }).map(String),
  fc.integer({ min: -99_999, max: 1_100_000 }).map((cents) => (cents / 100).toFixed(2)),
  fc
    .tuple(fc.integer({ min: 1970, max: 2030 }), fc.integer({ min: 1, max: 13 }), fc.integer({ min: 1, max: 32 }))
    .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join('-')),
  fc.constantFrom('buy', 'sell', 'true', 'false', '1', '0', 'Unknown', 'x"y\\z\n', 'é', '😀'),
);

interface Case {
  readonly models: readonly { readonly model: Model; readonly required: boolean }[];
  readonly rows: readonly (readonly (string | null)[])[];
}

const cases: fc.Arbitrary<Case> = fc
  .array(fc.record({ model: fc.constantFrom(...MODELS), required: fc.boolean() }), { minLength: 1, maxLength: 4 })
  .chain((models) =>
    fc.record({
      models: fc.constant(models),
      rows: fc.array(fc.tuple(...models.map(() => fc.option(text, { freq: 6 }))), { maxLength: 30 }),
    }),
  );

function contractFor({ models }: Case): ReturnType<typeof contractOf> {
  return contractOf(
    Object.fromEntries(models.map(({ model, required }, index) => [`c${index}`, { ...model.declared, required }])),
  );
}

/** How the rows come: as values, as text in Arrow, or as such text that another thread has scanned already. */
const forms = fc.constantFrom('cells', 'arrow', 'scanned');

function batchFor(given: Case, rows: Case['rows'], form: string): IncomingBatch {
  const columns = given.models.map((_, index) => [`c${index}`, rows.map((row) => row[index] ?? null)] as const);
  if (form === 'cells') return batchOf(Object.fromEntries(columns));
  const batch = arrowBatch(Object.fromEntries(columns.map(([name, texts]) => [name, utf8(texts)])));
  if (form === 'arrow') return batch;
  return createColumnScans(contractFor(given).columns, true)({ batch, lines: new Float64Array(0), faults: [] }).batch;
}

function keeps({ models }: Case, row: readonly (string | null)[]): boolean {
  return models.every(({ model, required }, index) => {
    const given = row[index] ?? null;
    return given === null ? !required : model.valueOf(given) !== null;
  });
}

describe('a checker, for any contract and any data', () => {
  it('accounts for every row, and lets exactly those pass that keep the contract, with their values', () => {
    fc.assert(
      fc.property(cases, forms, (given, form) => {
        const checked = createChecker(contractFor(given)).check(batchFor(given, given.rows, form));
        expect(checked.valid.runs.rowCount + checked.quarantined.length).toBe(given.rows.length);

        const passing = given.rows.flatMap((row, index) =>
          keeps(given, row) ? [{ row, number: BigInt(index + 1) }] : [],
        );
        expect(validNumbers(checked)).toEqual(passing.map(({ number }) => number));
        const expected = passing.map(({ row }) =>
          row.map((value, index) => (value === null ? null : given.models[index]!.model.valueOf(value))),
        );
        expect(
          validRows(checked).map((row) => row.map((value) => (value === null ? null : String(value as string)))),
        ).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('gives every quarantined row back as it came, with an error for each column that is wrong', () => {
    fc.assert(
      fc.property(cases, forms, (given, form) => {
        const { quarantined } = createChecker(contractFor(given)).check(batchFor(given, given.rows, form));
        for (const { rowNumber, errors, ...row } of Array.from(quarantined, (entry) => ({
          rowNumber: entry.rowNumber,
          errors: entry.errors,
          raw: rawJson(entry),
        }))) {
          const values = given.rows[rowNumber - 1]!;
          expect(JSON.parse(row.raw)).toEqual(Object.fromEntries(values.map((value, index) => [`c${index}`, value])));
          const wrong = given.models.flatMap(({ model, required }, index) => {
            const value = values[index] ?? null;
            return (value === null ? required : model.valueOf(value) === null) ? [`c${index}`] : [];
          });
          expect(errors.map(({ column }) => column)).toEqual(wrong);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('writes the line of a quarantined row with its errors and the row as it came', () => {
    fc.assert(
      fc.property(
        cases,
        forms,
        fc.option(fc.constantFrom('a.csv', 'ä"\\.csv'), { nil: undefined }),
        (given, form, source) => {
          const { quarantined } = createChecker(contractFor(given)).check(batchFor(given, given.rows, form));
          for (const row of quarantined) {
            const errors = row.errors.map(({ column, type, message }) => {
              return { column, error_type: type, error_message: message };
            });
            const line = { row_number: row.rowNumber, ...errors[0], raw: JSON.parse(rawJson(row)) as unknown, errors };
            const written = textOf((out) => row.writeLine(lineStart(source), out));
            expect(written).toBe(`${JSON.stringify({ ...(source === undefined ? {} : { source }), ...line })}\n`);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('counts the errors of some types by column, without the records that are not rows', () => {
    const faults = fc.array(fc.nat({ max: 30 }), { maxLength: 3 });
    const types = fc.subarray([...ERROR_TYPES], { minLength: 1 });
    fc.assert(
      fc.property(cases, forms, faults, types, fc.nat({ max: 3 }), (given, form, places, some, most) => {
        const rows = [...new Set(places)].filter((row) => row < given.rows.length);
        const batch = {
          ...batchFor(given, given.rows, form),
          faults: rows.map((row) => ({ row, code: 'too_few_fields' as const, message: 'is short', raw: 'x' })),
        };
        const { quarantined } = createChecker(contractFor(given)).check(batch);
        const found = [...quarantined].flatMap(({ rowNumber, errors }) =>
          errors.flatMap(({ column, type }) => (some.some((one) => one === type) ? [{ column, rowNumber }] : [])),
        );
        const expected = given.models.flatMap((_, index) => {
          const [name, places] = [`c${index}`, found.filter(({ column }) => column === `c${index}`)];
          const first = places.slice(0, most).map(({ rowNumber }) => rowNumber);
          return places.length === 0 ? [] : [{ name, count: places.length, first }];
        });
        const counted = quarantined.wrongIn(new Set(some)).map(({ name, count, first }) => {
          return { name, count, first: first(most).map(({ rowNumber }) => rowNumber) };
        });
        expect(counted).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('finds the same however the rows are split into batches', () => {
    fc.assert(
      fc.property(cases, fc.array(fc.nat({ max: 30 }), { maxLength: 4 }), forms, (given, cuts, form) => {
        const contract = {
          ...contractFor(given),
          columns: contractFor(given).columns.map((column, index) => ({ ...column, unique: index === 0 })),
        };
        const whole = createChecker(contract).check(batchFor(given, given.rows, form));
        const borders = [
          0,
          ...cuts.map((cut) => Math.min(cut, given.rows.length)).sort((a, b) => a - b),
          given.rows.length,
        ];
        const checker = createChecker(contract);
        const parts = borders
          .slice(1)
          .map((end, index) => checker.check(batchFor(given, given.rows.slice(borders[index], end), form)));
        expect(outcomeOf(parts)).toEqual(outcomeOf([whole]));
      }),
      { numRuns: 500 },
    );
  });
});

function outcomeOf(parts: readonly CheckedBatch[]): unknown {
  return {
    rows: parts.flatMap(validRows),
    numbers: parts.flatMap(validNumbers),
    messages: parts.flatMap(messages),
  };
}
