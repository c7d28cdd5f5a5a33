import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { complete, createWorker, defineJob } from '../../src/engine/index.js';
import type { JobContext, JobDefinition } from '../../src/engine/index.js';
import { STORES, useStage } from '../engine/staging/stage.js';
import { waitUntil } from '../services/wait-until.js';

describe.each(STORES)('a job on %s whose writes take longer than its lease', (storeName) => {
  const stage = useStage(storeName);
  const LEASE_MS = 1_000;

  async function runsAlone(job: JobDefinition): Promise<void> {
    for (const engine of [await stage.openAnother(), await stage.openAnother()]) {
      const worker = createWorker(engine, { jobs: [job], leaseMs: LEASE_MS, pollEveryMs: 20 });
      stage.onCleanup(() => worker.stop({ graceMs: 0 }));
      await worker.start();
    }
    const { id } = await stage.engine.enqueue(job, null);
    const ended = await waitUntil(
      async () => {
        const found = await stage.engine.job(id);
        return found.finishedAt !== null && found;
      },
      { for: 'the job', timeoutMs: 15_000 },
    );
    expect(ended).toMatchObject({ status: 'completed', crashes: 0, fence: 1 });
  }

  test('is not rescued while its fenced transaction is open, nor right after it', async () => {
    const run = vi.fn(async (_payload: unknown, context: JobContext) => {
      await context.transaction(() => delay(2.5 * LEASE_MS));
      await delay(LEASE_MS / 2);
    });
    await runsAlone(defineJob({ type: 'long-writes', run }));
    expect(run).toHaveBeenCalledTimes(1);
  });

  test('is not rescued during the writes of its completion', async () => {
    const run = vi.fn(() => complete('done', { write: () => delay(2.5 * LEASE_MS) }));
    await runsAlone(defineJob({ type: 'long-completion', run }));
    expect(run).toHaveBeenCalledTimes(1);
  });
});
