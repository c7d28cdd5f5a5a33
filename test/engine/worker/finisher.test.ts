import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { sharedWrite } from '../../../src/engine/outcome.js';
import type { Rejection, Ending, JobStore } from '../../../src/engine/index.js';
import { releaseEnding } from '../../../src/engine/ending.js';
import { Finisher, type FinisherSetting } from '../../../src/engine/worker/finisher.js';
import { CasparianError, newId, silentLogger } from '../../../src/platform/index.js';
import { waitUntil } from '../../services/wait-until.js';
import { later } from '../staging/later.js';

const ending = (values: Partial<Ending> = {}): Ending => ({
  ...releaseEnding({ id: newId(), fence: 1 }),
  ...{ status: 'completed', ...values },
});

function finisher(finish: JobStore['finish'], replace: (ending: Ending) => Ending | undefined = () => undefined) {
  const onFinished = vi.fn<FinisherSetting['onFinished']>();
  const finish_ = vi.fn(finish);
  const store = { finish: finish_ } as unknown as JobStore;
  const one = new Finisher({ store, owner: 'w', logger: silentLogger, onFinished, replace });
  return { one, finish: finish_, onFinished };
}

const away = () => new CasparianError('DATABASE_UNAVAILABLE', 'away');

describe('the finisher', () => {
  test('commits endings of one tick together', async () => {
    const { one, finish, onFinished } = finisher(() => Promise.resolve([]));
    const endings = [ending(), ending(), ending()];
    for (const each of endings) one.add(each);
    await one.drained();
    expect(finish.mock.calls).toEqual([['w', endings]]);
    expect(onFinished.mock.calls).toEqual([[endings, new Map()]]);
  });

  test('collects what arrives during a commit for the next one', async () => {
    const gate = later<Rejection[]>();
    const { one, finish } = finisher(() => gate.promise);
    one.add(ending());
    await waitUntil(() => finish.mock.calls.length === 1, { for: 'the commit' });
    for (let index = 0; index < 5; index++) one.add(ending());
    gate.resolve([]);
    await one.drained();
    expect(finish.mock.calls.map(([, batch]) => batch.length)).toEqual([1, 5]);
  });

  test('puts no more than a thousand into one commit', async () => {
    const { one, finish } = finisher(() => Promise.resolve([]));
    for (let index = 0; index < 2_500; index++) one.add(ending());
    await one.drained();
    expect(finish.mock.calls.map(([, batch]) => batch.length)).toEqual([1_000, 1_000, 500]);
  });

  test('says which were refused', async () => {
    const stale = ending();
    const { one, onFinished } = finisher(() => Promise.resolve([{ id: stale.id, instead: 'refused' }]));
    one.add(stale);
    await one.drained();
    expect(onFinished.mock.calls[0]![1]).toEqual(new Map([[stale.id, 'refused']]));
  });

  test.each(['DATABASE_UNAVAILABLE', 'DATABASE_BUSY'] as const)(
    'tries again while the trouble passes (%s)',
    async (code) => {
      const fails = vi
        .fn()
        .mockRejectedValueOnce(new CasparianError(code, 'm'))
        .mockRejectedValueOnce(away())
        .mockResolvedValue([]);
      const { one, onFinished } = finisher(fails);
      const only = ending();
      one.add(only);
      await one.drained();
      expect(fails).toHaveBeenCalledTimes(3);
      expect(onFinished.mock.calls).toEqual([[[only], new Map()]]);
    },
  );

  test('when one ending spoils the commit, that one ends differently, and the others as they should', async () => {
    const [good, bad, other] = [ending(), ending(), ending()];
    const instead = { ...bad, status: 'failed' } as const;
    const { one, onFinished } = finisher(
      async (_, batch) => {
        if (batch.includes(bad)) throw new Error('refused');
        return [];
      },
      (each) => (each === bad ? instead : undefined),
    );
    for (const each of [good, bad, other]) one.add(each);
    await one.drained();
    expect(onFinished.mock.calls.map(([batch]) => batch)).toEqual([[good], [instead], [other]]);
  });

  test('when not even the replacement can be written, the job is given up, and the finisher goes on', async () => {
    const [bad, next] = [ending(), ending()];
    const { one, onFinished } = finisher(
      async (_, batch) => {
        if (batch.some((each) => each.id === bad.id)) throw new Error('refused');
        return [];
      },
      (each) => ({ ...each, status: 'failed' }),
    );
    one.add(bad);
    await one.drained();
    one.add(next);
    await one.drained();
    expect(onFinished.mock.calls.map(([[each], rejections]) => [each!.id, rejections.has(each!.id)])).toEqual([
      [bad.id, true],
      [next.id, false],
    ]);
  });

  test('says when too much waits for the database', async () => {
    const gate = later<Rejection[]>();
    const { one } = finisher(() => gate.promise);
    for (let index = 0; index < 5_000; index++) one.add(ending());
    expect(one.overloaded).toBe(false);
    one.add(ending());
    expect(one.overloaded).toBe(true);
    gate.resolve([]);
    await one.drained();
    expect(one.overloaded).toBe(false);
  });

  test('has nothing to wait for when nothing was added', async () => {
    await finisher(() => Promise.resolve([])).one.drained();
  });

  test('commits an ending with writes of its own by itself, and nothing waits for it', async () => {
    const gate = later<Rejection[]>();
    const slow = ending({ write: () => Promise.resolve() });
    const { one, finish, onFinished } = finisher((_, batch) =>
      batch.includes(slow) ? gate.promise : Promise.resolve([]),
    );
    const quick = ending();
    one.add(slow);
    one.add(quick);
    await waitUntil(() => onFinished.mock.calls.length === 1, { for: 'the quick one' });
    expect(finish.mock.calls).toEqual([
      ['w', [slow]],
      ['w', [quick]],
    ]);
    expect(onFinished.mock.calls[0]![0]).toEqual([quick]);
    let drained = false;
    const waited = one.drained().then(() => (drained = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(drained).toBe(false);
    gate.resolve([]);
    await waited;
    expect(onFinished).toHaveBeenCalledTimes(2);
  });

  test('commits endings that share a write together with the others', async () => {
    const share = sharedWrite(() => Promise.resolve());
    const { one, finish } = finisher(() => Promise.resolve([]));
    const endings = [ending({ share: share(1) }), ending({ share: share(2) }), ending()];
    for (const each of endings) one.add(each);
    await one.drained();
    expect(finish.mock.calls).toEqual([['w', endings]]);
  });

  test('is drained for everybody who waits', async () => {
    const { one } = finisher(() => Promise.resolve([]));
    one.add(ending());
    await Promise.all([one.drained(), one.drained()]);
    await one.drained();
  });

  test('tells an ending that was replaced that its commit did not take place, once', async () => {
    const settled = vi.fn();
    const { one, onFinished } = finisher(
      (_, [first]) => (first?.status === 'failed' ? Promise.resolve([]) : Promise.reject(new Error('refused'))),
      (each) => ({ ...each, status: 'failed', settled: undefined }),
    );
    one.add(ending({ settled }));
    await one.drained();
    expect(settled.mock.calls).toEqual([[false]]);
    expect(onFinished.mock.calls).toMatchObject([[[{ status: 'failed' }], new Map()]]);
  });

  test('does not try an ending again that the database refuses', async () => {
    const refusal = new CasparianError('DATABASE_ERROR', 'refused');
    const { one, finish, onFinished } = finisher(() => Promise.reject(refusal));
    const bad = ending();
    one.add(bad);
    await one.drained();
    expect(finish).toHaveBeenCalledTimes(1);
    expect(onFinished.mock.calls).toEqual([[[bad], new Map([[bad.id, 'refused']])]]);
  });

  test('replaces an ending that spoils its commit also after the database was away', async () => {
    const [bad, good] = [ending(), ending()];
    const answers = [away(), new Error('refused'), away(), new Error('refused')];
    const { one, finish, onFinished } = finisher(
      (_, batch) => {
        const error = batch.includes(bad) ? answers.shift() : undefined;
        return error ? Promise.reject(error) : Promise.resolve([]);
      },
      (each) => ({ ...each, status: 'failed' }),
    );
    one.add(bad);
    one.add(good);
    await one.drained();
    expect(finish.mock.calls.map(([, batch]) => batch.length)).toEqual([2, 2, 1, 1, 1, 1]);
    expect(onFinished.mock.calls.map(([[each]]) => [each!.id, each!.status])).toEqual([
      [bad.id, 'failed'],
      [good.id, 'completed'],
    ]);
  });
});

describe('the pauses of the finisher', () => {
  test('double from 50 ms up to five seconds', async () => {
    const pauses: number[] = [];
    vi.spyOn(timers, 'setTimeout').mockImplementation((ms) => Promise.resolve(void pauses.push(ms!)));
    // The finisher imports the function by its name.
    syncBuiltinESMExports();
    onTestFinished(() => {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    });
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    let calls = 0;
    const { one } = finisher(() => (++calls < 10 ? Promise.reject(away()) : Promise.resolve([])));
    one.add(ending());
    await one.drained();
    expect(pauses).toEqual([50, 100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000]);
  });
});
