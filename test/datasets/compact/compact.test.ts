import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { datasetNamed, namedDatasets, verifyOutputs } from '../../../src/datasets/index.js';
import { placedOutputs } from '../../../src/datasets/catalog/placed-outputs.js';
import { openDuckDb } from '../../../src/datasets/duckdb/open-duckdb.js';
import { writeMerged } from '../../../src/datasets/compact/write-merged.js';
import { mergeOutputs } from '../../../src/pipeline/outputs/merge-outputs.js';
import { removeLeftovers } from '../../../src/datasets/compact/leftovers.js';
import { compactDataset, type Compaction } from '../../../src/datasets/sql.js';
import { outputFiles, pruneOutputs } from '../../../src/pipeline/index.js';
import { replayableBase } from '../../../src/pipeline/replay/base-job.js';
import { STORES } from '../../cli/store.js';
import { ask } from '../staging/ask.js';
import { useOutputsPlace } from '../staging/outputs-place.js';
import { rowsOfTenant } from '../../pipeline/staging/tenant.js';

const ODD_TYPES = `'x' AS s, 1::BIGINT AS i, 1.5::DOUBLE AS f, 12345678901234567890.12::DECIMAL(38,2) AS d, true AS b,
  DATE '2024-02-29' AS day, TIMESTAMP '2024-01-02 03:04:05.123456' AS at, TIMESTAMPTZ '2024-01-02 03:04:05+02' AS tz,
  TIME '01:02:03' AS clock, '{"a": 1.10}'::JSON AS j, '\\xFF'::BLOB AS bytes, NULL::VARCHAR AS nothing`;

