import { join } from 'node:path';
import pg from 'pg';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { createWorker } from '../../../src/engine/index.js';
import { copyJobs, LOAD_JOB, waitForCommits } from '../../../src/operations/datasets/copies/copy-jobs.js';
import { followDatasets } from '../../../src/operations/datasets/copies/follow-datasets.js';
import { STORES } from '../../cli/store.js';
import { useOutputsPlace } from '../../datasets/staging/outputs-place.js';
import { jobEnds } from '../../engine/staging/workers.js';
import { rowsOfTenant } from '../../pipeline/staging/tenant.js';
import { createDatabase } from '../../services/postgres.js';

describe.each(STORES)('copies that follow their datasets on %s', (kind) => {
  const place = useOutputsPlace(kind);
  let loadTo: string;
  beforeAll(async () => {
    loadTo = await createDatabase(inject('postgresUrl'));
  });
  const follow = followDatasets({ load: ['ord*=sold', 'other.*'], delta: ['tab*'], delayMs: 0 })!;
  const change = (output: string, parser = 'shop'): Promise<void> =>
    rowsOfTenant(place.engine).transaction((tx) => follow(tx, [{ parser, output }]));
  const jobs = async (): Promise<{ id: string; payload: unknown }[]> =>
    (await place.engine.jobs({ type: LOAD_JOB.type })).map(({ id, payload }) => ({ id, payload }));

  test('changes share a job until it starts; then the next one follows', async () => {
    expect(followDatasets({ load: [], delta: [], delayMs: 0 })).toBeUndefined();
    expect(() => followDatasets({ load: ['orders='], delta: [], delayMs: 0 })).toThrow(
      "'orders=' is not a dataset to load",
    );
    await place.write({ parser: 'shop', output: 'orders', select: 'SELECT 1 AS id' });
    await change('orders');
    await change('orders');
    await change('customers');
    expect(await jobs()).toMatchObject([{ payload: { parser: 'shop', output: 'orders', table: 'sold' } }]);
    const [first] = await jobs();
    const definitions = copyJobs({
      ...{ database: place.engine.database, home: place.home, loadTo },
    });
    const worker = createWorker(place.engine, { jobs: definitions, concurrency: 1 });
    await worker.start();
    try {
      const ended = await jobEnds(place.engine, first!.id);
      expect(ended).toMatchObject({ status: 'completed', result: { rows_inserted: 1, rows_deleted: 0, jobs: 1 } });
      await place.write({ parser: 'shop', output: 'orders', select: 'SELECT 2 AS id' });
      await change('orders');
      const next = (await jobs()).find(({ id }) => id !== first!.id);
      await jobEnds(place.engine, next!.id);
      await place.write({ parser: 'shop', output: 'tables', select: 'SELECT 3 AS id' });
      await change('tables');
      const [publish] = await place.engine.jobs({ type: 'dataset.publish' });
      expect(await jobEnds(place.engine, publish!.id)).toMatchObject({
        result: { dataset: 'tables', location: join(place.folder, 'shop/tables'), version: 0, files_added: 1, rows: 1 },
      });
    } finally {
      await worker.stop({ graceMs: 0 });
    }
    const client = new pg.Client({ connectionString: loadTo });
    await client.connect();
    const { rows } = await client.query('SELECT id FROM sold ORDER BY id');
    await client.end();
    expect(rows).toEqual([{ id: 1 }, { id: 2 }]);
    expect(JSON.stringify(await place.engine.jobs())).not.toContain(new URL(loadTo).pathname);
  });

  test('a job waits for the commits that rely on it', async () => {
    const dataset = { parser: 'other', output: 'late' };
    const before = await jobs();
    let begun = (): void => undefined;
    const started = new Promise<void>((resolve) => (begun = resolve));
    let goOn = (): void => undefined;
    const allowed = new Promise<void>((resolve) => (goOn = resolve));
    const commit = rowsOfTenant(place.engine).transaction(async (tx) => {
      await follow(tx, [dataset]);
      begun();
      await allowed;
    });
    await started;
    const seen = waitForCommits(rowsOfTenant(place.engine), LOAD_JOB, dataset).then(jobs);
    // Time for it to read too early, if it did not wait.
    for (let round = 0; round < 20; round++) await place.engine.database.query('SELECT 1');
    goOn();
    await commit;
    // What is visible afterwards, not the order of two answers of the server, which come on two connections.
    expect(await seen).toHaveLength(before.length + 1);
  });
});
