import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { asyncBufferFromFile, parquetMetadataAsync, type FileMetaData } from 'hyparquet';
import { describe, expect, test } from 'vitest';
import { allRows, runsBetween } from '../../../../src/contract/columns/row-runs.js';
import type { TypedBatch } from '../../../../src/contract/columns/typed.js';
import { createSink } from '../../../../src/contract/outputs/sink.js';
import { VERSION } from '../../../../src/platform/index.js';
import { column, LINEAGE, typedBatch, type Value } from '../typed-batch.js';
import { temporaryDirectory, writeRows } from '../written-rows.js';
import { EVERY_TYPE, EVERY_TYPE_ROWS } from './every-type.js';
import { firstDifference, lineageRows, parquetRows } from './parquet-rows.js';

const ROW_GROUP_ROWS = 131_072;

async function metadataOf(path: string): Promise<FileMetaData> {
  return parquetMetadataAsync(await asyncBufferFromFile(path));
}

async function chunk(path: string, name: string, rowGroup = 0) {
  const { row_groups } = await metadataOf(path);
  return row_groups[rowGroup]!.columns.find(({ meta_data }) => meta_data!.path_in_schema[0] === name)!.meta_data!;
}

describe('a Parquet file', () => {
  test('gives back every type, nulls, extremes and text of any language', async () => {
    const { path } = await writeRows('parquet', EVERY_TYPE, EVERY_TYPE_ROWS);
    expect(await parquetRows(path, EVERY_TYPE)).toEqual(EVERY_TYPE_ROWS);
  });

  test('carries lineage behind the columns of the user', async () => {
    const { path } = await writeRows('parquet', [column('n', { kind: 'int' })], [[1n], [2n]]);
    const { source, jobId, parser } = LINEAGE;
    expect(await lineageRows(path)).toEqual([
      [source, 1n, jobId, parser],
      [source, 2n, jobId, parser],
    ]);
    const { schema } = await metadataOf(path);
    expect(schema.slice(1).map(({ name }) => name)).toEqual(['n', '_cf_source', '_cf_row', '_cf_job_id', '_cf_parser']);
  });

  test('has a null job id in every row outside of the job engine', async () => {
    const { path } = await writeRows('parquet', [], [[], [], []], { lineage: { ...LINEAGE, jobId: null } });
    expect((await lineageRows(path)).map((row) => row[2])).toEqual([null, null, null]);
  });

  test('says who wrote it, with which parser and from which source', async () => {
    const { path } = await writeRows('parquet', [], [[]]);
    const { created_by, key_value_metadata } = await metadataOf(path);
    expect(created_by).toBe(`casparian version ${VERSION}`);
    expect(key_value_metadata).toEqual([
      { key: 'casparian.parser', value: LINEAGE.parser },
      { key: 'casparian.source', value: LINEAGE.source },
    ]);
  });

  test('of zero rows has its columns all the same', async () => {
    const written = await writeRows('parquet', EVERY_TYPE, []);
    expect(written.rows).toBe(0);
    expect(await parquetRows(written.path, EVERY_TYPE)).toEqual([]);
    expect((await metadataOf(written.path)).schema).toHaveLength(1 + EVERY_TYPE.length + 4);
  });

  test('is described by its size, its rows and the hash of its bytes', async () => {
    const { path, ...written } = await writeRows('parquet', EVERY_TYPE, EVERY_TYPE_ROWS);
    expect(written).toEqual({
      rows: EVERY_TYPE_ROWS.length,
      bytes: (await stat(path)).size,
      sha256: createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    });
  });

  test('has required columns that no reader takes for nullable', async () => {
    const columns = [column('must', { kind: 'string' }, true), column('may', { kind: 'string' })];
    const { path } = await writeRows('parquet', columns, [['a', null]]);
    const { schema } = await metadataOf(path);
    expect(schema.slice(1, 3).map(({ repetition_type }) => repetition_type)).toEqual(['REQUIRED', 'OPTIONAL']);
    expect(await parquetRows(path, columns)).toEqual([['a', null]]);
  });

  test('refuses a null in a required column as the bug it would be', async () => {
    const columns = [column('must', { kind: 'int' }, true)];
    await expect(writeRows('parquet', columns, [[null]])).rejects.toThrow('behind its contract');
  });
});

