import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ClaimedJob } from '../../../src/engine/index.js';
import type { Attempt } from '../../../src/engine/worker/attempt.js';
import { HeldJobs } from '../../../src/engine/worker/held-jobs.js';

const claimed = (id: string, values: Partial<ClaimedJob> = {}): ClaimedJob => ({
  ...{ id, fence: 1, tenant: 't', queue: 'q', type: 'x', payload: '{}', priority: 2, runAt: 0, startedAt: 0 },
  ...{ attempts: 0, maxAttempts: 5, crashes: 0, errors: null, specHash: null, traceparent: null, correlationId: null },
  suspicion: 0,
  ...values,
});

/** As the worker does when it gives the next job a hand. */
function begin(held: HeldJobs): Attempt {
  const next = held.next()!;
  return (next.attempt = { job: next.job } as Attempt);
}

afterEach(() => vi.restoreAllMocks());

describe('the jobs a worker holds', () => {
  test('have their turns by priority, then by time, then by id', () => {
    const held = new HeldJobs();
    held.receive([
      claimed('d', { priority: 3, runAt: 1 }),
      claimed('c', { runAt: 5 }),
      claimed('b', { runAt: 5 }),
      claimed('a', { runAt: 7 }),
      claimed('e', { priority: 1, runAt: 9 }),
    ]);
    const turns = Array.from({ length: 6 }, () => held.next()?.job.id);
    expect(turns).toEqual(['e', 'b', 'c', 'a', 'd', undefined]);
  });

  test('that come later have their turns later', () => {
    const held = new HeldJobs();
    held.receive([claimed('a')]);
    held.receive([claimed('b', { priority: 0 })]);
    expect([held.buffered, held.next()?.job.id, held.next()?.job.id]).toEqual([2, 'a', 'b']);
  });

  test('are held until they are forgotten, whether they wait or run', () => {
    const held = new HeldJobs();
    held.receive([claimed('a'), claimed('b')]);
    const attempt = begin(held);
    expect([held.size, held.buffered]).toEqual([2, 1]);
    expect(held.jobs().map((job) => job.id)).toEqual(['a', 'b']);
    expect(held.attempts()).toEqual([attempt]);
    held.forget('a');
    expect([held.size, held.get('a'), held.get('b')?.job.id]).toEqual([1, undefined, 'b']);
    expect(held.attempts()).toEqual([]);
  });

  test('are meant only under the fence they are held under', () => {
    const held = new HeldJobs();
    held.receive([claimed('a', { fence: 2 })]);
    const under = (id: string, fence: number) => held.under({ id, fence })?.job.fence;
    expect([under('a', 1), under('a', 2), under('a', 3), under('b', 2)]).toEqual([undefined, 2, undefined, undefined]);
  });

  test('that come back name the attempts they replace, and those that only waited are replaced in silence', () => {
    const held = new HeldJobs();
    held.receive([claimed('a'), claimed('b'), claimed('c')]);
    const attempt = begin(held);
    expect(held.receive([claimed('a', { fence: 2 }), claimed('b', { fence: 2 })])).toEqual([attempt]);
    const turns = Array.from({ length: 4 }, () => held.next()?.job).map((job) => job && `${job.id}${job.fence}`);
    expect(turns).toEqual(['c1', 'a2', 'b2', undefined]);
    expect(held.size).toBe(3);
  });

  test('can be taken out of the line one by one, or all at once', () => {
    const held = new HeldJobs();
    held.receive([claimed('a'), claimed('b'), claimed('c')]);
    begin(held);
    expect([held.unbuffer('a'), held.unbuffer('b'), held.unbuffer('b')]).toEqual([false, true, false]);
    expect(held.unbufferAll().map((job) => job.id)).toEqual(['c']);
    expect([held.buffered, held.size, held.next()]).toEqual([0, 3, undefined]);
  });

  test('have waited since the last of them came, and not at all when none waits', () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(100);
    const held = new HeldJobs();
    expect(held.bufferedForMs).toBe(0);
    held.receive([claimed('a')]);
    clock.mockReturnValue(250);
    expect(held.bufferedForMs).toBe(150);
    held.receive([claimed('b')]);
    clock.mockReturnValue(260);
    expect(held.bufferedForMs).toBe(10);
    held.unbufferAll();
    expect(held.bufferedForMs).toBe(0);
  });
});
