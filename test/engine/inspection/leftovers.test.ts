import { describe, expect, test } from 'vitest';
import { leftoversOf } from '../../../src/engine/index.js';
import { STORES, useStage } from '../staging/stage.js';
import { enqueueOne, runningJob } from '../staging/store-calls.js';

describe.each(STORES)('what a worker leaves behind on %s', (storeName) => {
  const stage = useStage(storeName);
  const reach = { types: ['work'], owner: 'me' };
  const payload = '{"parser":"p"}';

  test('is nothing when there is nothing', async () => {
    expect(await leftoversOf(stage.engine.database, reach)).toEqual({
      waiting: { count: 0, dueInMs: 0 },
      elsewhere: { count: 0, freeInMs: 0 },
      paused: 0,
    });
  });

  test('is counted by reason: not due yet, held by others, in a paused queue', async () => {
    await runningJob(stage.store, { payload }, { owner: 'other' });
    await runningJob(stage.store, { payload }, { owner: 'me' });
    await enqueueOne(stage.store, { payload, delayMs: 60_000 });
    await enqueueOne(stage.store, { payload, delayMs: 30_000 });
    await enqueueOne(stage.store, { payload });
    await enqueueOne(stage.store, { payload, queue: 'slow' });
    await stage.engine.pauseQueue('slow');
    await enqueueOne(stage.store, { type: 'another', delayMs: 1_000 });
    const { waiting, elsewhere, paused } = await leftoversOf(stage.engine.database, reach);
    expect([waiting.count, elsewhere.count, paused]).toEqual([2, 1, 1]);
    expect(waiting.dueInMs).toBeGreaterThan(0);
    expect(waiting.dueInMs).toBeLessThanOrEqual(30_000);
    expect(elsewhere.freeInMs).toBeGreaterThan(0);
    const ofAnother = await leftoversOf(stage.engine.database, { ...reach, only: { fields: { parser: 'q' } } });
    expect([ofAnother.waiting.count, ofAnother.elsewhere.count, ofAnother.paused]).toEqual([0, 0, 0]);
  });
});