describe('row groups and pages', () => {
  const columns = [
    column('id', { kind: 'int' }, true),
    column('few', { kind: 'string' }),
    column('many', { kind: 'string' }),
    column('flag', { kind: 'bool' }),
  ];
  const rows = Array.from({ length: ROW_GROUP_ROWS + 20_001 }, (_, index): Value[] => [
    BigInt(index),
    index % 7 === 0 ? null : `value ${index % 300}`,
    index % 11 === 0 ? null : `unique ${index}`,
    index % 13 === 0 ? null : index % 3 === 0,
  ]);

  test('a second row group begins behind 131,072 rows, and nothing is lost between them', async () => {
    const { path } = await writeRows('parquet', columns, rows, { batchRows: 65_000 });
    expect((await metadataOf(path)).row_groups.map(({ num_rows }) => num_rows)).toEqual([131_072n, 20_001n]);
    expect(firstDifference(await parquetRows(path, columns), rows)).toBeNull();
  });

  test('the bytes do not depend on how the rows were cut into batches', async () => {
    const hashes = [];
    for (const batchRows of [rows.length, 65_536, 9_999]) {
      hashes.push((await writeRows('parquet', columns, rows, { batchRows })).sha256);
    }
    expect(new Set(hashes).size).toBe(1);
  });

  test('a row group ends early when its values are large', async () => {
    const large = Array.from({ length: 40_000 }, (_, index) => [`${index} `.padEnd(1_500, 'lorem ipsum ')]);
    const { path } = await writeRows('parquet', [column('text', { kind: 'string' })], large, { batchRows: 5_000 });
    expect((await metadataOf(path)).row_groups.map(({ num_rows }) => num_rows)).toEqual([24_576n, 15_424n]);
    expect(firstDifference(await parquetRows(path, [column('text', { kind: 'string' })]), large)).toBeNull();
  });

  test('a table of a thousand columns comes back', async () => {
    const wide = Array.from({ length: 1_000 }, (_, index) =>
      column(`c${index}`, { kind: index % 2 ? 'string' : 'int' }),
    );
    const values = Array.from({ length: 30 }, (_, row) =>
      wide.map((_column, index) => (index % 2 ? `${row}/${index}` : BigInt(row * index))),
    );
    const { path } = await writeRows('parquet', wide, values, { batchRows: 7 });
    expect(firstDifference(await parquetRows(path, wide), values)).toBeNull();
  });

  test('a value larger than a page is written whole', async () => {
    const text = [column('text', { kind: 'string' })];
    const values = [['a'], ['b'.repeat(3_000_000)], [null], ['c'.repeat(131_072)], ['']];
    const { path } = await writeRows('parquet', text, values);
    expect(await parquetRows(path, text)).toEqual(values);
  });
});

