import { createHash } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PostgresDatabase } from '../../../src/database/index.js';
import { hotFunctions } from '../../../src/engine/stores/postgres/functions.js';
import { PostgresJobStore } from '../../../src/engine/stores/postgres/index.js';
import { completionEnding } from '../../../src/engine/ending.js';
import { useStage } from '../staging/stage.js';
import { aJob } from '../staging/store-calls.js';

const ROWS = 5_000;
const OTHERS = `INSERT INTO cf_jobs (id, tenant, queue, type, status, payload, priority, run_at, max_attempts, created_at, fence, started_at,
    finished_at, lease_owner, lease_expires_at)
  SELECT gen_random_uuid(), 'acme', 'q', 't', status, '{}', 2, 0, 1, 0, 1, 0, CASE status WHEN 'completed' THEN 0 END,
    CASE status WHEN 'running' THEN 'other' END, CASE status WHEN 'running' THEN cf_now() + 60000 END
  FROM generate_series(1, ${ROWS}), unnest(ARRAY['completed', 'running', 'pending']) AS status`;
const ROWS_READ = `SELECT seq_tup_read + idx_tup_fetch AS count FROM pg_stat_user_tables WHERE relname = 'cf_jobs'`;

describe('functions that keep their plans', () => {
  const stage = useStage('PostgreSQL');

  test('read a full table by its indexes, although they were planned while it was empty', async () => {
    const database = new PostgresDatabase(stage.url, { poolSize: 1 });
    onTestFinished(() => database.close());
    const store = new PostgresJobStore(database);
    const rowsRead = async () => {
      await database.query('SELECT pg_stat_force_next_flush()');
      return (await database.query<{ count: number }>(ROWS_READ))[0]?.count ?? 0;
    };
    /** Enqueues, finds, claims and ends jobs with and without a result: of one lane, then of two. */
    const useAll = async () => (await use('mine')) + (await use('mine', 'ours'));
    const use = async (...types: string[]) => {
      await store.enqueue(types.flatMap((type) => [aJob({ type }), aJob({ type })]));
      const { lanes } = await store.findReadyLanes({ types });
      const jobs = await store.claim(
        'worker',
        60_000,
        lanes.map((lane) => ({ ...lane, quota: 2 })),
      );
      const endings = jobs.map((job, index) => ({
        ...completionEnding(job, { warned: false, result: index === 0 ? null : '1' }),
        measured: { job, elapsedMs: 1 },
      }));
      expect(await store.finish('worker', endings)).toEqual([]);
      return jobs.length;
    };

    expect(await useAll()).toBe(6);
    await stage.engine.database.query(OTHERS);
    const before = await rowsRead();
    expect(await useAll()).toBe(6);
    // A scan of any index would read as many as there are rows of one status.
    expect((await rowsRead()) - before).toBeLessThan(ROWS / 10);
  });

  test('are created again by a migration if their text changes', () => {
    const hash = createHash('sha256').update(hotFunctions()).digest('hex').slice(0, 16);
    expect(hash, 'add a migration that runs hotFunctions() again, then change this hash').toBe('2b4f28964e93b114');
  });
});