describe.each(STORES)('compacting on %s', (kind) => {
  const place = useOutputsPlace(kind);
  const compact = async (name: string): Promise<Compaction> => {
    const database = rowsOfTenant(place.engine);
    const dataset = datasetNamed(await namedDatasets(database), name);
    return compactDataset({ database, home: place.home, smallBytes: 1_000_000 }, dataset);
  };
  const filesOf = (output: string): Promise<string[]> => readdir(join(place.folder, output, output));

  test('makes one file of many, with the same rows of the same types', async () => {
    for (let n = 0; n < 5; n++) {
      await place.write({ parser: 'a', output: 'a', select: `SELECT ${n}::BIGINT AS n, ${ODD_TYPES}` });
    }
    const before = await ask(place, 'select * from a order by n');
    const described = await ask(place, 'describe a');
    expect(await compact('a')).toMatchObject({ filesBefore: 5, filesAfter: 1 });
    expect(await ask(place, 'select * from a order by n')).toEqual(before);
    expect(await ask(place, 'describe a')).toEqual(described);
    const database = rowsOfTenant(place.engine);
    expect(datasetNamed(await namedDatasets(database), 'a')).toMatchObject({ files: 1, rows: 5 });
    expect(await compact('a')).toMatchObject({ filesBefore: 0 });
    const known = [datasetNamed(await namedDatasets(database), 'a')];
    expect(await verifyOutputs(known, { database, folder: place.folder })).toMatchObject({ checked: 1, ok: 1 });
  });

  test('leaves each source its own: one that changes later supersedes its rows alone', async () => {
    const { fileId, jobId } = await place.write({ parser: 'b', output: 'b', select: "SELECT 1 AS n, 'old' AS note" });
    await place.write({ parser: 'b', output: 'b', select: "SELECT 2 AS n, 'stays' AS note" });
    await compact('b');
    await expect(replayableBase(rowsOfTenant(place.engine), jobId)).resolves.toMatchObject({ fileId });
    await place.write({ parser: 'b', output: 'b', select: "SELECT 1 AS n, 'new' AS note", fileId });
    const now = [
      { n: 1, note: 'new' },
      { n: 2, note: 'stays' },
    ];
    expect(await ask(place, 'select n, note from b order by n')).toEqual(now);
    await expect(replayableBase(rowsOfTenant(place.engine), jobId)).rejects.toMatchObject({
      code: 'REPLAY_IMPOSSIBLE',
    });
    // The merged file holds a row of the past, and must stay for the sake of the other.
    await pruneOutputs(rowsOfTenant(place.engine), place.home, { olderThanMs: -1_000, dryRun: false });
    expect(await ask(place, 'select n, note from b order by n')).toEqual(now);
    expect(await filesOf('b')).toHaveLength(2);
    expect(await compact('b')).toMatchObject({ filesBefore: 2, filesAfter: 1 });
    expect(await ask(place, 'select n, note from b order by n')).toEqual(now);
    await pruneOutputs(rowsOfTenant(place.engine), place.home, { olderThanMs: -1_000, dryRun: false });
    expect(await filesOf('b')).toHaveLength(1);
    expect(await ask(place, 'select n, note from b order by n')).toEqual(now);
    expect(await ask(place, 'select count(*) as n from b')).toEqual([{ n: 2 }]);
  });

  test('keeps the old files for those who are reading, until they are pruned', async () => {
    const written = [1, 2].map((n) => place.write({ parser: 'c', output: 'c', select: `SELECT ${n} AS n` }));
    const paths = (await Promise.all(written)).map(({ path }) => path.split('/')[2]!);
    await compact('c');
    expect(await filesOf('c')).toEqual(expect.arrayContaining(paths));
    const all = await outputFiles(rowsOfTenant(place.engine), { parser: 'c', all: true });
    expect(all.filter(({ supersededAt }) => supersededAt !== null)).toHaveLength(2);
    await pruneOutputs(rowsOfTenant(place.engine), place.home, { olderThanMs: -1_000, dryRun: false });
    expect(await filesOf('c')).toEqual([expect.stringMatching(/^merged-.*\.parquet$/)]);
    expect(await ask(place, 'select count(*) as n from c')).toEqual([{ n: 2 }]);
  });

  test('merges only what has the same version and the same columns, and is small', async () => {
    for (const version of ['1.0.0', '2.0.0']) {
      await place.write({ parser: 'd', output: 'd', select: 'SELECT 1 AS n', version });
    }
    await place.write({ parser: 'd', output: 'd', select: 'SELECT 1 AS other', version: '2.0.0' });
    expect(await compact('d')).toMatchObject({ filesBefore: 0, filesAfter: 0 });
    expect(await filesOf('d')).toHaveLength(3);
  });

  test('does not bring back rows that were superseded while it wrote', async () => {
    const database = rowsOfTenant(place.engine);
    const { fileId } = await place.write({ parser: 'g', output: 'g', select: "SELECT 1 AS n, 'old' AS note" });
    await place.write({ parser: 'g', output: 'g', select: "SELECT 2 AS n, 'stays' AS note" });
    const listed = await placedOutputs({ database, folder: place.folder }, { parser: 'g', output: 'g' });
    const { connection, close } = await openDuckDb();
    const merged = await writeMerged(connection, place.home, listed, database.tenant);
    await close();
    await place.write({ parser: 'g', output: 'g', select: "SELECT 1 AS n, 'new' AS note", fileId });
    expect(await mergeOutputs(database, listed, merged)).toBe(1);
    expect(await ask(place, 'select n, note from g order by n')).toEqual([
      { n: 1, note: 'new' },
      { n: 2, note: 'stays' },
    ]);
  });

  test('counts files and bytes, leaves large ones alone, and ends when it is interrupted', async () => {
    const database = rowsOfTenant(place.engine);
    for (const n of [1, 2, 3]) await place.write({ parser: 'h', output: 'h', select: `SELECT ${n} AS n` });
    await place.write({ parser: 'h', output: 'h', select: 'SELECT range::INTEGER AS n FROM range(9000)' });
    await place.write({ parser: 'h2', output: 'h', select: 'SELECT 1 AS n' });
    const outputs = await outputFiles(database, { parser: 'h' });
    const large = Math.max(...outputs.map(({ bytes }) => bytes));
    const dataset = datasetNamed(await namedDatasets(database), 'h.h');
    const options = { database, home: place.home, smallBytes: large };
    await expect(compactDataset({ ...options, signal: AbortSignal.abort() }, dataset)).rejects.toThrow('aborted');
    expect(await outputFiles(database, { parser: 'h', all: true })).toHaveLength(4);
    const merged: number[] = [];
    const small = outputs.filter(({ bytes }) => bytes < large);
    const done = await compactDataset({ ...options, onMerged: (files) => merged.push(files) }, dataset);
    const after = await outputFiles(database, { parser: 'h' });
    const [one] = after.filter(({ bytes }) => bytes !== large);
    expect(done).toEqual({
      ...{ filesBefore: 3, filesAfter: 1, bytesAfter: one!.bytes },
      bytesBefore: small.reduce((sum, { bytes }) => sum + bytes, 0),
    });
    expect(merged).toEqual([3]);
    expect(after.filter(({ path }) => path === one!.path)).toHaveLength(3);
    expect(after.filter(({ bytes }) => bytes === large)).toHaveLength(1);
    expect(await readdir(place.home.staging)).toEqual([]);
  });

  test('begins another file before one would grow beyond 128 MiB', async () => {
    const database = rowsOfTenant(place.engine);
    for (const n of [1, 2, 3, 4]) await place.write({ parser: 'i', output: 'i', select: `SELECT ${n} AS n` });
    const sizes = [67_108_864, 67_108_864, 67_108_864, 67_108_865];
    const outputs = await outputFiles(database, { parser: 'i' });
    for (const [index, { id }] of outputs.entries()) {
      await database.query(`UPDATE cf_outputs SET size_bytes = ${sizes[index]} WHERE id = '${id}'`);
    }
    const dataset = datasetNamed(await namedDatasets(database), 'i');
    const merged: number[] = [];
    const options = { database, home: place.home, smallBytes: 100_000_000 };
    expect(await compactDataset({ ...options, onMerged: (files) => merged.push(files) }, dataset)).toMatchObject({
      ...{ filesBefore: 2, filesAfter: 1, bytesBefore: 134_217_728 },
    });
    expect(merged).toEqual([2]);
    expect(await ask(place, 'select sum(n)::bigint as n from i')).toEqual([{ n: 10 }]);
  });

  test('refuses files that hold another number of rows than was registered', async () => {
    const database = rowsOfTenant(place.engine);
    for (const n of [1, 2]) await place.write({ parser: 'j', output: 'j', select: `SELECT ${n} AS n` });
    await database.query("UPDATE cf_outputs SET row_count = 2 WHERE parser = 'j'");
    await expect(compact('j')).rejects.toMatchObject({
      ...{ code: 'OUTPUT_DAMAGED', why: 'They contain 2 rows, but 4 were registered.' },
    });
    expect(await filesOf('j')).toHaveLength(2);
    expect(await readdir(place.home.staging)).toEqual([]);
  });

  test('removes a merged file that nobody lists only when it is older than an hour', async () => {
    const left = (name: string): string => join(place.folder, 'k/k', name);
    const { path } = await place.write({ parser: 'k', output: 'k', select: 'SELECT 1 AS n' });
    await writeFile(left('merged-1.parquet'), '');
    await writeFile(left('other.parquet'), '');
    const { ctimeMs } = await stat(left('merged-1.parquet'));
    const remove = (now: number): Promise<void> =>
      removeLeftovers({ database: rowsOfTenant(place.engine), home: place.home }, { parser: 'k', output: 'k' }, now);
    // A time of a file has a fraction, whose sum with an hour is rounded.
    await remove(Math.floor(ctimeMs) + 3_600_000);
    expect(await filesOf('k')).toHaveLength(3);
    await remove(Math.ceil(ctimeMs) + 3_600_001);
    expect((await filesOf('k')).sort()).toEqual([path.split('/')[2], 'other.parquet'].sort());
  });

  test('two at once merge once', async () => {
    await Promise.all([1, 2, 3].map((n) => place.write({ parser: 'e', output: 'e', select: `SELECT ${n} AS n` })));
    const [one, other] = await Promise.all([compact('e'), compact('e')]);
    expect(one.filesAfter + other.filesAfter).toBe(1);
    expect(await ask(place, 'select sum(n)::bigint as n from e')).toEqual([{ n: 6 }]);
    expect((await filesOf('e')).filter((name) => name.startsWith('merged-'))).toHaveLength(1);
  });

  test('removes what an earlier one left behind when it died, and touches no file that is not whole', async () => {
    await place.write({ parser: 'f', output: 'f', select: 'SELECT 1 AS n' });
    const { path } = await place.write({ parser: 'f', output: 'f', select: 'SELECT 2 AS n' });
    const left = join(place.folder, 'f/f/merged-00000000-0000-7000-8000-000000000000.parquet');
    await writeFile(left, 'half');
    const database = rowsOfTenant(place.engine);
    await removeLeftovers({ database, home: place.home }, { parser: 'f', output: 'f' });
    expect(await filesOf('f')).toHaveLength(3);
    await removeLeftovers({ database, home: place.home }, { parser: 'f', output: 'f' }, Date.now() + 4_000_000);
    expect(await filesOf('f')).toHaveLength(2);
    await rm(join(place.folder, path));
    await expect(compact('f')).rejects.toMatchObject({ code: 'OUTPUT_DAMAGED' });
    expect(await filesOf('f')).toHaveLength(1);
  });
});
