import { hostname } from 'node:os';
import { describe, expect, test, vi } from 'vitest';
import { declareDead, defineJob, listWorkers } from '../../src/engine/index.js';
import { announceWorker, forgetWorker } from '../../src/engine/workers.js';
import { silentLogger } from '../../src/platform/index.js';
import { advanceTime } from './staging/advance-time.js';
import { STORES, useStage } from './staging/stage.js';
import { jobEnds, startWorker } from './staging/workers.js';

const WORKER = { id: 'w', instance: 'i1', reach: { types: ['a', 'b'] }, concurrency: 3, leaseMs: 60_000 };

describe.each(STORES)('the list of workers on %s', (storeName) => {
  const stage = useStage(storeName);

  test('says who is there and what they serve', async () => {
    await announceWorker(stage.engine.database, WORKER);
    await announceWorker(stage.engine.database, {
      ...WORKER,
      id: 'v',
      reach: { types: [], queues: ['q'], tenants: ['t'] },
    });
    const [v, w] = await listWorkers(stage.engine.database);
    expect(v).toMatchObject({ id: 'v', types: [], queues: ['q'], tenants: ['t'] });
    expect(w).toMatchObject({
      ...{ id: 'w', host: hostname(), pid: process.pid, types: ['a', 'b'], queues: null, tenants: null },
      ...{ concurrency: 3, alive: true },
    });
  });

  test('a worker that has not been heard of within its lease is not alive, until it is again', async () => {
    await announceWorker(stage.engine.database, WORKER);
    await advanceTime(stage.engine.database, 61_000);
    const [silent] = await listWorkers(stage.engine.database);
    expect(silent?.alive).toBe(false);
    expect(await announceWorker(stage.engine.database, WORKER)).toBe(false);
    const [again] = await listWorkers(stage.engine.database);
    expect(again).toMatchObject({ alive: true, startedAt: silent!.startedAt });
  });

  test('one that is known to be dead gives up its jobs at once, charged with a crash', async () => {
    const job = defineJob({ type: 'a', run: () => 'done' });
    const { id } = await stage.engine.enqueue(job, {});
    await announceWorker(stage.engine.database, WORKER);
    const { lanes } = await stage.store.findReadyLanes({ types: ['a'] });
    await stage.store.claim('w', 60_000, [{ ...lanes[0]!, quota: 1 }]);
    await declareDead(stage.engine.database, 'w');
    expect(await listWorkers(stage.engine.database)).toEqual([]);
    await startWorker(stage, [job], { id: 'w' });
    expect(await jobEnds(stage.engine, id)).toMatchObject({ status: 'completed', crashes: 1, attempts: 1 });
  });

  test('two that live under one id are noticed, one that followed a dead one is not', async () => {
    await announceWorker(stage.engine.database, WORKER);
    expect(await announceWorker(stage.engine.database, { ...WORKER, instance: 'i2' })).toBe(true);
    await advanceTime(stage.engine.database, 61_000);
    expect(await announceWorker(stage.engine.database, { ...WORKER, instance: 'i3' })).toBe(false);
  });

  test('only the worker itself takes its name off the list', async () => {
    await announceWorker(stage.engine.database, WORKER);
    await forgetWorker(stage.engine.database, 'w', 'another');
    expect(await listWorkers(stage.engine.database)).toHaveLength(1);
    await forgetWorker(stage.engine.database, 'w', 'i1');
    expect(await listWorkers(stage.engine.database)).toEqual([]);
  });

  test('a second worker with the same id is warned of at its start', async () => {
    const definition = defineJob({ type: 'x', run: () => undefined });
    const logger = { ...silentLogger, warn: vi.fn() };
    await startWorker(stage, [definition], { id: 'twin', logger });
    expect(logger.warn).not.toHaveBeenCalled();
    await startWorker(stage, [definition], { id: 'twin', logger });
    expect(logger.warn).toHaveBeenCalledWith({ worker_id: 'twin' }, expect.stringContaining('same id'));
  });
});
