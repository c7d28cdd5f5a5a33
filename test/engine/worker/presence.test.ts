import { afterEach, describe, expect, test, vi } from 'vitest';
import { listWorkers } from '../../../src/engine/index.js';
import { Presence } from '../../../src/engine/worker/presence.js';
import { silentLogger } from '../../../src/platform/index.js';
import { advanceTime } from '../staging/advance-time.js';
import { useStage } from '../staging/stage.js';

const LEASE_MS = 60_000;

afterEach(() => vi.restoreAllMocks());

describe('the presence of a worker', () => {
  const stage = useStage('SQLite');

  function presence(instance = 'i1', logger = { ...silentLogger, warn: vi.fn() }) {
    const worker = { id: 'w', instance, reach: { types: ['a'] }, concurrency: 1, leaseMs: LEASE_MS };
    return { one: new Presence(stage.engine.database, worker, logger), logger };
  }
  const alive = async () => (await listWorkers(stage.engine.database)).map((worker) => worker.alive);

  test('is announced again after half a lease, so that the worker never looks gone', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    const { one } = presence();
    await one.keepUp();
    expect(await alive()).toEqual([true]);
    await advanceTime(stage.engine.database, LEASE_MS + 1);
    clock.mockReturnValue(LEASE_MS / 2);
    await one.keepUp();
    expect(await alive()).toEqual([false]);
    clock.mockReturnValue(LEASE_MS / 2 + 1);
    await one.keepUp();
    expect(await alive()).toEqual([true]);
    // The next half lease is counted from here.
    await advanceTime(stage.engine.database, LEASE_MS + 1);
    clock.mockReturnValue(LEASE_MS + 1);
    await one.keepUp();
    expect(await alive()).toEqual([false]);
  });

  test('shows a twin as long as there is one, and warns of it', async () => {
    const { one, logger } = presence('i1');
    const twin = presence('i2');
    await one.announce();
    expect([one.hasDuplicateId, one.workerId]).toEqual([false, 'w']);
    expect(logger.warn).not.toHaveBeenCalled();
    await twin.one.announce();
    expect(twin.one.hasDuplicateId).toBe(true);
    expect(twin.logger.warn).toHaveBeenCalledWith({ worker_id: 'w' }, expect.stringContaining('same id'));
    await advanceTime(stage.engine.database, LEASE_MS + 1);
    await one.announce();
    expect(one.hasDuplicateId).toBe(false);
  });

  test('ends with its own entry, and not with that of a twin', async () => {
    const { one } = presence('i1');
    await one.announce();
    await presence('i2').one.end();
    expect(await alive()).toEqual([true]);
    await one.end();
    expect(await alive()).toEqual([]);
  });

  test('ends quietly when the database is away', async () => {
    const { one } = presence();
    await one.announce();
    vi.spyOn(stage.engine.database, 'query').mockRejectedValue(new Error('away'));
    await one.end();
    vi.restoreAllMocks();
    expect(await alive()).toEqual([true]);
  });
});
