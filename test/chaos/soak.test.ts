import { describe, expect, test } from 'vitest';
import { ledgerSettles } from '../adversity/staging/ledger.js';
import { startWorkerProcess } from '../adversity/staging/worker-process.js';
import { STORES, useStage } from '../engine/staging/stage.js';
import { waitUntil } from '../services/wait-until.js';
import { defineJob } from '../../src/engine/index.js';

const JOBS = 100_000;
const BATCH = 5_000;
const MAX_WAITING = 20_000;
const MEGABYTE = 1_048_576;

const soak = defineJob({ type: 'soak', run: () => undefined });

describe.each(STORES)('a worker on %s', (storeName) => {
  const stage = useStage(storeName);

  test('does not use more memory after 100,000 jobs', async () => {
    const worker = await startWorkerProcess('../../chaos/fixtures/soaking-worker.mjs', {
      url: stage.url,
      nodeArgs: ['--expose-gc'],
    });
    stage.onCleanup(() => worker.end('SIGKILL'));
    for (let from = 0; from < JOBS; from += BATCH) {
      await stage.engine.enqueueMany(
        soak,
        Array.from({ length: BATCH }, (_, index) => ({ n: from + index })),
      );
      await waitUntil(async () => (await waiting()) < MAX_WAITING, { for: 'the worker to keep up', timeoutMs: 60_000 });
    }
    await ledgerSettles(stage.engine, 120_000);
    const samples = worker
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { ended: number; heapUsed: number; rss: number });
    const inMegabytes = samples.map(({ ended, heapUsed, rss }) => ({
      ended,
      heap: Math.round(heapUsed / MEGABYTE),
      rss: Math.round(rss / MEGABYTE),
    }));
    console.log(storeName, inMegabytes);
    expect(samples.length).toBeGreaterThanOrEqual(10);
    const early = samples[2]!;
    const late = samples.at(-1)!;
    expect((late.heapUsed - early.heapUsed) / MEGABYTE).toBeLessThan(20);
    expect((late.rss - early.rss) / MEGABYTE).toBeLessThan(100);
  });

  async function waiting(): Promise<number> {
    const rows = await stage.engine.database.query(`SELECT 1 FROM cf_jobs WHERE status = 'pending'`);
    return rows.length;
  }
});
