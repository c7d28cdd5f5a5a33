import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PostgresDatabase } from '../../../src/database/index.js';
import { EnqueueGrouper } from '../../../src/engine/stores/postgres/enqueue-grouper.js';
import { CasparianError } from '../../../src/platform/index.js';
import { later } from '../staging/later.js';
import { aJob, ids } from '../staging/store-calls.js';

const jobsOf = (count: number) => Array.from({ length: count }, () => aJob());
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A database that notes the ids of each statement, and whether it is to notify. */
function grouper() {
  const statements: { ids: string[]; notify: unknown }[] = [];
  const answers: (() => Promise<unknown>)[] = [];
  let notifications = 0;
  const query = vi.fn(async (sql: string, params: unknown[] = []) => {
    if (params.length === 0) return void notifications++;
    statements.push({ ids: (params[0] as string).slice(1, -1).split(','), notify: params.at(-1) });
    await answers.shift()?.();
    return [];
  });
  const one = new EnqueueGrouper({ query } as unknown as PostgresDatabase);
  return { one, statements, answers, notifications: () => notifications };
}

describe('the grouping of enqueues', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  test.each([1, 2, 3])('%i calls of one moment share a statement, and each has its own receipts', async (count) => {
    const { one, statements } = grouper();
    const calls = Array.from({ length: count }, (_, index) => jobsOf(index + 1));
    const receipts = await Promise.all(calls.map((jobs) => one.enqueue(jobs)));
    expect(receipts.map(ids)).toEqual(calls.map(ids));
    expect(statements.map((statement) => statement.ids)).toEqual([ids(calls.flat())]);
  });

  test.each([
    [[999, 1], [1_000]],
    [
      [999, 2],
      [999, 2],
    ],
    [[1_001], [1_001]],
    [
      [1_001, 1, 1],
      [1_001, 2],
    ],
  ])('calls with %j jobs are written in statements of %j', async (calls, sizes) => {
    const { one, statements } = grouper();
    await Promise.all(calls.map((count) => one.enqueue(jobsOf(count))));
    expect(statements.map((statement) => statement.ids.length)).toEqual(sizes);
  });

  test('two statements are under way at a time, and what comes meanwhile shares the next', async () => {
    const { one, statements, answers } = grouper();
    const gates = [later(), later()];
    answers.push(...gates.map((gate) => () => gate.promise));
    const calls: Promise<unknown>[] = [];
    for (let call = 0; call < 4; call++) {
      calls.push(one.enqueue(jobsOf(1)));
      await turn();
    }
    expect(statements.map((statement) => statement.ids.length)).toEqual([1, 1]);
    gates[1]!.resolve();
    await Promise.all(calls.slice(1));
    expect(statements.map((statement) => statement.ids.length)).toEqual([1, 1, 2]);
    gates[0]!.resolve();
    await calls[0];
  });

  test('when the data of a group is refused, each call is tried by itself and learns its own fate', async () => {
    const { one, statements, answers } = grouper();
    const refusal = () => Promise.reject(new CasparianError('DATABASE_ERROR', 'refused'));
    const [bad, good] = [jobsOf(1), jobsOf(1)];
    answers.push(refusal, refusal);
    const outcomes = await Promise.allSettled([one.enqueue(bad), one.enqueue(good)]);
    expect(outcomes).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled', value: [{ id: good[0]!.id }] }]);
    expect(statements.map((statement) => statement.ids)).toEqual([ids([...bad, ...good]), ids(bad), ids(good)]);
  });

  test.each(['DATABASE_UNAVAILABLE', 'DATABASE_BUSY'] as const)(
    'when the database fails with %s, the whole group is told, and nothing is tried again',
    async (code) => {
      const { one, statements, answers } = grouper();
      answers.push(() => Promise.reject(new CasparianError(code, 'away')));
      const outcomes = await Promise.allSettled([one.enqueue(jobsOf(1)), one.enqueue(jobsOf(1))]);
      expect(outcomes).toMatchObject([
        { status: 'rejected', reason: { code } },
        { status: 'rejected', reason: { code } },
      ]);
      expect(statements).toHaveLength(1);
      await one.enqueue(jobsOf(1));
    },
  );

  test('a lone call that is refused is not tried again', async () => {
    const { one, statements, answers } = grouper();
    answers.push(() => Promise.reject(new CasparianError('DATABASE_ERROR', 'refused')));
    await expect(one.enqueue(jobsOf(1))).rejects.toMatchObject({ code: 'DATABASE_ERROR' });
    expect(statements).toHaveLength(1);
  });

  test('workers are notified at most once in three milliseconds, and once more for what was held back', async () => {
    const { one, statements, notifications } = grouper();
    await one.enqueue(jobsOf(1));
    vi.advanceTimersByTime(2);
    await one.enqueue(jobsOf(1));
    await one.enqueue(jobsOf(1));
    expect(statements.map((statement) => statement.notify)).toEqual([true, false, false]);
    vi.advanceTimersByTime(2);
    expect(notifications()).toBe(0);
    vi.advanceTimersByTime(1);
    expect([notifications(), vi.getTimerCount()]).toEqual([1, 0]);
    vi.advanceTimersByTime(2);
    await one.enqueue(jobsOf(1));
    vi.advanceTimersByTime(3);
    expect(notifications()).toBe(2);
    vi.advanceTimersByTime(3);
    await one.enqueue(jobsOf(1));
    expect(statements.map((statement) => statement.notify)).toEqual([true, false, false, false, true]);
  });
});