describe('encodings', () => {
  const random = (row: number): bigint => {
    return createHash('sha256').update(String(row)).digest().readBigUInt64LE();
  };
  const text = [column('text', { kind: 'string' })];

  test('text that repeats goes through a dictionary', async () => {
    const rows = Array.from({ length: 50_000 }, (_, index) => [`country ${index % 200}`]);
    const { path } = await writeRows('parquet', text, rows);
    expect((await chunk(path, 'text')).encodings).toContain('RLE_DICTIONARY');
    expect((await chunk(path, 'text')).total_uncompressed_size).toBeLessThan(60_000n);
    expect(firstDifference(await parquetRows(path, text), rows)).toBeNull();
  });

  test('text that never repeats leaves no trace of a dictionary', async () => {
    const rows = Array.from({ length: 50_000 }, (_, index) => [`serial number ${index * 7_919}`]);
    const { path } = await writeRows('parquet', text, rows);
    expect((await chunk(path, 'text')).encodings).toEqual(['RLE', 'PLAIN']);
    expect((await chunk(path, 'text')).dictionary_page_offset).toBeUndefined();
    expect(firstDifference(await parquetRows(path, text), rows)).toBeNull();
  });

  test('text that stops repeating half way ends PLAIN behind its dictionary', async () => {
    const rows = Array.from({ length: 120_000 }, (_, index) => [index < 40_000 ? `v${index % 9}` : `unique ${index}`]);
    const { path } = await writeRows('parquet', text, rows);
    expect((await chunk(path, 'text')).encodings).toEqual(expect.arrayContaining(['RLE_DICTIONARY', 'PLAIN']));
    expect(firstDifference(await parquetRows(path, text), rows)).toBeNull();
  });

  test('a dictionary too large is left in the middle of a batch', async () => {
    const long = Array.from({ length: 30_000 }, (_, index) => [`${index % 4_000}`.padEnd(200, '.')]);
    const { path } = await writeRows('parquet', text, long);
    expect(firstDifference(await parquetRows(path, text), long)).toBeNull();
  });

  test('lineage costs a few bytes a row group', async () => {
    const { path } = await writeRows(
      'parquet',
      [],
      Array.from({ length: 100_000 }, () => []),
    );
    for (const name of ['_cf_source', '_cf_job_id', '_cf_parser']) {
      expect((await chunk(path, name)).total_compressed_size).toBeLessThan(200n);
    }
    expect((await chunk(path, '_cf_row')).total_compressed_size).toBeLessThan(8_000n);
  });

  test('row numbers with gaps of any size come back', async () => {
    const path = `${await temporaryDirectory()}/gaps.parquet`;
    let shift = 0n;
    const gapped = Array.from({ length: 20_000 }, (_, index) => {
      if (index % 331 === 5) shift += BigInt((index * 7_919) % 70_000);
      if (index === 10_000) shift += 4_000_000_000n;
      return BigInt(index + 1) + shift;
    });
    const sink = await createSink('parquet', path, [], LINEAGE);
    const starts = gapped.flatMap((number, index) => (number - 1n === gapped[index - 1] ? [] : [index]));
    for (const [at, start] of starts.entries()) {
      const runs = allRows((starts[at + 1] ?? gapped.length) - start);
      await sink.write({ columns: [], runs, rowsBefore: Number(gapped[start]) - 1 });
    }
    await sink.finish();
    expect((await lineageRows(path)).map((row) => row[1])).toEqual(gapped);
  });

  test.each([3, 490])('one row in %i is left out, and the file is the one that has never seen it', async (gap) => {
    const columns = [column('id', { kind: 'int' }, true), column('note', { kind: 'string' })];
    const rows = Array.from({ length: 20_000 }, (_, index): Value[] => [
      BigInt(index),
      index % 7 === 0 ? null : `note ${index % 9_000}`,
    ]);
    const passed = rows.map((_, index) => index % gap !== 2);
    const folder = await temporaryDirectory();
    const write = async (name: string, batches: readonly TypedBatch[]): Promise<string> => {
      const sink = await createSink('parquet', `${folder}/${name}`, columns, LINEAGE);
      for (const batch of batches) await sink.write(batch);
      return (await sink.finish()).sha256;
    };
    const { columns: all, rowsBefore } = typedBatch(columns, rows);
    const runs = runsBetween(Uint8Array.from([false, ...passed, false], (passes) => (passes ? 0 : 1)));
    const together = await write('together.parquet', [{ columns: all, runs, rowsBefore }]);
    const apart = Array.from({ length: runs.bounds.length / 2 }, (_, run) => {
      const [start, end] = [runs.bounds[run * 2]! - 1, runs.bounds[run * 2 + 1]! - 1];
      return typedBatch(columns, rows.slice(start, end), start + 1);
    });
    expect(await write('apart.parquet', apart)).toBe(together);
    const expected = rows.filter((_, index) => passed[index]);
    expect(firstDifference(await parquetRows(`${folder}/together.parquet`, columns), expected)).toBeNull();
  });

  test('integers are stored as differences, unless they are smaller when compressed', async () => {
    const columns = [
      column('id', { kind: 'int' }, true),
      column('day', { kind: 'date' }),
      column('price', { kind: 'decimal', precision: 10, scale: 2 }),
      column('apart', { kind: 'int' }),
      column('key', { kind: 'int' }),
      column('random', { kind: 'int' }),
    ];
    const rows = Array.from({ length: 40_000 }, (_, row): Value[] => [
      BigInt(row),
      row % 3 === 0 ? null : Number(BigInt.asUintN(12, random(row))),
      BigInt.asUintN(20, random(row)),
      row % 97 < 40 ? 0n : 10n ** 17n,
      random(Number(random(row) % 1_000n)) >> 34n,
      BigInt.asIntN(64, random(row)),
    ]);
    const { path } = await writeRows('parquet', columns, rows);
    const stored = async (name: string) => {
      const { encodings, codec, total_compressed_size } = await chunk(path, name);
      return { encodings, codec, bytes: Math.ceil(Number(total_compressed_size) / 1_000) };
    };
    expect(await stored('id')).toMatchObject({ encodings: ['RLE', 'DELTA_BINARY_PACKED'], bytes: 2 });
    expect(await stored('day')).toMatchObject({ encodings: ['RLE', 'DELTA_BINARY_PACKED'], codec: 'UNCOMPRESSED' });
    expect((await stored('day')).bytes).toBeLessThan(52);
    expect(await stored('price')).toMatchObject({ encodings: ['RLE', 'DELTA_BINARY_PACKED'], codec: 'UNCOMPRESSED' });
    expect(await stored('apart')).toMatchObject({ encodings: ['RLE', 'PLAIN'], codec: 'SNAPPY' });
    expect(await stored('key')).toMatchObject({ encodings: ['RLE', 'PLAIN'], codec: 'SNAPPY' });
    expect(await stored('random')).toMatchObject({ encodings: ['RLE', 'PLAIN'], codec: 'UNCOMPRESSED' });
    expect(firstDifference(await parquetRows(path, columns), rows)).toBeNull();
  });

  test('of a small page, integers are stored as differences if that takes at most half of the space', async () => {
    const columns = [
      column('id', { kind: 'int' }, true),
      column('wide', { kind: 'int' }),
      column('random', { kind: 'int' }),
    ];
    const rows = Array.from({ length: 100 }, (_, row): Value[] => [
      BigInt(row),
      BigInt.asIntN(40, random(row)),
      BigInt.asIntN(64, random(row)),
    ]);
    const { path } = await writeRows('parquet', columns, rows);
    const encodings = await Promise.all(columns.map(async ({ name }) => (await chunk(path, name)).encodings));
    expect(encodings).toEqual([
      ['RLE', 'DELTA_BINARY_PACKED'],
      ['RLE', 'PLAIN'],
      ['RLE', 'PLAIN'],
    ]);
    expect(firstDifference(await parquetRows(path, columns), rows)).toBeNull();
  });

  test('a page whose differences are wider than its values is stored as it is', async () => {
    const rows = Array.from({ length: 40_000 }, (_, row): Value[] => [
      row < 20_000 ? BigInt(row) : BigInt.asIntN(64, random(row)),
    ]);
    const { path } = await writeRows('parquet', [column('late', { kind: 'int' })], rows);
    expect((await chunk(path, 'late')).encodings).toEqual(['RLE', 'DELTA_BINARY_PACKED', 'PLAIN']);
    expect(firstDifference(await parquetRows(path, [column('late', { kind: 'int' })]), rows)).toBeNull();
  });

  test('what does not shrink is stored as it is, what shrinks is compressed', async () => {
    const columns = [column('noise', { kind: 'float' }), column('steady', { kind: 'float' })];
    let seed = 1;
    const noise = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
    const { path } = await writeRows(
      'parquet',
      columns,
      Array.from({ length: 20_000 }, () => [Math.exp(noise()), 1.5]),
    );
    expect((await chunk(path, 'noise')).codec).toBe('UNCOMPRESSED');
    expect((await chunk(path, 'steady')).codec).toBe('SNAPPY');
  });
});

