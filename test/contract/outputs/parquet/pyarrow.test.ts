import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pythonWith } from '../../../parse/python-environments.js';
import { column, LINEAGE, type Value } from '../typed-batch.js';
import { writeRowsTo } from '../written-rows.js';
import { EVERY_TYPE, EVERY_TYPE_ROWS } from './every-type.js';
import { INTEGERS_OF_EVERY_WIDTH } from './integers.js';

const python = pythonWith('pandas-3');
if (python === undefined) console.warn('SKIPPED: no pyarrow here, run `npm run setup -- --services` to have it.');

interface Reading {
  rows: number;
  row_groups: number;
  types: Record<string, string>;
  columns: Record<string, unknown[]>;
  statistics: Record<string, unknown[]>;
}

const FILES = {
  everyType: { columns: EVERY_TYPE, rows: EVERY_TYPE_ROWS },
  empty: { columns: EVERY_TYPE, rows: [] },
  columnless: { columns: [], rows: [[], []] },
  // pyarrow prints all values of a short file.
  integers: { ...INTEGERS_OF_EVERY_WIDTH, rows: INTEGERS_OF_EVERY_WIDTH.rows.filter((_, row) => row % 21 === 0) },
  large: {
    columns: [
      column('must', { kind: 'int' }, true),
      column('few', { kind: 'string' }),
      column('many', { kind: 'string' }, true),
      column('mixed', { kind: 'string' }),
      column('flag', { kind: 'bool' }),
    ],
    rows: Array.from({ length: 150_000 }, (_, index): Value[] => [
      BigInt(index),
      index % 10 === 0 ? null : `v${index % 500}`,
      `unique ${index}`,
      index < 50_000 ? `m${index % 3}` : `m${index}`,
      index % 4 === 0 ? null : index % 3 === 0,
    ]),
  },
};

// One Python for all files: starting it costs more than reading them.
describe.skipIf(python === undefined)('pyarrow', () => {
  const readings = {} as Record<keyof typeof FILES, Reading>;

  let directory: string;
  afterAll(() => rm(directory, { recursive: true, force: true }));

  beforeAll(async () => {
    const names = Object.keys(FILES) as (keyof typeof FILES)[];
    directory = await mkdtemp(join(tmpdir(), 'pyarrow-'));
    const paths = names.map((name) => join(directory, `${name}.parquet`));
    for (const [index, name] of names.entries()) {
      await writeRowsTo(paths[index]!, 'parquet', FILES[name].columns, FILES[name].rows);
    }
    const script = join(import.meta.dirname, '..', 'fixtures', 'read-parquet.py');
    const lines = execFileSync(python!, [script, ...paths], { encoding: 'utf8', timeout: 50_000 })
      .trim()
      .split('\n');
    names.forEach((name, index) => (readings[name] = JSON.parse(lines[index]!) as Reading));
  });

  test('sees the types that the contract names', () => {
    expect(readings.everyType.types).toEqual({
      text: 'string',
      whole: 'int64',
      real: 'double',
      price: 'decimal128(12, 2)',
      wide: 'decimal128(38, 4)',
      flag: 'bool',
      day: 'date32[day]',
      wall: 'timestamp[us]',
      instant: 'timestamp[us, tz=UTC]',
      clock: 'time64[us]',
      document: 'extension<arrow.json>',
      blob: 'binary',
      _cf_source: 'string not null',
      _cf_row: 'int64 not null',
      _cf_job_id: 'string',
      _cf_parser: 'string not null',
    });
  });

  test('reads every value exactly', () => {
    const { columns } = readings.everyType;
    expect(columns).toEqual({
      text: ['', null, 'größe 日本 🦕', '"quoted", and\nbroken\r\n\t\u0001', 'a\u0000b'],
      whole: [0, null, '9223372036854775807', '-9223372036854775808', '9007199254740993'],
      real: ['-0.0', null, '1.7976931348623157e+308', '5e-324', '0.1'],
      price: ['0.00', null, '9999999999.99', '-9999999999.99', '-0.01'],
      wide: ['0.0000', null, `${'9'.repeat(34)}.9999`, `-${'9'.repeat(34)}.9999`, '-0.0001'],
      flag: [false, null, true, false, true],
      day: ['1970-01-01', null, '2024-01-01', '0001-01-01', '9999-12-31'],
      wall: [
        '1970-01-01 00:00:00',
        null,
        '2024-01-01 00:00:00.123456',
        '1969-12-31 23:59:59.999999',
        '1970-01-01 00:00:00.001000',
      ],
      instant: [
        '1970-01-01 00:00:00+00:00',
        null,
        '2024-01-01 00:00:00.123456+00:00',
        '1969-12-31 23:59:59.999999+00:00',
        '1970-01-01 00:00:00.001000+00:00',
      ],
      clock: ['00:00:00', null, '23:59:59.999999', '00:00:00.000001', '12:00:00'],
      document: ['null', null, '{"a":[1,2]}', '"x"', '[]'],
      blob: ['', null, '00ff', '0a0d222c', '80'],
      _cf_source: Array(5).fill(LINEAGE.source),
      _cf_row: [1, 2, 3, 4, 5],
      _cf_job_id: Array(5).fill(LINEAGE.jobId),
      _cf_parser: Array(5).fill(LINEAGE.parser),
    });
  });

  test('reads row groups, dictionaries, packed booleans and pages that change their encoding', () => {
    const { rows, row_groups, columns, types } = readings.large;
    expect({ rows, row_groups, must: types['must'] }).toEqual({ rows: 150_000, row_groups: 2, must: 'int64 not null' });
    expect(columns).toMatchObject({
      must: [0, 149_999, 150_000, 150_000],
      few: [null, 'v499', 150_000, 451],
      many: ['unique 0', 'unique 149999', 150_000, 150_000],
      mixed: ['m0', 'm149999', 150_000, 100_003],
      flag: [null, false, 150_000, 3],
      _cf_row: [1, 150_000, 150_000, 150_000],
    });
  });

  test('reads integers of any size, with nulls, as they are', () => {
    const expected = FILES.integers.rows.map(([whole, , , price]) => [integer(whole), integer(price)]);
    const { whole, price } = readings.integers.columns;
    expect(whole?.map((value, row) => [integer(value), integer(price?.[row])])).toEqual(expected);
  });

  test('uses our statistics', () => {
    expect(readings.large.statistics).toMatchObject({ must: [0, 131_071, 0], _cf_row: [1, 131_072, 0] });
    expect(readings.everyType.statistics).toMatchObject({
      price: ['-9999999999.99', '9999999999.99', 1],
      day: ['0001-01-01', '9999-12-31', 1],
      real: ['-0.0', '1.7976931348623157e+308', 1],
    });
  });

  test('reads files of zero rows and of no columns but lineage', () => {
    expect(readings.empty).toMatchObject({ rows: 0, types: readings.everyType.types });
    expect(readings.columnless).toMatchObject({ rows: 2, columns: { _cf_row: [1, 2] } });
  });
});

/** Python prints large integers as text, and decimals with their point. */
function integer(value: unknown): bigint | null {
  return value === null ? null : BigInt((value as string | bigint | number).toString().replace('.', ''));
}
