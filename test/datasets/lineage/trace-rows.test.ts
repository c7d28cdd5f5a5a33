import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { datasetNamed, namedDatasets } from '../../../src/datasets/index.js';
import { compactDataset, type Lineage, traceRows } from '../../../src/datasets/sql.js';
import { CasparianError } from '../../../src/platform/index.js';
import { STORES } from '../../cli/store.js';
import { useOutputsPlace } from '../staging/outputs-place.js';
import { rowsOfTenant } from '../../pipeline/staging/tenant.js';

describe.each(STORES)('following rows back on %s', (kind) => {
  const place = useOutputsPlace(kind);
  const trace = async (where?: string, limit = 10): Promise<Lineage> => {
    const database = rowsOfTenant(place.engine);
    const dataset = datasetNamed(await namedDatasets(database), 'orders');
    return traceRows({ dataset, where, limit, database, folder: place.folder });
  };

  test('names file, row, parser, job and output, and says whether they are as they were', async () => {
    const first = await place.write({ parser: 'p', output: 'orders', select: 'SELECT unnest([10, 20, 30]) AS n' });
    const second = await place.write({ parser: 'p', output: 'orders', select: 'SELECT 40 AS n' });
    const { rows, originCount, origins } = await trace('n > 10 and n < 40');
    expect([rows, originCount]).toEqual([2, 1]);
    expect(origins[0]).toMatchObject({
      source: `/in/${first.fileId}.csv`,
      sourceState: 'missing',
      rowNumbers: [2, 3],
      ...{ parser: 'p v1.0.0', parserHash: 'p 1.0.0', jobId: first.jobId },
      output: join(place.folder, first.path),
      outputHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      outputState: 'unchanged',
    });
    expect((await trace()).origins.map(({ jobId }) => jobId).sort()).toEqual([first.jobId, second.jobId].sort());
    expect(await trace('n = 0')).toEqual({ rows: 0, files: 0, originCount: 0, origins: [] });
  });

  test('knows the file that compaction put the rows into, and stops at the limit', async () => {
    const written = [];
    for (const n of [1, 2])
      written.push(await place.write({ parser: 'q', output: 'merged', select: `SELECT ${n} AS n` }));
    const database = rowsOfTenant(place.engine);
    const dataset = datasetNamed(await namedDatasets(database), 'merged');
    await compactDataset({ database, home: place.home, smallBytes: 1_000_000 }, dataset);
    const { originCount, origins } = await traceRows({ dataset, limit: 1, database, folder: place.folder });
    expect(originCount).toBe(2);
    expect(origins).toMatchObject([{ rows: 1, rowNumbers: [1], outputState: 'unchanged' }]);
    expect(written.map(({ path }) => join(place.folder, path))).not.toContain(origins[0]?.output);
  });

  test('lists 20 row numbers, counts the files, and tells damaged outputs', async () => {
    const database = rowsOfTenant(place.engine);
    const named = async () => datasetNamed(await namedDatasets(database), 'many');
    const select = 'SELECT range AS n FROM range(21)';
    const first = await place.write({ parser: 'r', output: 'many', select, sourceHash: '' });
    const others = [];
    for (let n = 0; n < 3; n++)
      others.push(await place.write({ parser: 'r', output: 'many', select: 'SELECT 99 AS n' }));
    const [same, cut, altered] = others;
    await database.query(
      `UPDATE cf_outputs SET created_at = 77, content_hash = 'content' WHERE job_id = '${first.jobId}'`,
    );
    await database.query(`UPDATE cf_outputs SET size_bytes = size_bytes + 1 WHERE job_id = '${cut!.jobId}'`);
    await database.query(`UPDATE cf_outputs SET sha256 = 'other' WHERE job_id = '${altered!.jobId}'`);
    const request = { database, folder: place.folder, limit: 10 };
    const { rows, files, originCount, origins } = await traceRows({ ...request, dataset: await named() });
    expect({ rows, files, originCount }).toEqual({ rows: 24, files: 4, originCount: 4 });
    const of = (jobId: string) => origins.find((origin) => origin.jobId === jobId);
    expect(of(first.jobId)).toMatchObject({
      ...{ parserHash: null, writtenAt: 77, sourceHash: 'content', rows: 21, outputState: 'unchanged' },
      rowNumbers: Array.from({ length: 20 }, (_, index) => index + 1),
    });
    expect(of(same!.jobId)).toMatchObject({ parserHash: 'r 1.0.0', outputState: 'unchanged' });
    for (const { jobId } of [cut!, altered!]) expect(of(jobId)?.outputState).toBe('changed');
    expect(origins.map(({ source }) => source)).toEqual(origins.map(({ source }) => source).sort());
    expect((await traceRows({ ...request, dataset: await named(), limit: 2 })).origins).toHaveLength(2);
  });

  test('ends when it is interrupted', async () => {
    const database = rowsOfTenant(place.engine);
    const dataset = datasetNamed(await namedDatasets(database), 'many');
    const signal = AbortSignal.abort();
    await expect(traceRows({ dataset, database, folder: place.folder, limit: 1, signal })).rejects.toMatchObject({
      code: 'INTERRUPTED',
    });
  });

  test('a condition that is no SQL, or writes, is refused', async () => {
    await expect(trace('n = = 1')).rejects.toMatchObject({ code: 'QUERY_FAILED' });
    await expect(trace("1=1); copy (select 1) to 'x.csv'; select (1")).rejects.toThrow(CasparianError);
  });
});
