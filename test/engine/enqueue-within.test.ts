import { describe, expect, test } from 'vitest';
import { defineJob, enqueueWithin } from '../../src/engine/index.js';
import { STORES, useStage } from './staging/stage.js';

const note = defineJob({ type: 'note', run: () => undefined });

describe.each(STORES)('enqueueing with nothing but a transaction of %s', (storeName) => {
  const stage = useStage(storeName);

  test('joins it', async () => {
    const receipts = await stage.engine.database.transaction((tx) =>
      enqueueWithin(tx, note, [
        { payload: 1, options: { tenant: 'acme', idempotencyKey: 'one' } },
        { payload: 2, options: {} },
      ]),
    );
    const jobs = await stage.engine.jobs();
    expect(new Set(jobs.map(({ id }) => id))).toEqual(new Set(receipts.map(({ id }) => id)));
    expect(jobs.map(({ tenant }) => tenant).sort()).toEqual(['acme', 'default']);
  });

  test('is undone with it', async () => {
    const failed = stage.engine.database.transaction(async (tx) => {
      await enqueueWithin(tx, note, [{ payload: 1, options: {} }]);
      throw new Error('the change failed');
    });
    await expect(failed).rejects.toThrow('the change failed');
    expect(await stage.engine.jobs()).toEqual([]);
  });
});
