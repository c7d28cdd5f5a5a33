import { describe, expect, test } from 'vitest';
import { listQueues } from '../../../src/engine/index.js';
import { STORES, useStage } from '../staging/stage.js';
import { enqueueOne, runningJob } from '../staging/store-calls.js';

describe.each(STORES)('the queues on %s', (storeName) => {
  const stage = useStage(storeName);
  const unlimited = { limit: null, waitingForLimits: 0 };
  const waited = expect.any(Number) as number;

  test('are those with unfinished jobs and those that are paused, by name', async () => {
    await runningJob(stage.store, { queue: 'mail' });
    await enqueueOne(stage.store, { queue: 'mail' });
    await enqueueOne(stage.store, { queue: 'audit' });
    await stage.engine.pauseQueue('empty', 'full');
    expect(await listQueues(stage.engine.database)).toEqual([
      { name: 'audit', pending: 1, running: 0, pausedAt: null, reason: null, ...unlimited, oldestReadySeconds: waited },
      {
        name: 'empty',
        pending: 0,
        running: 0,
        pausedAt: expect.any(Number) as number,
        reason: 'full',
        ...unlimited,
        oldestReadySeconds: null,
      },
      { name: 'mail', pending: 1, running: 1, pausedAt: null, reason: null, ...unlimited, oldestReadySeconds: waited },
    ]);
  });
});
