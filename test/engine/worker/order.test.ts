import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { defineJob, Engine, type JobStore, type Priority } from '../../../src/engine/index.js';
import { waitUntil } from '../../services/wait-until.js';
import { later } from '../staging/later.js';
import { STORES, useStage } from '../staging/stage.js';
import { allJobsEnd, jobIs, startWorker } from '../staging/workers.js';

describe.each(STORES)('the order of work on %s', (storeName) => {
  const stage = useStage(storeName);

  test('one tenant with two thousand jobs does not keep another with ten from its turn', async () => {
    const order: string[] = [];
    const definition = defineJob({
      type: 'x',
      run: async (_, { job }) => {
        order.push(job.tenant);
        await sleep(2);
      },
    });
    await stage.engine.enqueueMany(definition, Array(2_000).fill(1), { tenant: 'flood' });
    await stage.engine.enqueueMany(definition, Array(10).fill(1), { tenant: 'small' });
    await startWorker(stage, [definition], { concurrency: 4 });
    const served = (): number => order.filter((tenant) => tenant === 'small').length;
    await waitUntil(() => served() === 10, { for: 'the small tenant', intervalMs: 5 });
    // Every claim is shared evenly, and brings what the worker gets through in a tenth of a second: at most 200 here.
    expect(order.lastIndexOf('small')).toBeLessThan(500);
  });

  test('a claim is sent while claimed jobs still wait, although their handlers never wait for anything', async () => {
    const JOBS = 5_000;
    let ran = 0;
    let claimed = 0;
    /** How many jobs waited in this process when a claim was sent; drivers send at the end of the turn. */
    const waiting: number[] = [];
    const definition = defineJob({ type: 'x', run: async () => void ran++ });
    const engine = new Engine(stage.engine.database, { database: stage.url });
    const claim: JobStore['claim'] = async (...args) => {
      process.nextTick(() => waiting.push(claimed - ran));
      const jobs = await stage.store.claim(...args);
      claimed += jobs.length;
      return jobs;
    };
    const store = new Proxy(stage.store, {
      get: (target, name: keyof JobStore) => (name === 'claim' ? claim : target[name].bind(target)),
    });
    Object.defineProperty(engine, 'store', { value: store });
    await stage.engine.enqueueMany(definition, Array(JOBS).fill(1));
    await startWorker(stage, [definition], { engine });
    await waitUntil(() => ran === JOBS, { for: 'all jobs', intervalMs: 5 });
    expect(Math.max(...waiting)).toBeGreaterThan(100);
  });

  test('a claim brings at most five hundred jobs', async () => {
    const claims: number[] = [];
    const definition = defineJob({ type: 'x', run: () => undefined });
    await stage.engine.enqueueMany(definition, Array(2_000).fill(1));
    await startWorker(stage, [definition], { observer: { claimed: (jobs) => void claims.push(jobs.length) } });
    await allJobsEnd(stage.engine);
    expect(Math.max(...claims)).toBe(500);
  });

  test('a tenant that comes late to a flood is served within a few claims', async () => {
    const order: string[] = [];
    const gate = later();
    const definition = defineJob({
      type: 'x',
      run: async (_, { job }) => {
        order.push(job.tenant);
        if (order.length === 100) await gate.promise;
        await sleep(2);
      },
    });
    await stage.engine.enqueueMany(definition, Array(800).fill(1), { tenant: 'flood' });
    await startWorker(stage, [definition], { concurrency: 1 });
    await waitUntil(() => order.length === 100, { for: 'the flood to flow', intervalMs: 1 });
    await stage.engine.enqueueMany(definition, Array(10).fill(1), { tenant: 'late' });
    gate.resolve();
    const served = (): number => order.filter((tenant) => tenant === 'late').length;
    await waitUntil(() => served() === 10, { for: 'the late tenant', intervalMs: 5 });
    // What the worker had taken ahead comes first, and what was on its way: at most 50 each time.
    expect(order.lastIndexOf('late')).toBeLessThan(100 + 250);
  });

  test('a worker with an allowance takes that many jobs, whatever it prefetches, and returns none', async () => {
    const definition = defineJob({ type: 'x', run: () => sleep(1) });
    await stage.engine.enqueueMany(definition, Array(60).fill(1), { tenant: 'one' });
    await stage.engine.enqueueMany(definition, Array(60).fill(1), { tenant: 'other' });
    const ended: string[] = [];
    const observer = { ended: (job: { id: string }) => void ended.push(job.id) };
    const worker = await startWorker(stage, [definition], { concurrency: 3, maxJobs: 50, observer });
    await waitUntil(() => ended.length === 50, { for: 'the allowance', intervalMs: 5 });
    // A claim that this hint began would be waited for by the stop, and its jobs returned.
    stage.engine.wake();
    expect(await worker.stop()).toEqual({ returned: 0 });
    expect(new Set(ended).size).toBe(50);
    expect(await stage.engine.jobs({ statuses: ['pending'], limit: 200 })).toHaveLength(70);
  });

  test('critical before high before normal before low', async () => {
    const order: number[] = [];
    const definition = defineJob({ type: 'x', run: (_, { job }) => void order.push(job.priority) });
    for (const priority of [3, 1, 2, 0, 2, 3, 0, 1] as Priority[]) {
      await stage.engine.enqueue(definition, {}, { priority });
    }
    await startWorker(stage, [definition], { concurrency: 1 });
    await allJobsEnd(stage.engine);
    expect(order).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
  });

  test('jobs of one priority run in the order they came', async () => {
    const order: unknown[] = [];
    const definition = defineJob({ type: 'x', run: (payload) => void order.push(payload) });
    const payloads = Array.from({ length: 300 }, (_, index) => index);
    await stage.engine.enqueueMany(definition, payloads);
    await startWorker(stage, [definition], { concurrency: 1 });
    await allJobsEnd(stage.engine);
    expect(order).toEqual(payloads);
  });

  test('a worker that is limited to queues and tenants takes nothing else', async () => {
    const definition = defineJob({ type: 'x', run: () => undefined });
    const ids: Record<string, string> = {};
    for (const queue of ['q1', 'q2']) {
      for (const tenant of ['t1', 't2']) {
        ids[`${queue}/${tenant}`] = (await stage.engine.enqueue(definition, {}, { queue, tenant })).id;
      }
    }
    await startWorker(stage, [definition], { queues: ['q1'], tenants: ['t2'] });
    await jobIs(stage.engine, ids['q1/t2']!, (job) => job.status === 'completed');
    for (const other of ['q1/t1', 'q2/t1', 'q2/t2']) {
      expect((await stage.engine.job(ids[other]!)).status).toBe('pending');
    }
  });

  test('no more attempts run at once than the worker may', async () => {
    let running = 0;
    let most = 0;
    const definition = defineJob({
      type: 'x',
      run: async () => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setImmediate(resolve));
        running--;
      },
    });
    await stage.engine.enqueueMany(definition, Array(100).fill(1));
    await startWorker(stage, [definition], { concurrency: 3 });
    await allJobsEnd(stage.engine);
    expect(most).toBe(3);
  });
});
