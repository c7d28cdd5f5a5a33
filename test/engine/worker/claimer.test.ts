import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ClaimedJob, JobStore, RescuedJob } from '../../../src/engine/index.js';
import type { OnlyJobs } from '../../../src/engine/payload-fields.js';
import type { Lane, ReadyLanes, Take } from '../../../src/engine/store.js';
import { Claimer } from '../../../src/engine/worker/claimer.js';
import { later } from '../staging/later.js';

const lane = (values: Partial<Lane> = {}): Lane => ({
  ...{ queue: 'q', tenant: 't', type: 'x', priority: 2, headRunAt: 0 },
  ...values,
});

/** A store that holds so many jobs in each lane. */
function claimer(
  lines: { lane: Lane; jobs: number }[],
  ready: Partial<ReadyLanes> = {},
  { only, renewOwn }: { only?: OnlyJobs; renewOwn?: () => Promise<boolean> } = {},
) {
  const store = {
    findReadyLanes: vi.fn(() =>
      Promise.resolve({
        ...{ now: Date.now(), expiredLeases: false },
        lanes: lines.filter((line) => line.jobs > 0).map((line) => line.lane),
        ...ready,
      }),
    ),
    claim: vi.fn((_owner: string, _leaseMs: number, takes: readonly Take[]) =>
      Promise.resolve(
        takes.flatMap((take) => {
          const line = lines.find(
            ({ lane: { tenant, priority } }) => take.tenant === tenant && take.priority === priority,
          );
          const count = Math.min(take.quota, line?.jobs ?? 0);
          if (line) line.jobs -= count;
          return Array.from({ length: count }, () => ({ ...take, runAt: take.headRunAt }) as unknown as ClaimedJob);
        }),
      ),
    ),
    rescue: vi.fn<() => Promise<RescuedJob[]>>(() => Promise.resolve([])),
  };
  const rescued = vi.fn();
  const one = new Claimer(store as unknown as JobStore, { types: ['x'], only }, rescued, renewOwn);
  return { one, store, rescued };
}

const rescuedJobs = (count: number): RescuedJob[] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ id: `job ${index}`, queue: 'q', type: 'x', tenant: 't', status: 'pending', owner: 'dead', crashes: 1 },
    wasAlone: true,
  }));

/** The clock that the claimer reads, set by hand. */
const clockAt = (ms: number) => vi.spyOn(performance, 'now').mockReturnValue(ms);

afterEach(() => vi.restoreAllMocks());

