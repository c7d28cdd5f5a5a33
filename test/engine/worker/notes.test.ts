import { describe, expect, test } from 'vitest';
import { defineJob, jobLogs } from '../../../src/engine/index.js';
import { waitUntil } from '../../services/wait-until.js';
import { later } from '../staging/later.js';
import { STORES, useStage } from '../staging/stage.js';
import { jobEnds, jobIs, startWorker } from '../staging/workers.js';

describe.each(STORES)('what a running job says of itself on %s', (storeName) => {
  const stage = useStage(storeName);

  test('its progress can be seen while it runs', async () => {
    const gate = later();
    const definition = defineJob({
      type: 'x',
      run: (_, context) => {
        context.progress(0.2);
        context.progress(0.5, 'half way');
        return gate.promise;
      },
    });
    await startWorker(stage, [definition]);
    const { id } = await stage.engine.enqueue(definition, {});
    const job = await jobIs(stage.engine, id, ({ progress }) => progress !== null);
    expect(job).toMatchObject({ status: 'running', progress: { fraction: 0.5, message: 'half way' } });
    gate.resolve();
    await jobEnds(stage.engine, id);
  });

  test.each([
    [-5, 0],
    [7, 1],
  ])('a progress of %d is shown as %d', async (said, shown) => {
    const gate = later();
    const definition = defineJob({
      type: 'x',
      run: (_, context) => {
        context.progress(said);
        return gate.promise;
      },
    });
    await startWorker(stage, [definition]);
    const { id } = await stage.engine.enqueue(definition, {});
    expect((await jobIs(stage.engine, id, ({ progress }) => progress !== null)).progress).toEqual({ fraction: shown });
    gate.resolve();
    await jobEnds(stage.engine, id);
  });

  test('its log lines are kept with attempt and level, in order, also those of a quick job', async () => {
    const definition = defineJob({
      ...{ type: 'x', retry: { kind: 'fixed', baseMs: 0 } },
      run: (_, { log, job }) => {
        log.info(`attempt ${job.attempt} begins`);
        if (job.attempt === 1) {
          log.error('it went wrong');
          throw new Error('no');
        }
        log.debug('fine');
        log.warn('nul \0 and 🚀');
      },
    });
    await startWorker(stage, [definition]);
    const { id } = await stage.engine.enqueue(definition, {});
    const { createdAt } = await jobEnds(stage.engine, id);
    const lines = await waitUntil(
      async () => {
        const all = await jobLogs(stage.engine.database, id);
        return all.length === 5 && all;
      },
      { for: 'the log', intervalMs: 20 },
    );
    expect(lines.map((line) => [line.attempt, line.fence, line.sequence, line.level, line.message])).toEqual([
      [1, 1, 0, 'info', 'attempt 1 begins'],
      [1, 1, 1, 'error', 'it went wrong'],
      [2, 2, 0, 'info', 'attempt 2 begins'],
      [2, 2, 1, 'debug', 'fine'],
      [2, 2, 2, 'warn', 'nul \\0 and 🚀'],
    ]);
    for (const line of lines) expect(Math.abs(line.at - createdAt)).toBeLessThan(10_000);
    expect(await jobLogs(stage.engine.database, id, { fence: 1, sequence: 1 })).toEqual(lines.slice(2));
  });

  test('a job that talks without end is cut off, and says so', async () => {
    const definition = defineJob({
      type: 'x',
      run: (_, { log }) => {
        for (let line = 0; line < 5_000; line++) log.info(`line ${line}`);
        log.info('x'.repeat(100_000));
      },
    });
    const worker = await startWorker(stage, [definition]);
    const { id } = await stage.engine.enqueue(definition, {});
    await jobEnds(stage.engine, id);
    await worker.stop();
    const lines = await jobLogs(stage.engine.database, id);
    expect(lines).toHaveLength(1_001);
    expect(lines.at(-1)).toMatchObject({ level: 'warn', message: '(only the first 1000 lines are kept)' });
  });

  test('what was said last is written before the worker stops', async () => {
    const definition = defineJob({ type: 'x', run: (_, { log }) => log.info('famous last words') });
    const worker = await startWorker(stage, [definition]);
    const { id } = await stage.engine.enqueue(definition, {});
    await jobEnds(stage.engine, id);
    await worker.stop();
    expect(await jobLogs(stage.engine.database, id)).toMatchObject([{ message: 'famous last words' }]);
  });
});
