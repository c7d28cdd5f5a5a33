import { expect, onTestFinished, test } from 'vitest';
import { createGate } from '../adversity/staging/gate.js';
import { useStage } from '../engine/staging/stage.js';
import { startProxy } from '../services/proxy.js';
import { waitUntil } from '../services/wait-until.js';
import { createWorker, defineJob } from '../../src/engine/index.js';

const stage = useStage('PostgreSQL');

test('a worker stops within a minute, with default settings, while the database does not respond', async () => {
  const proxy = await startProxy({ port: Number(new URL(stage.url).port) });
  onTestFinished(() => proxy.close());
  const gate = createGate();
  const slow = defineJob({ type: 'slow', run: gate.wait });
  const engine = await stage.openAnother({ database: proxy.reroute(stage.url) });
  const worker = createWorker(engine, { jobs: [slow], leaseMs: 2_000 });
  await worker.start();
  const { id } = await stage.engine.enqueue(slow, null);
  await gate.reached;
  proxy.pause();
  gate.open();
  const begun = performance.now();
  await worker.stop({ graceMs: 1_000 });
  expect(performance.now() - begun).toBeLessThan(60_000);
  expect(await stage.engine.job(id)).toMatchObject({ status: 'running' });
  proxy.resume();

  // Its ending may still arrive; if not, the next worker finds the lease expired.
  const next = createWorker(stage.engine, { jobs: [slow], pollEveryMs: 100 });
  stage.onCleanup(() => next.stop());
  await next.start();
  await waitUntil(async () => (await stage.engine.job(id)).status === 'completed', {
    for: 'the job',
    timeoutMs: 30_000,
  });
});
