import { describe, expect, it } from 'vitest';
import { tenantDatabase } from '../../../src/database/index.js';
import { releaseSlot, renewSlot, takeSlot } from '../../../src/engine/index.js';
import { advanceTime } from '../staging/advance-time.js';
import { STORES, useStage } from '../staging/stage.js';

const REQUEST = { key: 'source ebay', concurrency: 2, ttlMs: 60_000 };

describe.each(STORES)('slots of a concurrency limit on %s', (storeName) => {
  const stage = useStage(storeName);
  const tenant = (name = 'default') => tenantDatabase(stage.engine.database, name);
  const taken = async () => {
    const answer = await takeSlot(tenant(), REQUEST);
    if (!answer.granted) throw new Error('no slot was free');
    return answer.slot;
  };

  it('are given up to the limit, and again after a release', async () => {
    const first = await taken();
    await taken();
    const refused = await takeSlot(tenant(), REQUEST);
    expect(refused).toMatchObject({ granted: false });
    await releaseSlot(tenant(), first);
    expect(await takeSlot(tenant(), REQUEST)).toMatchObject({ granted: true });
    expect(await takeSlot(tenant(), REQUEST)).toMatchObject({ granted: false });
  });

  it('free themselves when their holder does not renew them', async () => {
    const [lost, renewed] = [await taken(), await taken()];
    await advanceTime(stage.engine.database, 50_000);
    expect(await renewSlot(tenant(), renewed, 60_000)).toBe(true);
    await advanceTime(stage.engine.database, 20_000);
    expect(await takeSlot(tenant(), REQUEST)).toMatchObject({ granted: true });
    expect(await takeSlot(tenant(), REQUEST)).toMatchObject({ granted: false });
    expect(await renewSlot(tenant(), lost, 60_000)).toBe(false);
  });

  it('report when the first of them expires', async () => {
    await taken();
    await taken();
    const refused = await takeSlot(tenant(), REQUEST);
    if (refused.granted) throw new Error('both slots are taken');
    expect(Math.abs((refused.retryAt ?? 0) - 60_000 - Date.now())).toBeLessThan(5_000);
  });

  it('are never more than the limit with many callers at once', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => takeSlot(tenant(), REQUEST)));
    expect(answers.filter((answer) => answer.granted)).toHaveLength(2);
  });

  it('belong to one tenant', async () => {
    await taken();
    await taken();
    expect(await takeSlot(tenant('other'), REQUEST)).toMatchObject({ granted: true });
  });

  it('are not given at all with a concurrency of 0, and not with a fraction', async () => {
    expect(await takeSlot(tenant(), { ...REQUEST, concurrency: 0 })).toEqual({ granted: false, retryAt: null });
    await expect(takeSlot(tenant(), { ...REQUEST, concurrency: 1.5 })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
    });
  });

  it('are taken with the transaction of the caller, or not at all', async () => {
    const failed = tenant().transaction(async (tx) => {
      await takeSlot(tx, { ...REQUEST, concurrency: 1 });
      throw new Error('undo');
    });
    await expect(failed).rejects.toThrow('undo');
    expect(await takeSlot(tenant(), { ...REQUEST, concurrency: 1 })).toMatchObject({ granted: true });
  });
});
