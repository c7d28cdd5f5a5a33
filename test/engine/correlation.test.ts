import { expect, test } from 'vitest';
import { defineJob, inCorrelation } from '../../src/engine/index.js';
import { useStage } from './staging/stage.js';
import { allJobsEnd, jobEnds, startWorker } from './staging/workers.js';

const stage = useStage('SQLite');

test('jobs that a handler enqueues by itself keep the correlation of its job', async () => {
  const second = defineJob({ type: 'second', run: (_: unknown, { job }) => job.correlationId });
  const first = defineJob({ type: 'first', run: async () => void (await stage.engine.enqueue(second, {})) });
  await startWorker(stage, [first, second]);
  const { id } = await inCorrelation('request-7', () => stage.engine.enqueue(first, {}));
  await jobEnds(stage.engine, id);
  await allJobsEnd(stage.engine);
  const jobs = await stage.engine.jobs();
  expect(jobs.map(({ type, correlationId, result }) => [type, correlationId, result])).toEqual([
    ['second', 'request-7', 'request-7'],
    ['first', 'request-7', null],
  ]);
  const other = await stage.engine.enqueue(second, {});
  expect((await stage.engine.job(other.id)).correlationId).toBeNull();
});

test('a correlation id that could break a line of a log is refused', async () => {
  const job = defineJob({ type: 'x', run: () => undefined });
  for (const correlationId of ['', 'two words', 'a\nb', 'x'.repeat(129)]) {
    await expect(stage.engine.enqueue(job, {}, { correlationId })).rejects.toMatchObject({ code: 'OPTION_INVALID' });
  }
});
