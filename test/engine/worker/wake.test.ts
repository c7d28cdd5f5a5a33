import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { defineJob } from '../../../src/engine/index.js';
import { waitUntil } from '../../services/wait-until.js';
import { STORES, useStage } from '../staging/stage.js';
import { enqueueOne } from '../staging/store-calls.js';
import { jobEnds, jobIs, startWorker } from '../staging/workers.js';

const NEVER_MS = 600_000;

describe.each(STORES)('when a job starts on %s', (storeName) => {
  const stage = useStage(storeName);
  const definition = defineJob({ type: 'x', run: () => undefined });

  test('at once, when its own process enqueues it', async () => {
    await startWorker(stage, [definition], { pollEveryMs: NEVER_MS });
    for (let round = 0; round < 3; round++) {
      const { id } = await stage.engine.enqueue(definition, {});
      await jobEnds(stage.engine, id);
    }
  });

  test('at once, when another process enqueues it', async () => {
    await startWorker(stage, [definition], { pollEveryMs: NEVER_MS });
    const another = await stage.openAnother();
    for (let round = 0; round < 3; round++) {
      const { id } = await another.enqueue(definition, {});
      await jobEnds(stage.engine, id);
    }
  });

  test('at once, when another process enqueues it in a transaction', async () => {
    await startWorker(stage, [definition], { pollEveryMs: NEVER_MS });
    const another = await stage.openAnother();
    const { id } = await another.transaction((transaction) => another.enqueue(definition, {}, { transaction }));
    await jobEnds(stage.engine, id);
  });

  test('at once, whatever its strip: new queues, tenants and priorities', async () => {
    await startWorker(stage, [definition], { pollEveryMs: NEVER_MS });
    const another = await stage.openAnother();
    for (const [index, queue] of ['a', 'b', 'c', 'a'].entries()) {
      const { id } = await another.enqueue(definition, {}, { queue, tenant: `t${index}`, priority: 3 });
      await jobEnds(stage.engine, id);
    }
  });

  test('at once, when another process retries it', async () => {
    let runs = 0;
    const flaky = defineJob({
      type: 'flaky',
      maxAttempts: 1,
      run: () => {
        if (++runs === 1) throw new Error('not yet');
      },
    });
    await startWorker(stage, [flaky], { pollEveryMs: NEVER_MS });
    const { id } = await stage.engine.enqueue(flaky, {});
    expect((await jobEnds(stage.engine, id)).status).not.toBe('completed');
    const another = await stage.openAnother();
    await another.retry(id);
    await jobIs(stage.engine, id, ({ status }) => status === 'completed');
  });

  test('at the next poll, when nobody says a word', async () => {
    const worker = await startWorker(stage, [definition], { pollEveryMs: 50 });
    await jobEnds(stage.engine, (await stage.engine.enqueue(definition, {})).id);
    expect(worker.status.running).toBe(0);
    // As it would be written by somebody who knows no triggers; a trigger of the database may still notice.
    const id = await enqueueOne(stage.store, { type: 'x' });
    await jobEnds(stage.engine, id);
  });

  test('on time, even when the next poll is far away', async () => {
    await startWorker(stage, [definition], { pollEveryMs: NEVER_MS });
    const far = await stage.engine.enqueue(definition, {}, { delayMs: 400_000 });
    const near = await stage.engine.enqueue(definition, {}, { delayMs: 200 });
    const job = await jobEnds(stage.engine, near.id);
    expect(job.startedAt! - job.runAt).toBeGreaterThanOrEqual(0);
    expect((await stage.engine.job(far.id)).status).toBe('pending');
  });

  test('a job of next year makes no timer overflow', async () => {
    const warned = vi.fn<(warning: Error) => void>();
    process.on('warning', warned);
    onTestFinished(() => void process.off('warning', warned));
    await stage.engine.enqueue(definition, {}, { delayMs: 400 * 86_400_000 });
    await startWorker(stage, [definition], { pollEveryMs: 20 });
    await jobEnds(stage.engine, (await stage.engine.enqueue(definition, {})).id);
    await jobEnds(stage.engine, (await stage.engine.enqueue(definition, {})).id);
    expect(warned.mock.calls.map(([warning]) => warning.name)).not.toContain('TimeoutOverflowWarning');
  });

  test('not while its queue is paused, and at once when that is resumed', async () => {
    await startWorker(stage, [definition], { pollEveryMs: NEVER_MS });
    await stage.engine.pauseQueue('mail');
    const waiting = await stage.engine.enqueue(definition, {}, { queue: 'mail' });
    await jobEnds(stage.engine, (await stage.engine.enqueue(definition, {})).id);
    expect((await stage.engine.job(waiting.id)).status).toBe('pending');
    await stage.engine.resumeQueue('mail');
    await jobEnds(stage.engine, waiting.id);
  });

  test('at once, when it is retried by hand', async () => {
    const run = vi.fn().mockRejectedValueOnce(new Error('first')).mockResolvedValue('second');
    const flaky = defineJob({ type: 'x', run });
    await startWorker(stage, [flaky], { pollEveryMs: NEVER_MS });
    const { id } = await stage.engine.enqueue(flaky, {});
    await jobIs(stage.engine, id, (job) => job.attempts === 1);
    await stage.engine.retry(id);
    await jobEnds(stage.engine, id);
  });

  test('when a schedule fires, once among several workers', async () => {
    await stage.engine.schedule('often', definition, {}, { cron: '0 0 1 1 *' });
    await stage.engine.database.script('UPDATE cf_schedules SET next_run_at = cf_now() - 1000');
    const another = await stage.openAnother();
    await Promise.all([
      startWorker(stage, [definition], { pollEveryMs: 20 }),
      startWorker(stage, [definition], { pollEveryMs: 20, engine: another }),
    ]);
    const scheduled = await waitUntil(async () => (await stage.engine.jobs())[0], { for: 'the job' });
    await jobEnds(stage.engine, scheduled.id);
    expect(await stage.engine.jobs()).toHaveLength(1);
  });
});
