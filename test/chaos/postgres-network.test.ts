import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createWorker, defineJob } from '../../src/engine/index.js';
import type { Engine, EngineOptions, JobContext, WorkerOptions } from '../../src/engine/index.js';
import { useStage } from '../engine/staging/stage.js';
import { startProxy } from '../services/proxy.js';
import type { Proxy } from '../services/proxy.js';
import { PATIENCE_MS, waitUntil } from '../services/wait-until.js';
import { createGate } from '../adversity/staging/gate.js';
import { heardLogger } from '../adversity/staging/heard-logger.js';

const LONG_POLL_MS = 60_000;
const SELF_TEST = { selfTestEveryMs: 300, selfTestTimeoutMs: 300 };

describe('with network failures, a worker on PostgreSQL', () => {
  const stage = useStage('PostgreSQL');
  const quick = defineJob({ type: 'quick', run: () => 'done' });

  async function proxied(): Promise<Proxy> {
    const proxy = await startProxy({ port: Number(new URL(stage.url).port) });
    // After the engines that use it: cleanups run last to first, and these after all of them.
    onTestFinished(() => proxy.close());
    return proxy;
  }

  async function startWorker(engineOptions: Partial<EngineOptions>, options: Partial<WorkerOptions>) {
    const logger = heardLogger();
    const engine = await stage.openAnother({ ...engineOptions, logger });
    const worker = createWorker(engine, { jobs: [quick], ...options });
    stage.onCleanup(() => worker.stop({ graceMs: 0 }));
    await worker.start();
    return { engine, worker, logger };
  }

  /** Enqueues in another engine and waits for the end of the job, but not until the next poll. */
  async function oneJobEnds(): Promise<void> {
    const { id } = await stage.engine.enqueue(quick, null);
    const isOver = async (): Promise<boolean> => (await stage.engine.job(id)).status === 'completed';
    await waitUntil(isOver, { for: 'the job', intervalMs: 10 });
  }

  /** After a job the worker looks for more without a trigger. */
  async function comesToRest({ store }: Engine): Promise<void> {
    const search = vi.spyOn(store, 'findReadyLanes');
    let before = -1;
    const isQuiet = (): boolean => before === (before = search.mock.calls.length);
    await waitUntil(isQuiet, { for: 'the worker to come to rest', intervalMs: 500 });
    search.mockRestore();
  }

  test('whose LISTEN connection is cut connects again and gets notifications', async () => {
    const proxy = await proxied();
    const { logger } = await startWorker({ listen: { url: proxy.reroute(stage.url) } }, { pollEveryMs: LONG_POLL_MS });
    await oneJobEnds();
    for (let round = 0; round < 3; round++) {
      const heard = logger.warnings().length;
      proxy.cut();
      await waitUntil(() => logger.warnings().length > heard, { for: 'a warning' });
      await oneJobEnds();
    }
    expect(logger.warnings()[0]).toMatchObject({
      fields: { trigger: 'postgres-listen', code: 'DATABASE_UNAVAILABLE' },
    });
  });

  test('whose LISTEN connection is frozen half open finds work by polling meanwhile', async () => {
    const proxy = await proxied();
    await startWorker({ listen: { url: proxy.reroute(stage.url) } }, { pollEveryMs: 200 });
    proxy.pause();
    await oneJobEnds();
  });

  test('whose LISTEN connection is frozen half open detects it and connects again', async () => {
    const proxy = await proxied();
    const listen = { url: proxy.reroute(stage.url), ...SELF_TEST };
    const { engine, logger } = await startWorker({ listen }, { pollEveryMs: LONG_POLL_MS });
    await oneJobEnds();
    await comesToRest(engine);
    proxy.pause();
    const { id } = await stage.engine.enqueue(quick, null);
    await waitUntil(() => logger.warnings().length > 0, { for: 'the self-test to fail' });
    expect(logger.warnings()[0]?.fields['error']).toMatch('did not come back');
    expect((await stage.engine.job(id)).status).toBe('pending');
    proxy.resume();
    // Jobs enqueued while it was disconnected are found on connecting, later ones by notification.
    await waitUntil(async () => (await stage.engine.job(id)).status === 'completed', {
      for: 'the job that was enqueued during the freeze',
    });
    await oneJobEnds();
  });

  test('does not reconnect while its LISTEN connection works', async () => {
    const listen = { url: stage.url, ...SELF_TEST, selfTestTimeoutMs: PATIENCE_MS };
    const { logger } = await startWorker({ listen }, { pollEveryMs: LONG_POLL_MS });
    for (let round = 0; round < 4; round++) {
      await oneJobEnds();
      await delay(SELF_TEST.selfTestEveryMs);
    }
    expect(logger.warnings()).toEqual([]);
  });

  test('abandons a frozen connection, keeps its jobs, and continues', async () => {
    const proxy = await proxied();
    const gate = createGate();
    const run = vi.fn(async (_payload: unknown, _context: JobContext) => gate.wait());
    const slow = defineJob({ type: 'slow', run });
    const { logger } = await startWorker(
      { database: proxy.reroute(stage.url), listen: { url: stage.url }, queryTimeoutMs: 400, connectTimeoutMs: 400 },
      { jobs: [quick, slow], leaseMs: 4_000, renewEveryMs: 500, pollEveryMs: 100 },
    );
    const { id } = await stage.engine.enqueue(slow, null);
    await gate.reached;
    proxy.pause();
    await waitUntil(() => logger.warnings().some(({ message }) => message.startsWith('Claim failed')), {
      for: 'the claim to be given up',
    });
    await waitUntil(() => logger.warnings().some(({ message }) => message.startsWith('Leases not renewed')), {
      for: 'the renewal to be given up',
    });
    // From here on the old connections stay dead; only new ones get through.
    proxy.cut();
    proxy.resume();
    await oneJobEnds();
    gate.open();
    await waitUntil(async () => (await stage.engine.job(id)).status === 'completed', { for: 'the job' });
    expect(await stage.engine.job(id)).toMatchObject({ fence: 1, crashes: 0 });
    expect(run).toHaveBeenCalledTimes(1);
  });

  test('finishes a job whose ending was sent into a frozen connection exactly once', async () => {
    const proxy = await proxied();
    const gate = createGate();
    const effect = defineJob({
      type: 'effect',
      run: async (_payload, { transaction }) => {
        await gate.wait();
        await transaction((tx) => tx.query('INSERT INTO frozen_effects VALUES (1)'));
      },
    });
    await stage.engine.database.script('CREATE TABLE frozen_effects (id int)');
    const { logger } = await startWorker(
      { database: proxy.reroute(stage.url), listen: { url: stage.url }, queryTimeoutMs: 300 },
      { jobs: [effect], leaseMs: 10_000, pollEveryMs: 100 },
    );
    const { id } = await stage.engine.enqueue({ ...effect, retry: { ...effect.retry, baseMs: 10 } }, null);
    await gate.reached;
    proxy.pause();
    gate.open();
    await waitUntil(() => logger.warnings().some(({ message }) => message.startsWith('Claim failed')), {
      for: 'a statement to be given up',
    });
    proxy.resume();
    await waitUntil(async () => (await stage.engine.job(id)).status === 'completed', { for: 'the job' });
    expect(await stage.engine.database.query('SELECT * FROM frozen_effects')).toHaveLength(1);
  });
});
