import { describe, expect, test } from 'vitest';
import { defineJob } from '../../../src/engine/index.js';
import { allRows } from '../staging/rows.js';
import { STORES, useStage } from '../staging/stage.js';
import { allJobsEnd, startWorker } from '../staging/workers.js';

describe.each(STORES)('many workers on %s', (storeName) => {
  const stage = useStage(storeName);

  test('ten workers and a thousand jobs: each job is run once and completed once', async () => {
    const runs = new Map<unknown, number>();
    const definition = defineJob({
      type: 'x',
      run: async (payload) => {
        runs.set(payload, (runs.get(payload) ?? 0) + 1);
        await new Promise((resolve) => setImmediate(resolve));
        return payload;
      },
    });
    const completions = new Map<string, number>();
    const engines = [stage.engine, await stage.openAnother(), await stage.openAnother()];
    for (let index = 0; index < 10; index++) {
      await startWorker(stage, [definition], {
        engine: engines[index % engines.length]!,
        concurrency: 5,
        observer: {
          ended: (job, ending, { refused }) => {
            if (ending.status === 'completed' && !refused) completions.set(job.id, (completions.get(job.id) ?? 0) + 1);
          },
        },
      });
    }
    await Promise.all(
      Array.from({ length: 10 }, (_, batch) =>
        stage.engine.enqueueMany(
          definition,
          Array.from({ length: 100 }, (_, index) => batch * 100 + index),
        ),
      ),
    );
    await allJobsEnd(stage.engine);
    const rows = await allRows(stage.engine.database);
    expect(rows).toHaveLength(1_000);
    for (const row of rows) {
      expect(row).toMatchObject({ status: 'completed', attempts: 0, crashes: 0, result: row.payload });
    }
    expect([...runs.values()].every((count) => count === 1)).toBe(true);
    expect(runs.size).toBe(1_000);
    expect([...completions.values()].every((count) => count === 1)).toBe(true);
  });

  test('five thousand single enqueues in flight, while workers drain them', async () => {
    const definition = defineJob({ type: 'x', run: () => undefined });
    await startWorker(stage, [definition], { concurrency: 50 });
    const receipts = await Promise.all(
      Array.from({ length: 5_000 }, (_, index) => stage.engine.enqueue(definition, index)),
    );
    expect(new Set(receipts.map((receipt) => receipt.id)).size).toBe(5_000);
    await allJobsEnd(stage.engine);
    const rows = await allRows(stage.engine.database);
    expect(rows).toHaveLength(5_000);
    expect(rows.every((row) => row.status === 'completed')).toBe(true);
  });
});
