import { describe, expect, test } from 'vitest';
import { cancelJob, cancelRequests } from '../../src/engine/cancel.js';
import { newId } from '../../src/platform/index.js';
import { allRows, rowOf } from './staging/rows.js';
import { STORES, useStage } from './staging/stage.js';
import { anEnding, claimDue, enqueueOne, ids, runningJob } from './staging/store-calls.js';

describe.each(STORES)('cancelling on %s', (storeName) => {
  const stage = useStage(storeName);

  test('a pending job ends at once', async () => {
    const id = await enqueueOne(stage.store);
    expect(await stage.engine.cancel(id)).toMatchObject({ id, status: 'cancelled', attempts: 0 });
    const row = await rowOf(stage.engine.database, id);
    expect(row.finished_at).not.toBeNull();
    expect(await claimDue(stage.store)).toEqual([]);
  });

  test('a running job is marked, for its holder to see', async () => {
    const job = await runningJob(stage.store);
    const other = await runningJob(stage.store, {}, { owner: 'worker-b' });
    expect(await stage.engine.cancel(job.id)).toMatchObject({ status: 'running', leaseOwner: 'worker-a' });
    await stage.engine.cancel(other.id);
    expect(await cancelRequests(stage.engine.database, 'worker-a')).toEqual([job.id]);
  });

  test('asking twice is asking once', async () => {
    const job = await runningJob(stage.store);
    await stage.engine.cancel(job.id);
    const first = await rowOf(stage.engine.database, job.id);
    expect((await stage.engine.cancel(job.id)).status).toBe('running');
    expect((await rowOf(stage.engine.database, job.id)).cancel_requested_at).toBeGreaterThanOrEqual(
      first.cancel_requested_at!,
    );
  });

  test.each(['completed', 'failed', 'dead_letter', 'cancelled'] as const)(
    'a job that is %s cannot be cancelled',
    async (status) => {
      const job = await runningJob(stage.store);
      await stage.store.finish('worker-a', [anEnding(job, { status })]);
      const before = await allRows(stage.engine.database);
      await expect(stage.engine.cancel(job.id)).rejects.toMatchObject({
        ...{ code: 'JOB_STATE_CONFLICT', exitCode: 3, why: `It is ${status} already.` },
      });
      expect(await allRows(stage.engine.database)).toEqual(before);
    },
  );

  test.each([newId(), 'no-id', '', "'; DROP TABLE cf_jobs; --"])("there is no job '%s' to cancel", async (id) => {
    await expect(stage.engine.cancel(id)).rejects.toMatchObject({ code: 'JOB_NOT_FOUND', exitCode: 3 });
  });

  test('an id in capitals is the same id', async () => {
    const id = await enqueueOne(stage.store);
    expect((await stage.engine.cancel(id.toUpperCase())).id).toBe(id);
  });

  test('a job that moves between running and pending while it is cancelled is cancelled all the same', async () => {
    const job = await runningJob(stage.store);
    let releases = 0;
    // The worker lets go of the job between any two statements of the cancel.
    const meanwhile = new Proxy(stage.engine.database, {
      get: (target, name) => {
        if (name !== 'query') return Reflect.get(target, name, target) as unknown;
        return async (...args: [string, (readonly unknown[])?]) => {
          const rows = await target.query(...args);
          if (/^update/i.test(args[0]) && releases++ === 0) {
            await stage.store.finish('worker-a', [anEnding(job, { status: 'pending' })]);
          }
          return rows;
        };
      },
    });
    expect((await cancelJob(meanwhile, job.id)).status).toBe('cancelled');
    expect((await rowOf(stage.engine.database, job.id)).status).toBe('cancelled');
    expect(ids(await claimDue(stage.store))).toEqual([]);
  });
});
