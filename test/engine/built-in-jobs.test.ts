import { describe, expect, test } from 'vitest';
import { BUILT_IN_JOBS, type JobDefinition } from '../../src/engine/index.js';
import { advanceTime } from './staging/advance-time.js';
import { STORES, useStage } from './staging/stage.js';
import { jobEnds, jobIs, startWorker } from './staging/workers.js';

const named = (type: string): JobDefinition => BUILT_IN_JOBS.find((job) => job.type === type)!;

describe.each(STORES)('the built-in jobs on %s', (storeName) => {
  const stage = useStage(storeName);

  test('noop completes, sleep sleeps, whatever else is in the payload', async () => {
    await startWorker(stage, BUILT_IN_JOBS);
    const noop = await stage.engine.enqueue(named('noop'), { any: 'thing' });
    const sleep = await stage.engine.enqueue(named('sleep'), { ms: 5 });
    expect(await jobEnds(stage.engine, noop.id)).toMatchObject({ status: 'completed' });
    expect(await jobEnds(stage.engine, sleep.id)).toMatchObject({ status: 'completed', result: { slept_ms: 5 } });
  });

  test('sleep can be cancelled', async () => {
    await startWorker(stage, BUILT_IN_JOBS);
    const { id } = await stage.engine.enqueue(named('sleep'), { ms: 60_000 });
    await jobIs(stage.engine, id, (job) => job.status === 'running');
    await stage.engine.cancel(id);
    expect(await jobEnds(stage.engine, id)).toMatchObject({ status: 'cancelled' });
  });

  test('fail fails as often as it is told, and then completes', async () => {
    await startWorker(stage, BUILT_IN_JOBS, { pollEveryMs: 20 });
    const { id } = await stage.engine.enqueue(named('fail'), { times: 2 });
    for (const attempts of [1, 2]) {
      await jobIs(stage.engine, id, (job) => job.attempts === attempts && job.status === 'pending');
      await advanceTime(stage.engine.database, 60_000);
    }
    expect(await jobEnds(stage.engine, id)).toMatchObject({ status: 'completed', attempts: 2 });
  });

  test('fail for good is for good', async () => {
    await startWorker(stage, BUILT_IN_JOBS);
    const { id } = await stage.engine.enqueue(named('fail'), { retryable: false });
    expect(await jobEnds(stage.engine, id)).toMatchObject({ status: 'failed', attempts: 1 });
  });

  test.each([
    ['sleep', {}],
    ['sleep', { ms: -1 }],
    ['sleep', { ms: '5' }],
    ['sleep', null],
    ['fail', { times: 'twice' }],
    ['fail', { retryable: 'yes' }],
    ['fail', []],
  ])('%s refuses the payload %j', async (type, payload) => {
    await expect(stage.engine.enqueue(named(type), payload)).rejects.toMatchObject({ code: 'PAYLOAD_INVALID' });
  });
});
