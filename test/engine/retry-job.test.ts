import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/index.js';
import { databaseNow } from './staging/advance-time.js';
import { STORES, useStage } from './staging/stage.js';
import { anEnding, claimDue, enqueueOne, ids, runningJob } from './staging/store-calls.js';

describe.each(STORES)('retrying by hand on %s', (storeName) => {
  const stage = useStage(storeName);

  test.each(['failed', 'dead_letter', 'cancelled'] as const)(
    'a job that is %s runs again with fresh counters, and keeps its errors',
    async (status) => {
      const job = await runningJob(stage.store);
      const errors = '[{"code":"X"}]';
      await stage.engine.cancel(job.id);
      await stage.store.finish('worker-a', [anEnding(job, { status, charge: 1, crash: 1, errors })]);
      expect(await stage.engine.retry(job.id)).toMatchObject({
        ...{ status: 'pending', attempts: 0, crashes: 0, errors: [{ code: 'X' }] },
        ...{ finishedAt: null, cancelRequestedAt: null, leaseOwner: null },
      });
      const [again] = await claimDue(stage.store);
      expect(again).toMatchObject({ id: job.id, fence: job.fence + 1 });
    },
  );

  test('a job that waits for later runs now', async () => {
    const id = await enqueueOne(stage.store, { delayMs: 500_000 });
    expect((await stage.engine.retry(id)).runAt).toBeLessThanOrEqual(await databaseNow(stage.engine.database));
    expect(ids(await claimDue(stage.store))).toEqual([id]);
  });

  test.each(['completed', 'completed_with_warnings', 'running'] as const)(
    'a job that is %s cannot be retried',
    async (status) => {
      const job = await runningJob(stage.store);
      if (status !== 'running') await stage.store.finish('worker-a', [anEnding(job, { status })]);
      await expect(stage.engine.retry(job.id)).rejects.toMatchObject({ code: 'JOB_STATE_CONFLICT', exitCode: 3 });
      expect((await stage.engine.job(job.id)).status).toBe(status);
    },
  );

  test('a job beside the one that is meant stays as it is', async () => {
    const [meant, other] = [await runningJob(stage.store), await runningJob(stage.store)];
    await stage.store.finish('worker-a', [
      anEnding(meant, { status: 'failed' }),
      anEnding(other, { status: 'failed' }),
    ]);
    await stage.engine.retry(meant.id);
    expect((await stage.engine.job(other.id)).status).toBe('failed');
  });

  test.each([
    ['running', { action: 'job.cancel' }],
    ['completed', 'Enqueue a new job instead.'],
  ] as const)('the error says what to do instead for a job that is %s', async (status, next) => {
    const job = await runningJob(stage.store);
    if (status === 'completed') await stage.store.finish('worker-a', [anEnding(job)]);
    await expect(stage.engine.retry(job.id)).rejects.toMatchObject({
      ...{ why: `It is ${status}.`, next: [next] },
    });
  });

  test('there is nothing to retry where there is no job', async () => {
    await expect(stage.engine.retry(newId())).rejects.toMatchObject({ code: 'JOB_NOT_FOUND' });
  });
});
