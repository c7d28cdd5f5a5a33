import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { namedDatasets, type Verification, verifyOutputs } from '../../../src/datasets/index.js';
import { STORES } from '../../cli/store.js';
import { useOutputsPlace } from '../staging/outputs-place.js';
import { rowsOfTenant } from '../../pipeline/staging/tenant.js';

describe.each(STORES)('verifying on %s', (kind) => {
  const place = useOutputsPlace(kind);
  const verify = async (): Promise<Verification> => {
    const database = rowsOfTenant(place.engine);
    return verifyOutputs(await namedDatasets(database), { database, folder: place.folder });
  };

  test('finds files that are gone, cut or changed, and says whose they are', async () => {
    expect(await verify()).toEqual({ checked: 0, ok: 0, missing: [], changed: [] });
    const written = [];
    for (let n = 0; n < 6; n++) {
      written.push(await place.write({ parser: 'p', output: 'orders', select: `SELECT ${n} AS n` }));
    }
    const steps: number[] = [];
    const database = rowsOfTenant(place.engine);
    const onProgress = (files: number): void => void steps.push(files);
    await verifyOutputs(await namedDatasets(database), { database, folder: place.folder, onProgress });
    expect(steps).toEqual([1, 2, 3, 4, 5, 6]);
    const [gone, cut, changed, superseded] = written.map(({ path }) => join(place.folder, path));
    const bytes = Buffer.alloc(1);
    await rm(gone!);
    await writeFile(cut!, 'PAR1');
    await writeFile(changed!, bytes, { flag: 'r+' });
    // Nobody reads what was superseded.
    await place.write({ parser: 'p', output: 'orders', select: 'SELECT 9 AS n', fileId: written[3]!.fileId });
    await rm(superseded!);
    const found = await verify();
    expect(found).toMatchObject({ checked: 6, ok: 3 });
    expect(found.missing).toEqual([
      { path: gone, dataset: 'orders', jobId: written[0]!.jobId, source: null, reason: 'missing' },
    ]);
    expect(found.changed.map(({ path, reason }) => [path, reason]).sort()).toEqual(
      [
        [cut, 'size'],
        [changed, 'content'],
      ].sort(),
    );
  });

  test('ends when it is interrupted', async () => {
    const database = rowsOfTenant(place.engine);
    const signal = AbortSignal.abort();
    await expect(
      verifyOutputs(await namedDatasets(database), { database, folder: place.folder, signal }),
    ).rejects.toThrow();
  });
});
