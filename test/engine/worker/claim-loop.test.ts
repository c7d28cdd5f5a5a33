import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ClaimedJob } from '../../../src/engine/index.js';
import { ClaimLoop } from '../../../src/engine/worker/claim-loop.js';
import type { Claimer } from '../../../src/engine/worker/claimer.js';
import { silentLogger } from '../../../src/platform/index.js';
import { later } from '../staging/later.js';

const JOB = { id: 'a' } as ClaimedJob;

function claimLoop() {
  const claimer = {
    worthLooking: true,
    nextLookMs: undefined as number | undefined,
    hint: vi.fn(),
    claim: vi.fn(() => Promise.resolve<ClaimedJob[]>([])),
  };
  const heard = {
    room: vi.fn(() => ({ wanted: 7, hasShortJobs: true })),
    pump: vi.fn(),
    onClaimed: vi.fn(),
    onFailed: vi.fn(),
    beforeRetry: vi.fn(() => Promise.resolve()),
  };
  const logger = { ...silentLogger, warn: vi.fn() };
  const ofLoop = { claimer: claimer as unknown as Claimer, owner: 'w', leaseMs: 9, logger, worker: heard };
  const loop = new ClaimLoop({ ...ofLoop, ...heard });
  const look = async (): Promise<void> => {
    loop.look();
    await loop.inFlight;
  };
  return { loop, look, claimer, logger, ...heard };
}

