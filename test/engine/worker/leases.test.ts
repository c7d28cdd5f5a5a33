import { describe, expect, test, vi } from 'vitest';
import { complete, defineJob, type Renewal, type RescuedJob } from '../../../src/engine/index.js';
import { waitUntil } from '../../services/wait-until.js';
import { advanceTime, databaseNow } from '../staging/advance-time.js';
import { later } from '../staging/later.js';
import { STORES, useStage } from '../staging/stage.js';
import { enqueueOne, runningJob } from '../staging/store-calls.js';
import { jobEnds, jobIs, startWorker } from '../staging/workers.js';

describe.each(STORES)('leases on %s', (storeName) => {
  const stage = useStage(storeName);

  test('a job that runs longer than its lease is renewed, and stays with its worker', async () => {
    const gate = later();
    const definition = defineJob({ type: 'x', run: () => gate.promise });
    await startWorker(stage, [definition], { leaseMs: 60_000, renewEveryMs: 20 });
    const { id } = await stage.engine.enqueue(definition, {});
    await jobIs(stage.engine, id, (job) => job.status === 'running');
    await startWorker(stage, [definition], { engine: await stage.openAnother(), pollEveryMs: 20 });
    for (let minutes = 0; minutes < 4; minutes++) {
      await advanceTime(stage.engine.database, 40_000);
      const now = await databaseNow(stage.engine.database);
      await jobIs(stage.engine, id, (job) => (job.leaseExpiresAt ?? 0) > now + 50_000);
    }
    gate.resolve();
    expect(await jobEnds(stage.engine, id)).toMatchObject({ status: 'completed', fence: 1, attempts: 0, crashes: 0 });
  });

  test('a job whose worker is gone is taken over by another, charged as a crash', async () => {
    const job = await runningJob(stage.store, { type: 'x' }, { owner: 'the dead' });
    const rescued: RescuedJob[] = [];
    const definition = defineJob({ type: 'x', run: () => 'alive' });
    await startWorker(stage, [definition], { pollEveryMs: 20, observer: { rescued: (jobs) => rescued.push(...jobs) } });
    await advanceTime(stage.engine.database, 120_000);
    const ended = await jobEnds(stage.engine, job.id);
    expect(ended).toMatchObject({ status: 'completed', result: 'alive', fence: 2, attempts: 1, crashes: 1 });
    expect(ended.errors).toMatchObject([{ code: 'WORKER_CRASHED', worker: 'the dead' }]);
    expect(rescued).toMatchObject([{ id: job.id, owner: 'the dead', crashes: 1 }]);
  });

  test('jobs of the dead are taken over at the start of a worker, even of types it does not serve', async () => {
    const job = await runningJob(stage.store, { type: 'other' }, { owner: 'the dead' });
    await advanceTime(stage.engine.database, 120_000);
    await startWorker(stage, [defineJob({ type: 'x', run: () => undefined })]);
    expect(await stage.engine.job(job.id)).toMatchObject({ status: 'pending', crashes: 1 });
  });

  test('a worker that lost its job learns of it, aborts the handler, and does not overwrite the new owner', async () => {
    let reason: unknown;
    let write = 0;
    const gate = later();
    const definition = defineJob({
      type: 'work',
      run: async (_, { signal }) => {
        signal.addEventListener('abort', () => (reason = signal.reason as unknown));
        await gate.promise;
        return complete('stale', { write: async () => void write++ });
      },
    });
    const renewals: Renewal[] = [];
    const worker = await startWorker(stage, [definition], {
      leaseMs: 60_000,
      renewEveryMs: 60,
      observer: { renewed: (renewal) => renewals.push(renewal) },
    });
    const id = await enqueueOne(stage.store);
    stage.engine.wake();
    await jobIs(stage.engine, id, (job) => job.status === 'running');
    // Another takes the job between two renewals.
    await stage.engine.database.script(`UPDATE cf_jobs SET fence = fence + 1, lease_owner = 'the new one'`);
    await waitUntil(() => reason !== undefined, { for: 'the abort', intervalMs: 5 });
    expect(reason).toMatchObject({ code: 'LEASE_LOST' });
    gate.resolve();
    await waitUntil(() => worker.status.running === 0, { for: 'the handler', intervalMs: 5 });
    await worker.stop();
    expect(await stage.engine.job(id)).toMatchObject({ status: 'running', leaseOwner: 'the new one', result: null });
    expect(write).toBe(0);
    expect(renewals.some((renewal) => renewal.lost.includes(id))).toBe(true);
  });

  test('an ending that comes too late is refused, and said to be', async () => {
    const gate = later();
    const definition = defineJob({ type: 'work', run: () => gate.promise });
    const ended = vi.fn();
    await startWorker(stage, [definition], { observer: { ended }, pollEveryMs: 60_000 });
    const id = await enqueueOne(stage.store);
    stage.engine.wake();
    await jobIs(stage.engine, id, (job) => job.status === 'running');
    // Another takes the job over. Not by its expired lease: this worker would renew it, if it looked for work just then.
    await stage.engine.database.script(`UPDATE cf_jobs SET fence = fence + 1, lease_owner = 'the new one'`);
    gate.resolve();
    await waitUntil(() => ended.mock.calls.length > 0, { for: 'the ending', intervalMs: 5 });
    expect(ended.mock.calls[0]![2]).toMatchObject({ refused: true, started: true });
    expect(await stage.engine.job(id)).toMatchObject({
      status: 'running',
      leaseOwner: 'the new one',
      fence: 2,
    });
  });

  test('a worker that slept past its own leases renews them before it looks for the dead', async () => {
    const gate = later();
    const definition = defineJob({ type: 'x', run: () => gate.promise });
    await startWorker(stage, [definition], { pollEveryMs: 20 });
    const { id } = await stage.engine.enqueue(definition, {});
    await jobIs(stage.engine, id, (job) => job.status === 'running');
    await advanceTime(stage.engine.database, 120_000);
    const now = await databaseNow(stage.engine.database);
    await jobIs(stage.engine, id, (job) => (job.leaseExpiresAt ?? 0) > now);
    gate.resolve();
    expect(await jobEnds(stage.engine, id)).toMatchObject({ status: 'completed', fence: 1, crashes: 0 });
  });

  test('a worker whose own job expired and came back to it ends the new attempt only', async () => {
    const gates = [later<string>(), later<string>()];
    let attempts = 0;
    const aborted: unknown[] = [];
    const definition = defineJob({
      type: 'x',
      run: (_, { signal, fence }) => {
        signal.addEventListener('abort', () => aborted.push([fence, (signal.reason as { code: string }).code]));
        return gates[attempts++]!.promise;
      },
    });
    const worker = await startWorker(stage, [definition], { pollEveryMs: 60_000, abortGraceMs: 60_000 });
    const { id } = await stage.engine.enqueue(definition, {});
    await jobIs(stage.engine, id, (job) => job.status === 'running');
    await advanceTime(stage.engine.database, 120_000);
    await stage.store.rescue(10);
    // A suspect would wait until the worker is idle. This test is about two attempts at the same time.
    await stage.engine.database.query('UPDATE cf_jobs SET suspicion = 0');
    stage.engine.wake();
    await jobIs(stage.engine, id, (job) => job.fence === 2 && job.status === 'running');
    await waitUntil(() => attempts === 2, { for: 'the second attempt', intervalMs: 5 });
    expect(aborted).toEqual([[1, 'LEASE_LOST']]);
    gates[0]!.resolve('first');
    await waitUntil(() => worker.status.running === 1, { for: 'the first to end', intervalMs: 5 });
    expect((await stage.engine.job(id)).status).toBe('running');
    gates[1]!.resolve('second');
    expect(await jobEnds(stage.engine, id)).toMatchObject({ status: 'completed', result: 'second', crashes: 1 });
  });
});
