import { describe, expect, test } from 'vitest';
import { pausedQueues } from '../../src/engine/index.js';
import { advanceTime } from './staging/advance-time.js';
import { STORES, useStage } from './staging/stage.js';
import { claimDue, enqueueOne, ids } from './staging/store-calls.js';

describe.each(STORES)('pausing a queue on %s', (storeName) => {
  const stage = useStage(storeName);

  test('its jobs wait, those of other queues do not, and new ones are accepted', async () => {
    await stage.engine.pauseQueue('mail', 'the server is full');
    const waiting = await enqueueOne(stage.store, { queue: 'mail' });
    const other = await enqueueOne(stage.store);
    expect(ids(await claimDue(stage.store))).toEqual([other]);
    expect(await stage.engine.resumeQueue('mail')).toBe(true);
    expect(ids(await claimDue(stage.store))).toEqual([waiting]);
  });

  test('the list says since when and why', async () => {
    await stage.engine.pauseQueue('mail', 'full');
    await stage.engine.pauseQueue('audit');
    const [audit, mail] = await pausedQueues(stage.engine.database);
    expect(audit).toMatchObject({ name: 'audit', reason: null });
    expect(mail).toMatchObject({ name: 'mail', reason: 'full' });
    expect(mail!.pausedAt).toBeGreaterThan(0);
  });

  test('pausing again keeps the time and takes the new reason', async () => {
    await stage.engine.pauseQueue('mail', 'full');
    await advanceTime(stage.engine.database, 60_000);
    const [before] = await pausedQueues(stage.engine.database);
    await stage.engine.pauseQueue('mail', 'still full');
    expect(await pausedQueues(stage.engine.database)).toEqual([{ ...before, reason: 'still full' }]);
  });

  test('resuming says whether there was something to resume', async () => {
    expect(await stage.engine.resumeQueue('mail')).toBe(false);
    await stage.engine.pauseQueue('mail');
    expect(await stage.engine.resumeQueue('mail')).toBe(true);
    expect(await stage.engine.resumeQueue('mail')).toBe(false);
    expect(await pausedQueues(stage.engine.database)).toEqual([]);
  });
});
