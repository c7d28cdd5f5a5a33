import { describe, expect, test } from 'vitest';
import { createWorker, defineJob, listWorkers, type Trigger } from '../../../src/engine/index.js';
import { waitUntil } from '../../services/wait-until.js';
import { later } from '../staging/later.js';
import { allRows } from '../staging/rows.js';
import { STORES, useStage } from '../staging/stage.js';
import { startWorker } from '../staging/workers.js';

describe.each(STORES)('stopping a worker on %s', (storeName) => {
  const stage = useStage(storeName);

  test('jobs that finish within the grace are completed', async () => {
    const [begun, gate] = [later(), later()];
    const run = (): Promise<string> => (begun.resolve(), gate.promise.then(() => 'done'));
    const definition = defineJob({ type: 'x', run });
    const worker = await startWorker(stage, [definition]);
    const { id } = await stage.engine.enqueue(definition, {});
    // Not when its row says so: the answer to the claim may still be on its way to the worker.
    await begun.promise;
    const stopped = worker.stop();
    gate.resolve();
    expect(await stopped).toEqual({ returned: 0 });
    expect(await stage.engine.job(id)).toMatchObject({ status: 'completed', result: 'done' });
  });

  test('a trigger that cannot be stopped does not keep jobs from going back', async () => {
    const begun = later();
    const definition = defineJob({ type: 'x', run: () => (begun.resolve(), new Promise(() => undefined)) });
    const stubborn: Trigger = {
      name: 'stubborn',
      start: () => Promise.resolve(),
      stop: () => Promise.reject(new Error('never')),
    };
    const worker = createWorker(stage.engine, { jobs: [definition], triggers: [stubborn] });
    await worker.start();
    const { id } = await stage.engine.enqueue(definition, {});
    await begun.promise;
    expect(await worker.stop({ graceMs: 0 })).toEqual({ returned: 1 });
    expect(await stage.engine.job(id)).toMatchObject({ status: 'pending', attempts: 0 });
  });

  test('jobs that do not finish within the grace are aborted and go back uncharged', async () => {
    const reasons: unknown[] = [];
    const definition = defineJob({
      type: 'x',
      run: (_, { signal }) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => {
            reasons.push(signal.reason);
            reject(new Error('aborted'));
          }),
        ),
    });
    const worker = await startWorker(stage, [definition], { concurrency: 3 });
    await stage.engine.enqueueMany(definition, [1, 2, 3]);
    await waitUntil(() => worker.status.running === 3, { for: 'all to run', intervalMs: 5 });
    expect(await worker.stop({ graceMs: 10 })).toEqual({ returned: 3 });
    expect(reasons).toMatchObject([
      { code: 'WORKER_STOPPING' },
      { code: 'WORKER_STOPPING' },
      { code: 'WORKER_STOPPING' },
    ]);
    for (const row of await allRows(stage.engine.database)) {
      expect(row).toMatchObject({ status: 'pending', attempts: 0, crashes: 0, errors: null, lease_owner: null });
    }
  });

  test('a handler that does not listen does not keep the worker, and its job goes back uncharged', async () => {
    const begun = later();
    const definition = defineJob({ type: 'x', run: () => (begun.resolve(), new Promise(() => undefined)) });
    const worker = await startWorker(stage, [definition]);
    const { id } = await stage.engine.enqueue(definition, {});
    await begun.promise;
    expect(await worker.stop({ graceMs: 0 })).toEqual({ returned: 1 });
    expect(await stage.engine.job(id)).toMatchObject({ status: 'pending', attempts: 0, crashes: 0 });
  });

  test('a handler that ignored its cancel does not outlive the stop either', async () => {
    const begun = later();
    const definition = defineJob({ type: 'x', run: () => (begun.resolve(), new Promise(() => undefined)) });
    const worker = await startWorker(stage, [definition], { abortGraceMs: 60_000 });
    const { id } = await stage.engine.enqueue(definition, {});
    await begun.promise;
    await stage.engine.cancel(id);
    await worker.stop({ graceMs: 0 });
    expect(await stage.engine.job(id)).toMatchObject({ status: 'cancelled' });
  });

  test('jobs that were taken ahead go back uncharged, and keep their place', async () => {
    const gate = later();
    let block = false;
    const definition = defineJob({ type: 'x', run: () => (block ? gate.promise : undefined) });
    const worker = await startWorker(stage, [definition], { concurrency: 2, pollEveryMs: 60_000 });
    // Quick jobs teach the worker to take ahead; then all stands still with jobs in its hands.
    await stage.engine.enqueueMany(definition, Array(200).fill(1));
    await waitUntil(async () => worker.status.running === 0 && worker.status.buffered === 0 && (await open()) === 0, {
      ...{ for: 'the quick ones', intervalMs: 5 },
    });
    block = true;
    await stage.engine.enqueueMany(definition, Array(300).fill(1));
    await waitUntil(() => worker.status.buffered > 10, { for: 'jobs ahead', intervalMs: 2 });
    const { buffered } = worker.status;
    const stopped = worker.stop({ graceMs: 10_000 });
    await waitUntil(() => worker.status.buffered === 0, { for: 'their return', intervalMs: 2 });
    gate.resolve();
    expect((await stopped).returned).toBe(buffered);
    const rows = await allRows(stage.engine.database);
    const returned = rows.filter((row) => row.status === 'pending' && row.fence === 1);
    expect(returned).toHaveLength(buffered);
    expect(rows.every((row) => row.attempts === 0 && row.crashes === 0 && row.lease_owner === null)).toBe(true);

    async function open(): Promise<number> {
      return (await allRows(stage.engine.database)).filter((row) => row.finished_at === null).length;
    }
  });

  test('it claims nothing any more, and is gone from the list of workers', async () => {
    const definition = defineJob({ type: 'x', run: () => undefined });
    const worker = await startWorker(stage, [definition], { id: 'short-lived' });
    expect((await listWorkers(stage.engine.database)).map(({ id, alive }) => [id, alive])).toEqual([
      ['short-lived', true],
    ]);
    await worker.stop();
    expect(worker.status).toEqual({ state: 'stopped', running: 0, buffered: 0, databaseReachable: true });
    expect(await listWorkers(stage.engine.database)).toEqual([]);
    const { id } = await stage.engine.enqueue(definition, {});
    expect((await stage.engine.job(id)).status).toBe('pending');
  });

  test('stopping twice is stopping once', async () => {
    const worker = await startWorker(stage, [defineJob({ type: 'x', run: () => undefined })]);
    const [first, second] = await Promise.all([worker.stop(), worker.stop()]);
    expect(first).toEqual(second);
    await worker.stop();
  });

  test('a worker that never started can be stopped', async () => {
    const worker = createWorker(stage.engine, { jobs: [] });
    expect(await worker.stop()).toEqual({ returned: 0 });
  });

  test('an endless grace waits for the job', async () => {
    const [begun, gate] = [later(), later()];
    let aborted = false;
    const definition = defineJob({
      type: 'x',
      run: (_, { signal }) => {
        signal.addEventListener('abort', () => (aborted = true));
        begun.resolve();
        return gate.promise;
      },
    });
    let renewals = 0;
    const worker = await startWorker(stage, [definition], {
      ...{ leaseMs: 60_000, renewEveryMs: 20, observer: { renewed: () => void renewals++ } },
    });
    const { id } = await stage.engine.enqueue(definition, {});
    await begun.promise;
    const stopped = worker.stop({ graceMs: Infinity });
    // A timer of so long would overflow and ring after a millisecond, long before the third renewal.
    const before = renewals;
    await waitUntil(() => renewals >= before + 3, { for: 'renewals during the stop', intervalMs: 5 });
    gate.resolve();
    await stopped;
    expect(aborted).toBe(false);
    expect((await stage.engine.job(id)).status).toBe('completed');
  });
});
