import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { previewFile } from '../../../src/tables/preview-file.js';
import { column } from '../../contract/outputs/typed-batch.js';
import { writeRows } from '../../contract/outputs/written-rows.js';
import { pythonWith } from '../../parse/python-environments.js';
import { fileWith } from '../preview-files.js';

test('what we write ourselves is shown with the types of its contract, to the last digit', async () => {
  const columns = [
    column('id', { kind: 'int' }),
    column('amount', { kind: 'decimal', precision: 18, scale: 2 }),
    column('day', { kind: 'date' }),
    column('at', { kind: 'datetime', zone: null }),
    column('instant', { kind: 'datetime', zone: 'UTC' }),
    column('opens', { kind: 'time' }),
    column('name', { kind: 'string' }),
    column('isOpen', { kind: 'bool' }),
    column('share', { kind: 'float' }),
    column('extra', { kind: 'json' }),
    column('raw', { kind: 'binary' }),
  ];
  const { path } = await writeRows('parquet', columns, [
    [9_007_199_254_740_993n, 110n, 19_782, 1n, 1_706_695_200_123_456n, 3_723_500_000n, 'Größe', true, 0.5, '{"a": 1}', Uint8Array.of(0, 255)], // oxfmt-ignore
    [-7n, -5n, -1, -1n, 0n, 0n, '', false, NaN, '[]', Uint8Array.of()],
    columns.map(() => null),
  ]);
  const preview = await previewFile(path, { rows: 10 });
  expect(preview).toMatchObject({ format: 'parquet', encoding: null, rowCount: 3, truncated: false, notes: [] });
  expect(preview.columns.slice(0, 11)).toEqual(
    [
      'int',
      'decimal(18,2)',
      'date',
      'datetime',
      'datetime(tz)',
      'time',
      'string',
      'bool',
      'float',
      'json',
      'binary',
    ].map((type, at) => ({ name: columns[at]?.name, type })),
  );
  expect(preview.rows.map((row) => row.slice(0, 11))).toEqual([
    ['9007199254740993', '1.10', '2024-02-29', '1970-01-01T00:00:00.000001', '2024-01-31T10:00:00.123456Z', '01:02:03.5', 'Größe', true, 0.5, '{"a": 1}', '0x00ff'], // oxfmt-ignore
    [-7, '-0.05', '1969-12-31', '1969-12-31T23:59:59.999999', '1970-01-01T00:00:00Z', '00:00:00', '', false, 'NaN', '[]', '0x'], // oxfmt-ignore
    columns.map(() => null),
  ]);
});

test('a file without rows still shows its columns', async () => {
  const { path } = await writeRows('parquet', [column('id', { kind: 'int' })], []);
  const preview = await previewFile(path, { rows: 10 });
  expect(preview).toMatchObject({ rowCount: 0, rows: [], truncated: false });
  expect(preview.columns[0]).toEqual({ name: 'id', type: 'int' });
});

test('a file that was cut off is damaged', async () => {
  const { path } = await writeRows('parquet', [column('id', { kind: 'int' })], [[1n], [2n]]);
  const cut = fileWith('cut.parquet', readFileSync(path).subarray(0, -20));
  await expect(previewFile(cut, { rows: 1 })).rejects.toMatchObject({
    code: 'INPUT_UNREADABLE',
    message: expect.stringContaining('damaged Parquet') as string,
  });
});

const python = pythonWith('pandas-3');

describe.skipIf(python === undefined)('what pyarrow writes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'casparian-pyarrow-'));
  const written = (name: string, rows: number) => previewFile(join(folder, `${name}.parquet`), { rows });

  // One process for all files: importing pyarrow takes longer than everything it then does.
  beforeAll(() => void execFileSync(python ?? '', [join(import.meta.dirname, 'fixtures/write-preview.py'), folder]));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('lists, objects and wide decimals are shown', async () => {
    expect((await written('nested', 5)).rows).toEqual([
      ['[1,2]', '{"a":1,"b":"x"}', '-123456789012345678901234567890.12', '1970-01-01T00:00:00.000000001'],
      [null, null, null, null],
    ]);
  });

  test.each(['gzip', 'brotli', 'snappy', 'none', 'lz4'])('columns packed with %s are unpacked', async (compression) => {
    expect(await written(compression, 5)).toMatchObject({ rows: [['x'], ['y']], notes: [] });
  });

  test('values that cannot be unpacked are not shown as null', async () => {
    const bytes = readFileSync(join(folder, 'gzip.parquet'));
    bytes.fill(0, 20, 60);
    const preview = await previewFile(fileWith('damaged.parquet', bytes), { rows: 1 });
    expect(preview).toMatchObject({ columns: [{ name: 'a', type: 'string' }], rows: [['(unreadable)']] });
    expect(preview.notes).toEqual([expect.stringMatching(/can(?:not)? be shown/) as string]);
  });

  test('the first rows of a column of many megabytes are read from its first page', async () => {
    expect(await written('long', 2)).toMatchObject({
      rows: [['value 0'], ['value 7919']],
      rowCount: 600_000,
      truncated: true,
    });
  });
});