describe('the claimer', () => {
  test('searches once, and then takes from the lanes it knows until they run dry', async () => {
    const { one, store } = claimer([{ lane: lane(), jobs: 25 }]);
    expect(await one.claim('w', 1, 10)).toHaveLength(10);
    expect(await one.claim('w', 1, 10)).toHaveLength(10);
    expect(await one.claim('w', 1, 10)).toHaveLength(5);
    expect(store.findReadyLanes).toHaveBeenCalledTimes(1);
    expect(store.claim).toHaveBeenCalledTimes(3);
  });

  test('is not worth a look again when all it knows is dry, until it gets a hint', async () => {
    const { one } = claimer([{ lane: lane(), jobs: 1 }]);
    expect(one.worthLooking).toBe(true);
    await one.claim('w', 1, 10);
    expect(one.worthLooking).toBe(false);
    one.hint();
    expect(one.worthLooking).toBe(true);
  });

  test('goes on to the next priority when the best one is dry', async () => {
    const { one } = claimer([
      { lane: lane({ priority: 0 }), jobs: 2 },
      { lane: lane({ priority: 3 }), jobs: 5 },
    ]);
    expect((await one.claim('w', 1, 4)).map((job) => job.priority)).toEqual([0, 0]);
    expect((await one.claim('w', 1, 4)).map((job) => job.priority)).toEqual([3, 3, 3, 3]);
  });

  test('shares a claim among tenants', async () => {
    const { one } = claimer([
      { lane: lane({ tenant: 'a' }), jobs: 1_000 },
      { lane: lane({ tenant: 'b' }), jobs: 1_000 },
    ]);
    const tenants = (await one.claim('w', 1, 10)).map((job) => job.tenant);
    expect(tenants.filter((tenant) => tenant === 'a')).toHaveLength(5);
  });

  test('does not claim what lies ahead, and knows when it will be due', async () => {
    const { one, store } = claimer([{ lane: lane({ headRunAt: Date.now() + 5_000 }), jobs: 1 }]);
    expect(await one.claim('w', 1, 10)).toEqual([]);
    expect(store.claim).not.toHaveBeenCalled();
    expect(one.nextLookMs).toBeGreaterThan(4_000);
    expect(one.nextLookMs).toBeLessThanOrEqual(5_000);
  });

  test('reckons with the clock of the database, not with its own', async () => {
    const hours = 7_200_000;
    const ahead = claimer([{ lane: lane({ headRunAt: Date.now() + hours }), jobs: 1 }], { now: Date.now() + hours });
    expect(await ahead.one.claim('w', 1, 10)).toHaveLength(1);
    const behind = claimer([{ lane: lane({ headRunAt: Date.now() - 1_000 }), jobs: 1 }], { now: Date.now() - hours });
    expect(await behind.one.claim('w', 1, 10)).toEqual([]);
  });

  test('takes jobs from the dead when a search finds them, and looks again', async () => {
    const { one, store, rescued } = claimer([], { expiredLeases: true });
    const [job] = rescuedJobs(1);
    store.rescue.mockResolvedValueOnce([job!]);
    await one.claim('w', 1, 10);
    expect(rescued).toHaveBeenCalledWith([job]);
    expect(store.findReadyLanes).toHaveBeenCalledTimes(2);
  });

  test('does not let one slow search keep it from looking for long', async () => {
    const { one, store } = claimer([{ lane: lane(), jobs: 0 }]);
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000);
    store.findReadyLanes.mockImplementationOnce(() => {
      clock.mockReturnValue(11_000);
      return Promise.resolve({ now: Date.now(), expiredLeases: false, lanes: [] });
    });
    await one.claim('w', 1, 1);
    one.hint();
    expect(one.nextLookMs).toBe(1_000);
  });

  test('owes the look when a search failed', async () => {
    const { one, store } = claimer([{ lane: lane(), jobs: 1 }]);
    store.findReadyLanes.mockRejectedValueOnce(new Error('away'));
    await expect(one.claim('w', 1, 10)).rejects.toThrow('away');
    expect(await one.claim('w', 1, 10)).toHaveLength(1);
  });

  test('looks for other lanes after a second, however well the known ones serve', async () => {
    const clock = clockAt(0);
    const lines = [{ lane: lane(), jobs: 100 }];
    const { one, store } = claimer(lines);
    await one.claim('w', 1, 1);
    lines.push({ lane: lane({ tenant: 'new' }), jobs: 1 });
    clock.mockReturnValue(999);
    expect((await one.claim('w', 1, 2)).map((job) => job.tenant)).toEqual(['t', 't']);
    expect(store.findReadyLanes).toHaveBeenCalledTimes(1);
    clock.mockReturnValue(1_000);
    expect((await one.claim('w', 1, 2)).map((job) => job.tenant).sort()).toEqual(['new', 't']);
    expect(store.findReadyLanes).toHaveBeenCalledTimes(2);
  });

  test('claims from the lanes it knows while it searches, if jobs are short', async () => {
    clockAt(0);
    const lines = [{ lane: lane({ priority: 3 }), jobs: 30 }];
    const { one, store } = claimer(lines);
    await one.claim('w', 1, 10);
    lines.push({ lane: lane({ priority: 0 }), jobs: 1 });
    one.hint();
    const search = later<ReadyLanes>();
    store.findReadyLanes.mockReturnValueOnce(search.promise);
    expect(await one.claim('w', 1, 10, { hasShortJobs: true })).toHaveLength(10);
    expect(await one.claim('w', 1, 10, { hasShortJobs: true })).toHaveLength(10);
    expect(store.findReadyLanes).toHaveBeenCalledTimes(2);
    search.resolve({ now: Date.now(), expiredLeases: false, lanes: [lane({ priority: 0 })] } as unknown as ReadyLanes);
    await one.searchInFlight;
    expect(one.searchInFlight).toBeUndefined();
    expect(await one.claim('w', 1, 10, { hasShortJobs: true })).toMatchObject([{ priority: 0 }]);
  });

  test('waits for the search in flight when the lanes it knows are dry', async () => {
    clockAt(0);
    const lines = [{ lane: lane(), jobs: 11 }];
    const { one, store } = claimer(lines);
    await one.claim('w', 1, 10);
    one.hint();
    const search = later<ReadyLanes>();
    store.findReadyLanes.mockReturnValueOnce(search.promise);
    expect(await one.claim('w', 1, 10, { hasShortJobs: true })).toHaveLength(1);
    expect(one.worthLooking).toBe(true);
    const claimed = one.claim('w', 1, 10, { hasShortJobs: true });
    lines.push({ lane: lane({ tenant: 'new' }), jobs: 1 });
    search.resolve({
      ...{ now: Date.now(), expiredLeases: false },
      lanes: [lane({ tenant: 'new' })],
    } as unknown as ReadyLanes);
    expect(await claimed).toMatchObject([{ tenant: 'new' }]);
    expect(store.findReadyLanes).toHaveBeenCalledTimes(2);
  });

  test('searches again after a search beside a claim failed', async () => {
    clockAt(0);
    const { one, store } = claimer([{ lane: lane(), jobs: 30 }]);
    await one.claim('w', 1, 10);
    one.hint();
    store.findReadyLanes.mockRejectedValueOnce(new Error('away'));
    expect(await one.claim('w', 1, 10, { hasShortJobs: true })).toHaveLength(10);
    await one.searchInFlight;
    expect(await one.claim('w', 1, 10, { hasShortJobs: true })).toHaveLength(10);
    expect(store.findReadyLanes).toHaveBeenCalledTimes(3);
  });

  test('waits five times as long as a search took before the next one, and tries the known lanes meanwhile', async () => {
    const clock = clockAt(0);
    const lines = [{ lane: lane(), jobs: 1 }];
    const { one, store } = claimer(lines);
    store.findReadyLanes.mockImplementationOnce(() => {
      clock.mockReturnValue(100);
      return Promise.resolve({ now: Date.now(), expiredLeases: false, lanes: [lane()] });
    });
    expect(await one.claim('w', 1, 10)).toHaveLength(1);
    one.hint();
    expect(one.nextLookMs).toBe(500);
    lines[0]!.jobs = 3;
    expect(await one.claim('w', 1, 10)).toHaveLength(3);
    expect(store.findReadyLanes).toHaveBeenCalledTimes(1);
    clock.mockReturnValue(599);
    expect([one.worthLooking, one.nextLookMs]).toEqual([false, 1]);
    clock.mockReturnValue(600);
    expect([one.worthLooking, one.nextLookMs]).toEqual([true, 0]);
    await one.claim('w', 1, 10);
    expect(store.findReadyLanes).toHaveBeenCalledTimes(2);
    expect([one.worthLooking, one.nextLookMs]).toEqual([false, undefined]);
  });

  test('tries the lanes it knows before it searches when it may guess', async () => {
    clockAt(0);
    const lines = [{ lane: lane(), jobs: 1 }];
    const { one, store } = claimer(lines);
    await one.claim('w', 1, 10);
    lines[0]!.jobs = 1;
    one.hint({ guess: true });
    expect(await one.claim('w', 1, 10)).toHaveLength(1);
    expect(store.findReadyLanes).toHaveBeenCalledTimes(1);
    // The search is still owed, and the guess was good for one claim.
    lines[0]!.jobs = 1;
    expect(await one.claim('w', 1, 10)).toHaveLength(1);
    expect(store.findReadyLanes).toHaveBeenCalledTimes(2);
  });

  test('only tries the lanes it knows while a job is being enqueued', async () => {
    clockAt(0);
    const lines = [{ lane: lane(), jobs: 1 }];
    const { one, store } = claimer(lines);
    expect(one.hintEarly()).toBe(false);
    await one.claim('w', 1, 10);
    expect(one.hintEarly()).toBe(true);
    expect(one.worthLooking).toBe(true);
    lines.push({ lane: lane({ tenant: 'new' }), jobs: 1 });
    expect(await one.claim('w', 1, 10)).toEqual([]);
    expect(one.hintEarly()).toBe(true);
    lines[0]!.jobs = 1;
    expect(await one.claim('w', 1, 10)).toHaveLength(1);
    expect(store.findReadyLanes).toHaveBeenCalledTimes(1);
    // The enqueue is committed, which no claim has followed yet.
    expect(one.hintEarly()).toBe(true);
    one.hint({ guess: true });
    expect(one.hintEarly()).toBe(false);
    expect(await one.claim('w', 1, 10)).toMatchObject([{ tenant: 'new' }]);
  });

  test('searches after a guess that found nothing', async () => {
    clockAt(0);
    const lines = [{ lane: lane(), jobs: 1 }];
    const { one, store } = claimer(lines);
    await one.claim('w', 1, 10);
    lines.push({ lane: lane({ tenant: 'new' }), jobs: 1 });
    one.hint({ guess: true });
    expect(await one.claim('w', 1, 10)).toMatchObject([{ tenant: 'new' }]);
    expect(store.findReadyLanes).toHaveBeenCalledTimes(2);
  });

  test('does not guess when an earlier hint was not followed yet, nor when the last hint forbids it', async () => {
    clockAt(0);
    const lines = [{ lane: lane({ priority: 3 }), jobs: 1 }];
    const { one } = claimer(lines);
    await one.claim('w', 1, 10);
    lines[0]!.jobs = 1;
    lines.push({ lane: lane({ priority: 0 }), jobs: 2 });
    one.hint();
    one.hint({ guess: true });
    expect(await one.claim('w', 1, 1)).toMatchObject([{ priority: 0 }]);
    one.hint({ guess: true });
    one.hint();
    expect(await one.claim('w', 1, 1)).toMatchObject([{ priority: 0 }]);
  });

  test('searches for a first hint, whatever that allows', async () => {
    const { one, store } = claimer([{ lane: lane(), jobs: 1 }]);
    one.hint({ guess: true });
    expect(await one.claim('w', 1, 1)).toHaveLength(1);
    expect(store.findReadyLanes.mock.invocationCallOrder[0]).toBeLessThan(store.claim.mock.invocationCallOrder[0]!);
  });

  test('plans its next look for the first of the jobs that lie ahead', async () => {
    const now = Date.now();
    clockAt(0);
    const { one } = claimer(
      [
        { lane: lane({ headRunAt: now - 7_000 }), jobs: 1 },
        { lane: lane({ priority: 0, headRunAt: now + 9_000 }), jobs: 1 },
        { lane: lane({ priority: 1, headRunAt: now + 5_000 }), jobs: 1 },
      ],
      { now },
    );
    expect(await one.claim('w', 1, 10)).toHaveLength(1);
    expect(one.nextLookMs).toBe(5_000);
  });

  test('takes a job at the very moment it is due', async () => {
    const now = Date.now();
    const clock = clockAt(0);
    const { one } = claimer([{ lane: lane({ headRunAt: now + 5 }), jobs: 1 }], { now });
    expect(await one.claim('w', 1, 1)).toEqual([]);
    clock.mockReturnValue(4);
    expect(one.worthLooking).toBe(false);
    clock.mockReturnValue(5);
    expect([one.worthLooking, one.nextLookMs]).toEqual([true, undefined]);
    expect(await one.claim('w', 1, 1)).toHaveLength(1);
  });

  test('plans nothing when nothing waits', async () => {
    const { one } = claimer([]);
    expect(one.nextLookMs).toBe(0);
    await one.claim('w', 1, 10);
    expect(one.nextLookMs).toBeUndefined();
  });

  test('goes on from the latest job of the last claim, in whatever order its jobs came', async () => {
    const { one, store } = claimer([{ lane: lane({ headRunAt: 10 }), jobs: 100 }]);
    const claimed = (runAt: number) => ({ ...lane(), runAt }) as unknown as ClaimedJob;
    store.claim.mockResolvedValueOnce([claimed(30), claimed(20)]);
    await one.claim('w', 1, 2);
    await one.claim('w', 1, 2);
    expect(store.claim.mock.calls.map(([, , takes]) => takes[0]?.headRunAt)).toEqual([10, 30]);
  });

  test('goes on from the last id among jobs that were enqueued together', async () => {
    const { one, store } = claimer([{ lane: lane({ headRunAt: 10, headId: 'a' }), jobs: 100 }]);
    const claimed = (runAt: number, id: string) => ({ ...lane(), runAt, id }) as unknown as ClaimedJob;
    store.claim.mockResolvedValueOnce([claimed(10, 'd'), claimed(10, 'c'), claimed(9, 'e')]);
    await one.claim('w', 1, 3);
    await one.claim('w', 1, 3);
    const heads = store.claim.mock.calls.map(([, , takes]) => [takes[0]?.headRunAt, takes[0]?.headId]);
    expect(heads).toEqual([
      [10, 'a'],
      [10, 'd'],
    ]);
  });

  test('turns to the next lane when the one it tried first turns out to be empty', async () => {
    const { one, store } = claimer([
      { lane: lane({ priority: 0 }), jobs: 1 },
      { lane: lane({ priority: 3 }), jobs: 1 },
    ]);
    store.claim.mockResolvedValueOnce([]);
    expect(await one.claim('w', 1, 1)).toMatchObject([{ priority: 3 }]);
  });

  test('serves the tenants in turn', async () => {
    const { one } = claimer([
      { lane: lane({ tenant: 'a' }), jobs: 10 },
      { lane: lane({ tenant: 'b' }), jobs: 10 },
    ]);
    const turns: string[] = [];
    for (let turn = 0; turn < 4; turn++) turns.push(...(await one.claim('w', 1, 1)).map((job) => job.tenant));
    expect(turns).toEqual(['a', 'b', 'a', 'b']);
  });

  test('hands on which jobs it came for', async () => {
    const only = { job: 'this one' };
    const { one, store } = claimer([{ lane: lane(), jobs: 1 }], {}, { only });
    await one.claim('w', 1, 1);
    expect(store.findReadyLanes).toHaveBeenCalledWith({ types: ['x'], only });
    expect(store.claim.mock.calls[0]).toEqual(['w', 1, [{ ...lane(), exhausted: false, quota: 1, only }]]);
  });

  test('remembers sixteen lanes without work, and none whose time has not come', async () => {
    clockAt(0);
    const past = Array.from({ length: 17 }, (_, index) => lane({ tenant: `t${index}` }));
    const ahead = lane({ tenant: 'ahead', headRunAt: Date.now() + 60_000 });
    const lines = [...past, ahead].map((each) => ({ lane: each, jobs: 1 }));
    const { one, store } = claimer(lines);
    await one.claim('w', 1, 100);
    for (const line of lines) line.jobs = 0;
    one.hint();
    await one.claim('w', 1, 100);
    store.claim.mockClear();
    one.hint({ guess: true });
    await one.claim('w', 1, 100);
    expect(store.claim.mock.calls[0]![2].map((take) => take.tenant)).toEqual(
      past.slice(0, 16).map((each) => each.tenant),
    );
  });

  test('leaves the dead alone until the database has renewed its own leases', async () => {
    const renewOwn = vi.fn(() => Promise.resolve(false));
    const { one, store, rescued } = claimer([], { expiredLeases: true }, { renewOwn });
    store.rescue.mockResolvedValue(rescuedJobs(1));
    expect(await one.rescue()).toBe(0);
    expect(store.rescue).not.toHaveBeenCalled();
    renewOwn.mockResolvedValue(true);
    expect(await one.rescue()).toBe(1);
    expect(rescued).toHaveBeenCalledTimes(1);
  });

  test('does not search again, nor report, when no job was rescued', async () => {
    const { one, store, rescued } = claimer([], { expiredLeases: true });
    await one.claim('w', 1, 1);
    expect(store.rescue).toHaveBeenCalledWith(200);
    expect(store.findReadyLanes).toHaveBeenCalledTimes(1);
    expect(rescued).not.toHaveBeenCalled();
  });

  test('rescues nobody while all leases are alive', async () => {
    const { one, store } = claimer([{ lane: lane(), jobs: 1 }]);
    await one.claim('w', 1, 1);
    expect(store.rescue).not.toHaveBeenCalled();
  });

  test.each([
    [199, undefined],
    [200, 0],
  ])('after %i rescued jobs its next look is planned for %s', async (count, nextLookMs) => {
    clockAt(0);
    const { one, store } = claimer([]);
    await one.claim('w', 1, 1);
    store.rescue.mockResolvedValueOnce(rescuedJobs(count));
    await one.rescue();
    expect(one.nextLookMs).toBe(nextLookMs);
  });
});
