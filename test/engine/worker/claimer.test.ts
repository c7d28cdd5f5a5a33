import { describe, expect, test, vi } from 'vitest';
import type { ClaimedJob, JobStore, RescuedJob } from '../../../src/engine/index.js';
import type { Strip, Survey, Take } from '../../../src/engine/store.js';
import { Claimer } from '../../../src/engine/worker/claimer.js';

const strip = (values: Partial<Strip> = {}): Strip => ({
  ...{ queue: 'q', tenant: 't', type: 'x', priority: 2, headRunAt: 0 },
  ...values,
});

/** A store that holds so many jobs in each strip. */
function claimer(lines: { strip: Strip; jobs: number }[], survey: Partial<Survey> = {}) {
  const store = {
    survey: vi.fn(() =>
      Promise.resolve({
        ...{ now: Date.now(), expiredLeases: false },
        strips: lines.filter((line) => line.jobs > 0).map((line) => line.strip),
        ...survey,
      }),
    ),
    claim: vi.fn((_owner: string, _leaseMs: number, takes: readonly Take[]) =>
      Promise.resolve(
        takes.flatMap((take) => {
          const line = lines.find(
            ({ strip: { tenant, priority } }) => take.tenant === tenant && take.priority === priority,
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
  const one = new Claimer(store as unknown as JobStore, { types: ['x'] }, rescued);
  return { one, store, rescued };
}

describe('the claimer', () => {
  test('surveys once, and then takes from the strips it knows until they run dry', async () => {
    const { one, store } = claimer([{ strip: strip(), jobs: 25 }]);
    expect(await one.claim('w', 1, 10)).toHaveLength(10);
    expect(await one.claim('w', 1, 10)).toHaveLength(10);
    expect(await one.claim('w', 1, 10)).toHaveLength(5);
    expect(store.survey).toHaveBeenCalledTimes(1);
    expect(store.claim).toHaveBeenCalledTimes(3);
  });

  test('is not worth a look again when all it knows is dry, until it gets a hint', async () => {
    const { one } = claimer([{ strip: strip(), jobs: 1 }]);
    expect(one.worthALook).toBe(true);
    await one.claim('w', 1, 10);
    expect(one.worthALook).toBe(false);
    one.hint();
    expect(one.worthALook).toBe(true);
  });

  test('goes on to the next priority when the best one is dry', async () => {
    const { one } = claimer([
      { strip: strip({ priority: 0 }), jobs: 2 },
      { strip: strip({ priority: 3 }), jobs: 5 },
    ]);
    expect((await one.claim('w', 1, 4)).map((job) => job.priority)).toEqual([0, 0]);
    expect((await one.claim('w', 1, 4)).map((job) => job.priority)).toEqual([3, 3, 3, 3]);
  });

  test('shares a claim among tenants', async () => {
    const { one } = claimer([
      { strip: strip({ tenant: 'a' }), jobs: 1_000 },
      { strip: strip({ tenant: 'b' }), jobs: 1_000 },
    ]);
    const tenants = (await one.claim('w', 1, 10)).map((job) => job.tenant);
    expect(tenants.filter((tenant) => tenant === 'a')).toHaveLength(5);
  });

  test('does not claim what lies ahead, and knows when it will be due', async () => {
    const { one, store } = claimer([{ strip: strip({ headRunAt: Date.now() + 5_000 }), jobs: 1 }]);
    expect(await one.claim('w', 1, 10)).toEqual([]);
    expect(store.claim).not.toHaveBeenCalled();
    expect(one.nextLookMs).toBeGreaterThan(4_000);
    expect(one.nextLookMs).toBeLessThanOrEqual(5_000);
  });

  test('reckons with the clock of the database, not with its own', async () => {
    const hours = 7_200_000;
    const ahead = claimer([{ strip: strip({ headRunAt: Date.now() + hours }), jobs: 1 }], { now: Date.now() + hours });
    expect(await ahead.one.claim('w', 1, 10)).toHaveLength(1);
    const behind = claimer([{ strip: strip({ headRunAt: Date.now() - 1_000 }), jobs: 1 }], { now: Date.now() - hours });
    expect(await behind.one.claim('w', 1, 10)).toEqual([]);
  });

  test('takes jobs from the dead when a survey tells of them, and looks again', async () => {
    const { one, store, rescued } = claimer([], { expiredLeases: true });
    const job = { id: 'a', type: 'x', tenant: 't', status: 'pending', owner: 'dead', crashes: 1 } as const;
    store.rescue.mockResolvedValueOnce([job]);
    await one.claim('w', 1, 10);
    expect(rescued).toHaveBeenCalledWith([job]);
    expect(store.survey).toHaveBeenCalledTimes(2);
  });

  test('does not let one slow survey keep it from looking for long', async () => {
    const { one, store } = claimer([{ strip: strip(), jobs: 0 }]);
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000);
    store.survey.mockImplementationOnce(() => {
      clock.mockReturnValue(11_000);
      return Promise.resolve({ now: Date.now(), expiredLeases: false, strips: [] });
    });
    await one.claim('w', 1, 1);
    one.hint();
    expect(one.nextLookMs).toBe(1_000);
  });

  test('owes the look when a survey failed', async () => {
    const { one, store } = claimer([{ strip: strip(), jobs: 1 }]);
    store.survey.mockRejectedValueOnce(new Error('away'));
    await expect(one.claim('w', 1, 10)).rejects.toThrow('away');
    expect(await one.claim('w', 1, 10)).toHaveLength(1);
  });
});
