import { describe, expect, test } from 'vitest';
import { explainJob } from '../../src/engine/index.js';
import { announceWorker } from '../../src/engine/workers.js';
import { newId } from '../../src/platform/index.js';
import { advanceTime } from './staging/advance-time.js';
import { STORES, useStage } from './staging/stage.js';
import { aJob, anEnding, claimDue, enqueueOne, LEASE_MS, runningJob } from './staging/store-calls.js';

describe.each(STORES)('why a job is not running on %s', (storeName) => {
  const stage = useStage(storeName);

  const why = async (id: string): Promise<[string, string][]> => {
    const { reasons } = await explainJob(stage.engine.database, id);
    return reasons.map((reason) => [reason.code, reason.message]);
  };
  const workerIsThere = (values: Partial<Parameters<typeof announceWorker>[1]> = {}) =>
    announceWorker(stage.engine.database, {
      ...{ id: 'w1', instance: 'i1', reach: { types: ['work'] }, concurrency: 2, leaseMs: LEASE_MS },
      ...values,
    });

  test('finished: it ended, and how', async () => {
    const job = await runningJob(stage.store);
    const errors = '[{"code":"HTTP_CLIENT_ERROR","message":"404"}]';
    await stage.store.finish('worker-a', [anEnding(job, { status: 'failed', errors })]);
    expect(await why(job.id)).toEqual([
      [
        'finished',
        expect.stringMatching(/^It is not waiting: it ended as failed at \d{4}-.*: 404 \(HTTP_CLIENT_ERROR\)\.$/),
      ],
    ]);
  });

  test('finished: a completed job does not quote the errors of earlier attempts', async () => {
    const job = await runningJob(stage.store);
    await stage.store.finish('worker-a', [anEnding(job, { errors: '[{"code":"X","message":"early trouble"}]' })]);
    expect((await why(job.id))[0]![1]).not.toContain('early trouble');
  });

  test('running: who holds it, until when', async () => {
    const job = await runningJob(stage.store);
    expect(await why(job.id)).toEqual([
      ['running', expect.stringMatching(/lease held by worker-a until \d{4}-.*Z \(fence 1\)/)],
    ]);
  });

  test('lease_expired: its worker stopped renewing', async () => {
    const job = await runningJob(stage.store);
    await advanceTime(stage.engine.database, LEASE_MS + 1_000);
    expect(await why(job.id)).toEqual([['lease_expired', expect.stringContaining('worker-a')]]);
  });

  test('cancel_requested: somebody wants it to stop', async () => {
    const job = await runningJob(stage.store);
    await stage.engine.cancel(job.id);
    expect((await why(job.id)).map(([code]) => code)).toEqual(['running', 'cancel_requested']);
  });

  test('queue_paused: with the reason and the way out', async () => {
    await workerIsThere();
    const id = await enqueueOne(stage.store, { queue: 'mail' });
    await stage.engine.pauseQueue('mail', 'the server is full');
    const { reasons } = await explainJob(stage.engine.database, id);
    expect(reasons).toMatchObject([
      {
        code: 'queue_paused',
        message: expect.stringMatching(/paused since .* \(the server is full\)\.$/) as string,
        next: [{ action: 'queue.resume', arguments: ['mail'] }],
      },
    ]);
  });

  test('scheduled: for later', async () => {
    await workerIsThere();
    const id = await enqueueOne(stage.store, { delayMs: 7_200_000 });
    expect(await why(id)).toEqual([['scheduled', expect.stringMatching(/scheduled for .*Z, in (2 h|1 h 59 min)/)]]);
  });

  test('waiting_to_retry: which attempt failed with what', async () => {
    await workerIsThere();
    const job = await runningJob(stage.store);
    const errors = '[{"code":"NETWORK_ERROR","message":"gone"}]';
    await stage.store.finish('worker-a', [anEnding(job, { status: 'pending', delayMs: 60_000, charge: 1, errors })]);
    expect(await why(job.id)).toEqual([
      ['waiting_to_retry', expect.stringContaining('attempt 1 of 5 failed (NETWORK_ERROR: gone)')],
    ]);
  });

  test('no_worker: nobody is there at all', async () => {
    const id = await enqueueOne(stage.store);
    expect(await why(id)).toEqual([['no_worker', expect.stringContaining('No worker is running')]]);
  });

  test('no_worker: nobody serves its type', async () => {
    await workerIsThere({ reach: { types: ['other'] } });
    const id = await enqueueOne(stage.store);
    expect(await why(id)).toEqual([['no_worker', expect.stringContaining("none serves 'work'")]]);
  });

  test('no_worker: nobody serves its queue, or its tenant', async () => {
    await workerIsThere({ id: 'w1', reach: { types: ['work'], queues: ['mail'] } });
    await workerIsThere({ id: 'w2', reach: { types: ['work'], tenants: ['acme'] } });
    const id = await enqueueOne(stage.store);
    expect(await why(id)).toEqual([['no_worker', expect.stringContaining("none of them queue 'default'")]]);
  });

  test('no_worker: the one that was there has not been heard of', async () => {
    await workerIsThere();
    await advanceTime(stage.engine.database, LEASE_MS + 1_000);
    const id = await enqueueOne(stage.store);
    expect((await why(id)).map(([code]) => code)).toEqual(['no_worker']);
  });

  test('limit_reached: all that serve it are busy', async () => {
    await workerIsThere({ id: 'worker-a', concurrency: 2 });
    await stage.store.enqueue([aJob(), aJob()]);
    await claimDue(stage.store);
    const id = await enqueueOne(stage.store);
    expect(await why(id)).toEqual([['limit_reached', expect.stringContaining('worker-a (2 at once)')]]);
  });

  test('next_in_line: how many are ahead', async () => {
    await workerIsThere();
    const [first, , urgent] = [
      await enqueueOne(stage.store),
      await enqueueOne(stage.store, { tenant: 'acme' }),
      await enqueueOne(stage.store, { priority: 0 }),
    ];
    await enqueueOne(stage.store, { delayMs: 50_000 });
    const last = await enqueueOne(stage.store);
    expect((await why(urgent))[0]).toEqual(['next_in_line', expect.stringContaining('next in line')]);
    expect((await why(first))[0]).toEqual(['next_in_line', expect.stringContaining('1 job of its kind is ahead')]);
    expect((await why(last))[0]).toEqual(['next_in_line', expect.stringContaining('2 jobs of its kind are ahead')]);
  });

  test('every reason that holds is given', async () => {
    const id = await enqueueOne(stage.store, { delayMs: 60_000 });
    await stage.engine.pauseQueue('default');
    expect((await why(id)).map(([code]) => code)).toEqual(['queue_paused', 'scheduled', 'no_worker']);
  });

  test('there is no reason without a job', async () => {
    await expect(why(newId())).rejects.toMatchObject({ code: 'JOB_NOT_FOUND' });
  });
});