describe('the claim loop', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  test('claims as much as there is room for, and says how long that took', async () => {
    const { look, claimer, onClaimed, onFailed, beforeRetry } = claimLoop();
    claimer.claim.mockImplementationOnce(() => {
      vi.advanceTimersByTime(30);
      return Promise.resolve([JOB]);
    });
    await look();
    expect(claimer.claim.mock.calls).toEqual([['w', 9, 7, { hasShortJobs: true }]]);
    expect(onClaimed.mock.calls).toEqual([[[JOB], 30]]);
    expect(onFailed).not.toHaveBeenCalled();
    expect(beforeRetry).not.toHaveBeenCalled();
  });

  test('says nothing of a claim that found nothing', async () => {
    const { look, onClaimed, pump } = claimLoop();
    await look();
    expect(onClaimed).not.toHaveBeenCalled();
    expect(pump).toHaveBeenCalledTimes(1);
  });

  test('does not claim without room, nor where nothing can be found, nor after its stop', async () => {
    const { loop, look, claimer, room } = claimLoop();
    room.mockReturnValueOnce({ wanted: 0, hasShortJobs: true });
    await look();
    claimer.worthLooking = false;
    await look();
    claimer.worthLooking = true;
    loop.stop();
    await look();
    expect(claimer.claim).not.toHaveBeenCalled();
  });

  test('claims once at a time', async () => {
    const { loop, look, claimer } = claimLoop();
    const answer = later<ClaimedJob[]>();
    claimer.claim.mockReturnValueOnce(answer.promise);
    loop.look();
    loop.look();
    expect(claimer.claim).toHaveBeenCalledTimes(1);
    answer.resolve([]);
    await loop.inFlight;
    expect(loop.inFlight).toBeUndefined();
    await look();
    expect(claimer.claim).toHaveBeenCalledTimes(2);
  });

  test('tells of a claim that failed, and makes sure of lost answers before it claims again', async () => {
    const { loop, look, claimer, logger, onFailed, onClaimed, beforeRetry } = claimLoop();
    const error = new Error('away');
    claimer.claim.mockRejectedValueOnce(error);
    await look();
    expect(onFailed.mock.calls).toEqual([[error]]);
    expect(logger.warn).toHaveBeenCalledWith({ worker_id: 'w', error: 'away' }, 'Claim failed, trying again');
    expect(claimer.hint).toHaveBeenCalledTimes(1);
    expect([loop.databaseReachable, beforeRetry.mock.calls.length]).toEqual([false, 0]);

    claimer.claim.mockResolvedValueOnce([JOB]);
    await look();
    expect(beforeRetry.mock.invocationCallOrder[0]).toBeLessThan(claimer.claim.mock.invocationCallOrder[1]!);
    expect(onClaimed).toHaveBeenCalledTimes(1);
    expect(loop.databaseReachable).toBe(true);
    await look();
    expect(beforeRetry).toHaveBeenCalledTimes(1);
  });

  test('claims nothing while it cannot make sure of lost answers', async () => {
    const { look, claimer, beforeRetry, onFailed } = claimLoop();
    claimer.claim.mockRejectedValueOnce(new Error('away'));
    beforeRetry.mockRejectedValueOnce(new Error('still away'));
    await look();
    await look();
    expect(claimer.claim).toHaveBeenCalledTimes(1);
    expect(onFailed).toHaveBeenCalledTimes(2);
  });

  test('pauses twice as long after each failure, and at most five seconds', async () => {
    const { look, claimer, pump } = claimLoop();
    claimer.claim.mockRejectedValue(new Error('away'));
    for (const pauseMs of [100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000]) {
      pump.mockClear();
      await look();
      vi.advanceTimersByTime(pauseMs - 1);
      expect(pump).not.toHaveBeenCalled();
      vi.advanceTimersByTime(1);
      expect(pump).toHaveBeenCalledTimes(1);
    }
  });

  test.each([
    [0, 50],
    [0.99, 149],
  ])('draws its pauses by lot, so that workers do not come back together (%d)', async (random, pauseMs) => {
    vi.mocked(Math.random).mockReturnValue(random);
    const { look, claimer, pump } = claimLoop();
    claimer.claim.mockRejectedValueOnce(new Error('away'));
    await look();
    vi.advanceTimersByTime(pauseMs - 1);
    expect(pump).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(pump).toHaveBeenCalledTimes(1);
  });

  test('looks again when the next job is due, and not a fraction of a millisecond before', async () => {
    const { look, claimer, pump } = claimLoop();
    claimer.nextLookMs = 249.2;
    await look();
    expect(pump).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(249);
    expect(pump).toHaveBeenCalledTimes(1);
    claimer.nextLookMs = undefined;
    vi.advanceTimersByTime(1);
    expect(pump).toHaveBeenCalledTimes(2);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('misses no work that becomes due while it decides when to look again', async () => {
    const { loop, look, claimer, pump } = claimLoop();
    claimer.nextLookMs = 5;
    pump.mockImplementationOnce(() => {
      claimer.worthLooking = false;
      loop.look();
      // The machine is busy: before the process goes on, the time has come.
      Object.assign(claimer, { worthLooking: true, nextLookMs: 0 });
    });
    await look();
    pump.mockImplementationOnce(() => loop.look());
    vi.advanceTimersByTime(5);
    expect(claimer.claim).toHaveBeenCalledTimes(2);
  });

  test('looks once an hour for a job that is due later than a timer can wait', async () => {
    const { look, claimer, pump } = claimLoop();
    claimer.nextLookMs = 400 * 86_400_000;
    await look();
    vi.advanceTimersByTime(3_599_999);
    expect(pump).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    expect(pump).toHaveBeenCalledTimes(2);
    expect(vi.getTimerCount()).toBe(1);
  });

  test.each([[undefined], [0]])('sets no timer when the next look is %s ms away', async (nextLookMs) => {
    const { look, claimer } = claimLoop();
    claimer.nextLookMs = nextLookMs;
    await look();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('sets no timer when its pump has begun the next claim', async () => {
    const { loop, look, claimer, pump } = claimLoop();
    claimer.nextLookMs = 500;
    pump.mockImplementationOnce(() => {
      claimer.claim.mockReturnValueOnce(later<ClaimedJob[]>().promise);
      loop.look();
    });
    await look();
    expect([claimer.claim.mock.calls.length, vi.getTimerCount()]).toEqual([2, 0]);
  });

  test('leaves no timer behind when it is stopped, before or during a claim', async () => {
    const { loop, look, claimer, pump } = claimLoop();
    claimer.nextLookMs = 500;
    await look();
    const answer = later<ClaimedJob[]>();
    claimer.claim.mockReturnValueOnce(answer.promise);
    loop.look();
    loop.stop();
    expect(vi.getTimerCount()).toBe(0);
    answer.reject(new Error('away'));
    await loop.inFlight;
    expect(vi.getTimerCount()).toBe(0);
    expect(pump).toHaveBeenCalledTimes(1);
  });
});
