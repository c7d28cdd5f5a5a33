import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { datasetNamed, namedDatasets } from '../../../src/datasets/index.js';
import { compactDataset, type Lineage, traceRows } from '../../../src/datasets/sql.js';
import { CasparianError } from '../../../src/platform/index.js';
import { STORES } from '../../cli/store.js';
import { useOutputsPlace } from '../staging/outputs-place.js';

describe.each(STORES)('following rows back on %s', (kind) => {
  const place = useOutputsPlace(kind);
  const trace = async (where?: string, limit = 10): Promise<Lineage> => {
    const { database } = place.engine;
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
      sourceStanding: 'missing',
      rowNumbers: [2, 3],
      ...{ parser: 'p v1.0.0', parserHash: 'p 1.0.0', jobId: first.jobId },
      output: join(place.folder, first.path),
      outputHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      outputStanding: 'unchanged',
    });
    expect((await trace()).origins.map(({ jobId }) => jobId).sort()).toEqual([first.jobId, second.jobId].sort());
    expect(await trace('n = 0')).toEqual({ rows: 0, files: 0, originCount: 0, origins: [] });
  });

  test('knows the file that compaction put the rows into, and stops at the limit', async () => {
    const written = [];
    for (const n of [1, 2])
      written.push(await place.write({ parser: 'q', output: 'merged', select: `SELECT ${n} AS n` }));
    const { database } = place.engine;
    const dataset = datasetNamed(await namedDatasets(database), 'merged');
    await compactDataset({ database, home: place.home, smallBytes: 1_000_000 }, dataset);
    const { originCount, origins } = await traceRows({ dataset, limit: 1, database, folder: place.folder });
    expect(originCount).toBe(2);
    expect(origins).toMatchObject([{ rows: 1, rowNumbers: [1], outputStanding: 'unchanged' }]);
    expect(written.map(({ path }) => join(place.folder, path))).not.toContain(origins[0]?.output);
  });

  test('a condition that is no SQL, or writes, is refused', async () => {
    await expect(trace('n = = 1')).rejects.toMatchObject({ code: 'QUERY_FAILED' });
    await expect(trace("1=1); copy (select 1) to 'x.csv'; select (1")).rejects.toThrow(CasparianError);
  });
});
