import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Cell } from '../../../src/contract/columns/cell.js';
import { cellText } from '../../../src/contract/columns/cell-text.js';
import { inferContract } from '../../../src/contract/declare/infer-contract.js';
import { openParquet } from '../../../src/tables/parquet/read-parquet.js';
import { column } from '../../contract/outputs/typed-batch.js';
import { writeRows } from '../../contract/outputs/written-rows.js';
import { pythonWith } from '../../parse/python-environments.js';
import { readFile, readTable } from '../read-table.js';
import { inferTable } from '../infer/tables.js';

const python = pythonWith('pandas-3');

const open = (path: string) => openParquet({ name: path, path, bytes: undefined });

function text(cell: Cell | undefined): string | null {
  if (cell === null || cell === undefined) return null;
  return cell instanceof Uint8Array ? Buffer.from(cell).toString('hex') : cellText(cell);
}

test('what we write ourselves comes back, to the last digit', async () => {
  const columns = [
    column('id', { kind: 'int' }),
    column('amount', { kind: 'decimal', precision: 18, scale: 2 }),
    column('at', { kind: 'datetime', zone: 'UTC' }),
    column('opens', { kind: 'time' }),
    column('extra', { kind: 'json' }),
  ];
  const { path } = await writeRows('parquet', columns, [
    [9_007_199_254_740_993n, 110n, 1_706_695_200_123_456n, 3_723_500_000n, '{"a": 1}'],
    columns.map(() => null),
  ]);
  const { rows, lines, accounting } = await readFile(path);
  expect(rows.map((row) => row.slice(0, 5).map(text))).toEqual([
    ['9007199254740993', '1.10', '2024-01-31T10:00:00.123456+00:00', '01:02:03.500', '{"a": 1}'],
    [null, null, null, null, null],
  ]);
  expect(lines).toEqual([1, 2]);
  expect(accounting).toMatchObject({ lines: 2, rows: 2 });
});

test('a file without rows has types all the same, and what we add to ours gets other names', async () => {
  const columns = [column('id', { kind: 'int' }), column('at', { kind: 'datetime', zone: null })];
  const { path } = await writeRows('parquet', columns, []);
  const table = await inferTable(await open(path));
  expect(table.columns.slice(0, 2).map(({ name, type }) => [name, type])).toEqual([
    ['id', 'int'],
    ['at', 'datetime'],
  ]);
  expect(table.columns.slice(2).map(({ name }) => name)).toEqual(['cf_source', 'cf_row', 'cf_job_id', 'cf_parser']);
});

test('a file that was cut off, or compressed, is refused with what to do', async () => {
  const { path } = await writeRows('parquet', [column('id', { kind: 'int' })], [[1n], [2n]]);
  const whole = readFileSync(path);
  await expect(readTable(whole.subarray(0, whole.length - 20), 'cut.parquet')).rejects.toMatchObject({
    code: 'INPUT_UNREADABLE',
    message: expect.stringContaining('damaged') as string,
  });
  await expect(readTable(gzipSync(whole), 'packed.parquet.gz')).rejects.toMatchObject({
    code: 'INPUT_UNREADABLE',
    next: [expect.stringContaining('gunzip')],
  });
});

describe.skipIf(python === undefined)('what pyarrow writes', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'casparian-parquet-'));
    execFileSync(python!, [join(import.meta.dirname, 'fixtures', 'write-parquet.py'), folder], { timeout: 50_000 });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const fileOf = (name: string) => join(folder, `${name}.parquet`);

  test('every type keeps its values', async () => {
    const { columns, rows } = await readFile(fileOf('types'));
    const values = Object.fromEntries(columns.map((name, at) => [name, text(rows[0]?.[at])]));
    expect(values).toEqual({
      int64: '9007199254740993',
      uint64: '18446744073709551615',
      int8: '-5',
      uint32: '4294967295',
      float: '0.1',
      half: '1.5',
      bool: 'true',
      narrow: '-1.10',
      wide: '-123456789012345678901234567890.12',
      widest: '1234567890123456789012345678901234567890.125',
      date: '2024-02-29',
      time: '01:02:03.500',
      wall: '2024-01-31T10:00:00.123456',
      instant: '2024-01-31T10:00:00+00:00',
      nanoseconds: '1970-01-01T00:00:00.000000001',
      text: 'Größe 😀',
      empty: '',
      binary: '00ff',
      nothing: null,
      list: '[1.10,null]',
      object: '{"a":9007199254740993,"b":"2024-02-29"}',
      map: '{"k":1}',
      objects: '[{"s":"x"},{"s":null}]',
    });
    expect(rows[1]?.every((cell) => cell === null)).toBe(true);
  });

  test('every column keeps its type, even one without a value', async () => {
    const reader = await open(fileOf('types'));
    for await (const { batch } of reader.batches(new AbortController().signal)) {
      const { columns } = inferContract(batch);
      const types = Object.fromEntries(columns.map(({ name, type }) => [name, type]));
      expect(types).toMatchObject({
        int64: { kind: 'int' },
        narrow: { kind: 'decimal', precision: 9, scale: 2 },
        wall: { kind: 'datetime', zone: null },
        instant: { kind: 'datetime', zone: 'UTC' },
        nothing: { kind: 'date' },
        list: { kind: 'json' },
        binary: { kind: 'binary' },
      });
    }
  });

  test('times finer than microseconds are kept as text', async () => {
    const { columns } = await inferTable(await open(fileOf('types')), { hasTypes: true });
    expect(columns.find(({ name }) => name === 'nanoseconds')).toMatchObject({
      type: 'string',
      evidence: ['the file declares datetime; some values are finer than microseconds: text keeps all digits'],
    });
    expect(columns.find(({ name }) => name === 'time')).toMatchObject({ type: 'time' });
  });

  test('two columns of one name are both read', async () => {
    const { columns, rows } = await readFile(fileOf('twins'));
    expect({ columns, rows }).toEqual({ columns: ['a', 'a_2'], rows: [[1n, 2n]] });
  });

  test('maps and groups lose no member, whatever its name', async () => {
    const { rows } = await readFile(fileOf('maps'));
    expect(rows.map((row) => row.map(text))).toEqual([
      [
        '{"a":1,"a":2}',
        '{"b":1,"10":2,"2":3,"__proto__":null}',
        '{"2024-02-29":[1]}',
        '{"__proto__":1,"a.b":{"c":2},"a":{"b.c":3}}',
      ],
      ['{}', null, '{}', null],
      [null, null, null, null],
    ]);
  });

  test.each(['none', 'snappy', 'gzip', 'brotli', 'zstd', 'lz4'])('compressed with %s', async (compression) => {
    const { rows } = await readFile(fileOf(compression));
    expect(rows.length).toBe(2_000);
    expect(rows.every(([a, b], at) => a === `value ${at % 97}` && b === BigInt(at))).toBe(true);
  });

  test('row groups and batches have borders, and rows do not care', async () => {
    const { rows, lines } = await readFile(fileOf('groups'));
    expect(rows.length).toBe(70_000);
    expect(rows.every(([id, word], at) => id === BigInt(at) && word === (at % 7 === 0 ? null : `w${at % 1000}`))).toBe(
      true,
    );
    expect(lines.at(-1)).toBe(70_000);
  });
});