describe('statistics', () => {
  const bounds = async (type: Parameters<typeof column>[1], values: Value[]) => {
    const { path } = await writeRows(
      'parquet',
      [column('x', type)],
      values.map((value) => [value]),
    );
    const { min_value, max_value, null_count } = (await chunk(path, 'x')).statistics!;
    return { min: min_value, max: max_value, nulls: null_count };
  };

  test('hold the smallest and largest integer, and count the nulls', async () => {
    const least = -(2n ** 63n);
    expect(await bounds({ kind: 'int' }, [5n, null, -1n, 2n ** 40n, null])).toEqual({
      min: -1n,
      max: 2n ** 40n,
      nulls: 2n,
    });
    expect(await bounds({ kind: 'int' }, [least, 2n ** 63n - 1n])).toEqual({
      min: least,
      max: 2n ** 63n - 1n,
      nulls: 0n,
    });
    expect(await bounds({ kind: 'int' }, [2n ** 63n - 1n])).toMatchObject({ min: 2n ** 63n - 1n, max: 2n ** 63n - 1n });
    expect(await bounds({ kind: 'int' }, [least])).toMatchObject({ min: least, max: least });
    expect(await bounds({ kind: 'int' }, [0xffff_ffffn, 0x1_0000_0000n, 1n])).toMatchObject({
      min: 1n,
      max: 0x1_0000_0000n,
    });
  });

  test('leave out the bounds where there are only nulls, or a NaN', async () => {
    expect(await bounds({ kind: 'int' }, [null])).toEqual({ min: undefined, max: undefined, nulls: 1n });
    expect(await bounds({ kind: 'float' }, [1, NaN])).toEqual({ min: undefined, max: undefined, nulls: 0n });
  });

  test('have a zero on the outer side of both zeros', async () => {
    const { min, max } = await bounds({ kind: 'float' }, [0, -0]);
    expect([Object.is(min, -0), Object.is(max, 0)]).toEqual([true, true]);
    expect(await bounds({ kind: 'float' }, [-Infinity, 3, Infinity])).toMatchObject({ min: -Infinity, max: Infinity });
  });

  test('know dates', async () => {
    expect(await bounds({ kind: 'date' }, [10, -4, null])).toEqual({
      min: new Date('1969-12-28'),
      max: new Date('1970-01-11'),
      nulls: 1n,
    });
  });
});

test('a sink takes over what it needs of a batch before write resolves', async () => {
  const columns = [column('s', { kind: 'string' })];
  const path = `${await temporaryDirectory()}/reused.parquet`;
  const sink = await createSink('parquet', path, columns, LINEAGE);
  const bytes = Buffer.from('one');
  const text = { type: { kind: 'string' as const }, present: null, bytes, offsets: Int32Array.of(0, 3) };
  const runs = allRows(1);
  await sink.write({ columns: [text], runs, rowsBefore: 0 });
  bytes.fill('x');
  runs.bounds.fill(99);
  await sink.finish();
  expect(await parquetRows(path, columns)).toEqual([['one']]);
  expect((await lineageRows(path))[0]![1]).toBe(1n);
});
