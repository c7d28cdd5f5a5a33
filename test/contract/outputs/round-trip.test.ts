import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ColumnType } from '../../../src/contract/columns/column-type.js';
import type { OutputColumn } from '../../../src/contract/columns/typed.js';
import { parquetRows } from './parquet/parquet-rows.js';
import { column, type Value } from './typed-batch.js';
import { writeRows } from './written-rows.js';

const MICROSECONDS_PER_DAY = 86_400_000_000n;
const digits = (precision: number) =>
  fc.bigInt({ min: 1n - 10n ** BigInt(precision), max: 10n ** BigInt(precision) - 1n });

const typeWithValues: fc.Arbitrary<{ type: ColumnType; value: fc.Arbitrary<Value> }> = fc.oneof(
  fc.constant({
    type: { kind: 'string' } as const,
    value: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('a', 'b')),
  }),
  fc.constant({ type: { kind: 'int' } as const, value: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }) }),
  fc.constant({ type: { kind: 'float' } as const, value: fc.double() }),
  fc.constant({ type: { kind: 'bool' } as const, value: fc.boolean() }),
  fc.constant({ type: { kind: 'date' } as const, value: fc.integer({ min: -719_162, max: 2_932_896 }) }),
  fc.constant({ type: { kind: 'time' } as const, value: fc.bigInt({ min: 0n, max: MICROSECONDS_PER_DAY - 1n }) }),
  fc.constantFrom(null, 'UTC').map((zone) => ({
    type: { kind: 'datetime' as const, zone },
    value: fc.bigInt({ min: -(2n ** 50n), max: 2n ** 51n }),
  })),
  // JSON's own null is left out: embedded in a line it cannot be told from a missing value.
  fc.constant({ type: { kind: 'json' } as const, value: fc.json().filter((text) => text !== 'null') }),
  fc.constant({ type: { kind: 'binary' } as const, value: fc.uint8Array() }),
  fc
    .integer({ min: 1, max: 38 })
    .chain((precision) =>
      fc
        .integer({ min: 0, max: precision })
        .map((scale) => ({ type: { kind: 'decimal' as const, precision, scale }, value: digits(precision) })),
    ),
);

interface Dataset {
  columns: OutputColumn[];
  rows: Value[][];
}

const dataset: fc.Arbitrary<Dataset> = fc
  .array(fc.tuple(typeWithValues, fc.boolean()), { maxLength: 6 })
  .chain((chosen) =>
    fc.record({
      columns: fc.constant(chosen.map(([{ type }, required], index) => column(`c${index}`, type, required))),
      rows: fc.array(fc.tuple(...chosen.map(([{ value }, required]) => (required ? value : fc.option(value)))), {
        maxLength: 70,
      }),
    }),
  );

test('any typed rows in any batches come back from Parquet as they were', async () => {
  await fc.assert(
    fc.asyncProperty(dataset, fc.integer({ min: 1, max: 80 }), async ({ columns, rows }, batchRows) => {
      const { path } = await writeRows('parquet', columns, rows, { batchRows });
      expect(await parquetRows(path, columns)).toEqual(rows);
    }),
    { numRuns: 150 },
  );
});

test('any typed rows come back from JSON lines as they were', async () => {
  await fc.assert(
    fc.asyncProperty(dataset, async ({ columns, rows }) => {
      const { path } = await writeRows('jsonl', columns, rows);
      const lines = (await readFile(path, 'utf8')).split('\n').slice(0, -1);
      expect(lines.map((line) => columns.map(({ name, type }) => fromJson(type, line, name)))).toEqual(rows);
    }),
    { numRuns: 150 },
  );
});

/** Reads a value by its documented form; integers from the text, because JSON.parse would round them. */
function fromJson(type: ColumnType, line: string, name: string): Value {
  const value = (JSON.parse(line) as Record<string, string | number | boolean | null>)[name] ?? null;
  if (value === null) return null;
  switch (type.kind) {
    case 'int':
      return BigInt(new RegExp(`"${name}":(-?\\d+)[,}]`).exec(line)![1]!);
    case 'float':
      return Number(value);
    case 'decimal':
      return BigInt(String(value).replace('.', ''));
    case 'date':
      return Date.parse(`${String(value)}T00:00:00Z`) / 86_400_000;
    case 'time':
      return microseconds(`1970-01-01T${String(value)}`);
    case 'datetime':
      return microseconds(String(value).replace('+00:00', ''));
    case 'json':
      return JSON.stringify(value);
    case 'binary':
      return Uint8Array.from(Buffer.from(String(value), 'base64'));
    case 'string':
    case 'bool':
      return value;
  }
}

function microseconds(text: string): bigint {
  const [seconds = '', fraction = ''] = text.split('.');
  return BigInt(Date.parse(`${seconds}Z`)) * 1_000n + BigInt(fraction.padEnd(6, '0'));
}
