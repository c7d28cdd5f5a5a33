import { beforeEach, expect, test } from 'vitest';
import type { JobStatus } from '../../../../src/engine/index.js';
import type { Ending, HeldJob } from '../../../../src/engine/store.js';
import { advanceTime, databaseNow } from '../../staging/advance-time.js';
import { committedTransitions, type RecordingHook } from '../../staging/recording-hook.js';
import { rowOf, updateRow } from '../../staging/rows.js';
import type { Stage } from '../../staging/stage.js';
import { aJob, anEnding, claimDue, enqueueOne, LEASE_MS, runningJob } from '../../staging/store-calls.js';

const FINAL = ['completed', 'completed_with_warnings', 'failed', 'dead_letter', 'cancelled'] as const;

export function transitionRules(stage: Stage, recorder: RecordingHook): void {
  const finish = (...endings: Ending[]) => stage.store.finish('worker-a', endings);
  const status = async (id: string): Promise<JobStatus> => (await rowOf(stage.engine.database, id)).status;
  const committed = () => committedTransitions(stage.engine.database);
  const leasesRunOut = () => advanceTime(stage.engine.database, LEASE_MS + 1_000);
  const ended = (job: HeldJob, to: string, from = 'running'): string => `${job.id} ${from} > ${to} under ${job.fence}`;
  const failure = new Error('the hook failed');
  const fail = (): never => {
    throw failure;
  };

  async function troubled(as: 'failed' | 'dead_letter' | 'completed'): Promise<HeldJob> {
    const id = await enqueueOne(stage.store);
    const finished_at = (await databaseNow(stage.engine.database)) - 5_000;
    await updateRow(stage.engine.database, id, { status: as, finished_at, attempts: 1 });
    return { id, fence: 0 };
  }

  beforeEach(() => recorder.reset());

  test.each(FINAL)('an ending as %s is reported with what is known of the job', async (to) => {
    const parentJobId = await enqueueOne(stage.store);
    const job = await runningJob(stage.store, { tenant: 'acme', queue: 'mail', payload: '{"a":1}', parentJobId });
    const errors = '[{"code":"OLD"},{"code":"LAST"}]';
    await finish(anEnding(job, { status: to, result: '{"rows":3}', errors, charge: 1 }));
    const hasFailed = to === 'failed' || to === 'dead_letter';
    expect(recorder.calls).toEqual([
      [
        {
          ...{ id: job.id, tenant: 'acme', queue: 'mail', type: 'work', from: 'running', to, fence: 1, attempts: 1 },
          ...{ payload: '{"a":1}', result: '{"rows":3}', parentJobId },
          error: hasFailed ? { code: 'LAST' } : null,
          at: (await rowOf(stage.engine.database, job.id)).finished_at,
        },
      ],
    ]);
    expect(await committed()).toEqual([ended(job, to)]);
  });

  test('a bare completion has no result and no error', async () => {
    const job = await runningJob(stage.store);
    await finish(anEnding(job));
    expect(recorder.calls).toMatchObject([[{ id: job.id, result: null, error: null, parentJobId: null }]]);
  });

  test('a job that goes back to the queue is not reported', async () => {
    const [retried, released] = [await runningJob(stage.store), await runningJob(stage.store)];
    await finish(
      anEnding(retried, { status: 'pending', charge: 1, delayMs: 5 }),
      anEnding(released, { status: 'pending' }),
    );
    expect(recorder.calls).toEqual([]);
  });

  test('a job that would go back, but whose cancel was requested, is reported as cancelled', async () => {
    const job = await runningJob(stage.store);
    await stage.engine.cancel(job.id);
    expect(recorder.calls).toEqual([]);
    await finish(anEnding(job, { status: 'pending', charge: 1 }));
    expect(await committed()).toEqual([ended(job, 'cancelled')]);
  });

  test.each([1, 2, 60])('of %i endings of every kind, each is reported once, and no other job', async (count) => {
    await stage.store.enqueue(Array.from({ length: count + 3 }, () => aJob()));
    const held = (await claimDue(stage.store)).slice(0, count);
    const kinds = [...FINAL, 'pending'] as const;
    const endings = held.map((job, index) => anEnding(job, { status: kinds[index % kinds.length]! }));
    expect(await finish(...endings)).toEqual([]);
    const final = endings.filter((ending) => ending.status !== 'pending');
    expect(await committed()).toEqual(final.map((ending) => ended(ending, ending.status)).sort());
    expect(recorder.calls.flat()).toHaveLength(final.length);
  });

  test('endings with effects and without are each reported once, after their writes', async () => {
    const [bare, writing, following] = [
      await runningJob(stage.store),
      await runningJob(stage.store),
      await runningJob(stage.store),
    ];
    const seen: string[] = [];
    recorder.then = async (tx, [one]) => {
      if (one?.id === writing.id) {
        const rows = await tx.query<{ name: string }>(`SELECT name FROM cf_queues WHERE name = 'written'`);
        seen.push(...rows.map(({ name }) => name));
      }
    };
    const followUp = aJob();
    await finish(
      anEnding(bare),
      anEnding(writing, { write: (tx) => tx.script(`INSERT INTO cf_queues (name) VALUES ('written')`) }),
      anEnding(following, { followUps: [followUp] }),
    );
    const reported = [bare, writing, following].map((job) => ended(job, 'completed'));
    expect(await committed()).toEqual([...reported, 'written'].sort());
    expect(seen).toEqual(['written']);
    expect(await status(followUp.id)).toBe('pending');
  });

  test('an ending that is refused is not reported', async () => {
    const [stale, foreign, good] = [
      await runningJob(stage.store),
      await runningJob(stage.store, {}, { owner: 'worker-b' }),
      await runningJob(stage.store),
    ];
    await finish(anEnding({ ...stale, fence: 0 }), anEnding(foreign), anEnding(good));
    expect(await committed()).toEqual([ended(good, 'completed')]);
  });

  test.each([
    ['a bare completion', {}],
    ['a result', { result: '1' }],
    ['a write', { write: async () => undefined }],
  ] as const)('an ending with %s that is repeated after a lost answer is reported once', async (_what, values) => {
    const [job, other] = [await runningJob(stage.store), await runningJob(stage.store)];
    await finish(anEnding(job, values));
    expect(await finish(anEnding(job, values), anEnding(other))).toEqual([]);
    expect(recorder.calls.flat()).toHaveLength(2);
    expect(await committed()).toEqual([ended(job, 'completed'), ended(other, 'completed')].sort());
  });

  test('what the hook writes and enqueues is committed with the transition', async () => {
    const job = await runningJob(stage.store);
    const followUp = aJob();
    recorder.then = async (tx) => void (await stage.store.enqueue([followUp], tx));
    await finish(anEnding(job));
    expect([await status(job.id), await status(followUp.id)]).toEqual(['completed', 'pending']);
  });

  test('a hook that fails rolls back the ending, its effects and its own writes', async () => {
    const job = await runningJob(stage.store);
    const before = await rowOf(stage.engine.database, job.id);
    const followUps = [aJob()];
    recorder.then = async (tx) => {
      await stage.store.enqueue([aJob()], tx);
      fail();
    };
    for (const effects of [{}, { followUps }, { write: async () => undefined, followUps }]) {
      await expect(finish(anEnding(job, effects))).rejects.toBe(failure);
    }
    expect(await rowOf(stage.engine.database, job.id)).toEqual(before);
    expect(await stage.engine.jobs()).toHaveLength(1);
    expect(await committed()).toEqual([]);
    recorder.reset();
    expect(await finish(anEnding(job, { followUps }))).toEqual([]);
    expect(await committed()).toEqual([ended(job, 'completed')]);
  });

  test('a hook that fails for one ending rolls back those of its transaction, not the ones with writes of their own', async () => {
    const [plain, neighbour, writing] = [
      await runningJob(stage.store),
      await runningJob(stage.store),
      await runningJob(stage.store),
    ];
    recorder.then = async (_tx, transitions) => {
      if (transitions.some(({ id }) => id === plain.id)) fail();
    };
    const endings = [anEnding(plain), anEnding(neighbour), anEnding(writing, { write: async () => undefined })];
    await expect(finish(...endings)).rejects.toBe(failure);
    await expect.poll(() => status(writing.id)).toBe('completed');
    expect([await status(plain.id), await status(neighbour.id)]).toEqual(['running', 'running']);
    expect(await committed()).toEqual([ended(writing, 'completed')]);
  });

  test('a rescue to dead_letter is reported, one back to the queue is not', async () => {
    const last = await runningJob(stage.store, { maxAttempts: 1 });
    const again = await runningJob(stage.store, {}, { owner: 'worker-b' });
    const wanted = await runningJob(stage.store, {}, { owner: 'worker-b' });
    await stage.engine.cancel(wanted.id);
    const alive = await runningJob(stage.store, {}, { owner: 'worker-b', leaseMs: 10 * LEASE_MS });
    await leasesRunOut();
    expect((await stage.store.rescue(10)).map(({ id }) => id).sort()).toEqual([last.id, again.id, wanted.id].sort());
    expect(await committed()).toEqual([ended(last, 'dead_letter'), ended(wanted, 'cancelled')].sort());
    expect(recorder.calls.flat().find(({ id }) => id === last.id)).toMatchObject({
      ...{ attempts: 1, error: { code: 'WORKER_CRASHED', worker: 'worker-a' } },
    });
    expect([await status(again.id), await status(alive.id)]).toEqual(['pending', 'running']);
    expect(await stage.store.rescue(10)).toEqual([]);
  });

  test('a hook that fails for one rescued job leaves that one for later and lets the others go', async () => {
    const [bad, good, again] = [
      await runningJob(stage.store, { maxAttempts: 1 }, { owner: 'worker-x' }),
      await runningJob(stage.store, { maxAttempts: 1 }, { owner: 'worker-y' }),
      await runningJob(stage.store),
    ];
    await leasesRunOut();
    recorder.then = async (_tx, transitions) => {
      if (transitions.some(({ id }) => id === bad.id)) fail();
    };
    expect((await stage.store.rescue(10)).map(({ id }) => id).sort()).toEqual([good.id, again.id].sort());
    expect([await status(bad.id), await status(good.id)]).toEqual(['running', 'dead_letter']);
    expect(await committed()).toEqual([ended(good, 'dead_letter')]);
    recorder.reset();
    expect(await stage.store.rescue(10)).toMatchObject([{ id: bad.id, status: 'dead_letter' }]);
    expect(await committed()).toEqual([ended(bad, 'dead_letter'), ended(good, 'dead_letter')].sort());
  });

  test('of claims whose answer got lost, those that end as cancelled are reported', async () => {
    const [lost, wanted, known] = [
      await runningJob(stage.store),
      await runningJob(stage.store),
      await runningJob(stage.store),
    ];
    await stage.engine.cancel(wanted.id);
    recorder.then = fail;
    expect(await stage.store.releaseUnknownClaims('worker-a', [known])).toBe(1);
    expect([await status(lost.id), await status(wanted.id)]).toEqual(['pending', 'running']);
    recorder.reset();
    expect(await stage.store.releaseUnknownClaims('worker-a', [known])).toBe(1);
    expect(await committed()).toEqual([ended(wanted, 'cancelled')]);
    expect(await status(known.id)).toBe('running');
  });

  test('the cancel of a waiting job is reported, and rolled back if the hook fails', async () => {
    const job = { id: await enqueueOne(stage.store), fence: 0 };
    await enqueueOne(stage.store);
    recorder.then = fail;
    await expect(stage.engine.cancel(job.id)).rejects.toBe(failure);
    expect([await status(job.id), await committed()]).toEqual(['pending', []]);
    recorder.reset();
    await stage.engine.cancel(job.id);
    expect(await committed()).toEqual([ended(job, 'cancelled', 'pending')]);
    await expect(stage.engine.cancel(job.id)).rejects.toMatchObject({ code: 'JOB_STATE_CONFLICT' });
    expect(recorder.calls).toHaveLength(1);
  });

  test('dismissed jobs are reported with the status they had, at the time of the dismissal', async () => {
    const [failed, dead] = [await troubled('failed'), await troubled('dead_letter')];
    await troubled('completed');
    const now = await databaseNow(stage.engine.database);
    recorder.then = fail;
    await expect(stage.engine.dismissTroubled({})).rejects.toBe(failure);
    expect([await status(failed.id), await committed()]).toEqual(['failed', []]);
    recorder.reset();
    expect(await stage.engine.dismissTroubled({ limit: 1 })).toBe(1);
    expect(await committed()).toEqual([ended(dead, 'cancelled', 'dead_letter')]);
    expect(await stage.engine.dismissTroubled({})).toBe(1);
    expect(await committed()).toEqual(
      [ended(dead, 'cancelled', 'dead_letter'), ended(failed, 'cancelled', 'failed')].sort(),
    );
    for (const { at } of recorder.calls.flat()) expect(at).toBeGreaterThanOrEqual(now);
    expect(await stage.engine.dismissTroubled({})).toBe(0);
    expect(recorder.calls).toHaveLength(2);
  });

  test.each([
    [1_000, [1_000]],
    [1_001, [1_000, 1]],
  ])('%i dismissed jobs are reported in calls of %j', async (count, sizes) => {
    await stage.store.enqueue(Array.from({ length: count }, () => aJob()));
    await stage.engine.database.script(`UPDATE cf_jobs SET status = 'failed', finished_at = 1`);
    expect(await stage.engine.dismissTroubled({})).toBe(count);
    expect(recorder.calls.map((transitions) => transitions.length)).toEqual(sizes);
    expect(await committed()).toHaveLength(count);
  });

  test('a retry and a claim are not reported', async () => {
    const job = await troubled('failed');
    await stage.engine.retry(job.id);
    await claimDue(stage.store);
    expect(recorder.calls).toEqual([]);
  });
}
