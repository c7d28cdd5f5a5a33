import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { HeldJob, JobStore, Renewal } from '../../../src/engine/store.js';
import { LeaseKeeper } from '../../../src/engine/worker/lease-keeper.js';
import { silentLogger } from '../../../src/platform/index.js';
import { later } from '../staging/later.js';

const HELD: HeldJob[] = [{ id: 'a', fence: 3 }];
const RENEWAL: Renewal = { renewed: 1, lost: [], cancelRequested: [] };

function leaseKeeper(renewEveryMs = 2_000, held: readonly HeldJob[] = HELD) {
  const renew = vi.fn<JobStore['renew']>(() => Promise.resolve(RENEWAL));
  const onRenewed = vi.fn();
  const logger = { ...silentLogger, warn: vi.fn() };
  const store = { renew } as unknown as JobStore;
  const setting = { store, owner: 'w', leaseMs: 60_000, renewEveryMs, logger, held: () => held, onRenewed };
  return { keeper: new LeaseKeeper(setting), renew, onRenewed, logger };
}

describe('the lease keeper', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  test('renews all that is held, at every interval, and says what it heard', async () => {
    const { keeper, renew, onRenewed } = leaseKeeper();
    keeper.start();
    await vi.advanceTimersByTimeAsync(1_999);
    expect(renew).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(renew.mock.calls).toEqual([['w', 60_000, HELD]]);
    expect(onRenewed.mock.calls).toEqual([[RENEWAL, HELD]]);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(renew).toHaveBeenCalledTimes(3);
  });

  test('has nothing to ask of the database while nothing is held', async () => {
    const { keeper, renew, onRenewed } = leaseKeeper(2_000, []);
    expect(await keeper.renew()).toBe(true);
    expect(renew).not.toHaveBeenCalled();
    expect(onRenewed).not.toHaveBeenCalled();
  });

  test('renews once for all who ask at the same time, and again for who asks later', async () => {
    const { keeper, renew } = leaseKeeper();
    expect(await Promise.all([keeper.renew(), keeper.renew()])).toEqual([true, true]);
    expect(renew).toHaveBeenCalledTimes(1);
    await keeper.renew();
    expect(renew).toHaveBeenCalledTimes(2);
  });

  test.each([
    ['a tenth of the interval', 2_000, 200],
    ['a second at most', 60_000, 1_000],
  ])('tries a renewal that failed again after %s', async (_, renewEveryMs, pauseMs) => {
    const { keeper, renew, onRenewed, logger } = leaseKeeper(renewEveryMs);
    renew.mockRejectedValueOnce(new Error('away'));
    expect(await keeper.renew()).toBe(false);
    expect(logger.warn).toHaveBeenCalledWith({ error: 'away', jobs: 1 }, 'Leases not renewed, trying again');
    await vi.advanceTimersByTimeAsync(pauseMs - 1);
    expect(renew).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(renew).toHaveBeenCalledTimes(2);
    expect(onRenewed).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('keeps one timer for the next try, however often it fails', async () => {
    const { keeper, renew } = leaseKeeper();
    renew.mockRejectedValue(new Error('away'));
    await keeper.renew();
    await keeper.renew();
    expect(vi.getTimerCount()).toBe(1);
  });

  test('stops with the renewal that is under way, and leaves no timer behind', async () => {
    const { keeper, renew } = leaseKeeper();
    keeper.start();
    renew.mockRejectedValueOnce(new Error('away'));
    await keeper.renew();
    const answer = later<Renewal>();
    renew.mockReturnValueOnce(answer.promise);
    void keeper.renew();
    let stopped = false;
    const stop = keeper.stop().then(() => (stopped = true));
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(stopped).toBe(false);
    answer.reject(new Error('away'));
    await stop;
    expect(vi.getTimerCount()).toBe(0);
    expect(renew).toHaveBeenCalledTimes(2);
  });
});
