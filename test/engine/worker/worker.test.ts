import { afterEach, describe, expect, test, vi } from 'vitest';
import { createWorker, defineJob, type JobDefinition, snooze, type WorkerOptions } from '../../../src/engine/index.js';
import type { Renewal } from '../../../src/engine/index.js';
import { Duties } from '../../../src/engine/worker/duties.js';
import type { EndFacts } from '../../../src/engine/worker/observer.js';
import { CasparianError, silentLogger } from '../../../src/platform/index.js';
import { waitUntil } from '../../services/wait-until.js';
import { advanceTime } from '../staging/advance-time.js';
import { later } from '../staging/later.js';
import { allRows } from '../staging/rows.js';
import { useStage } from '../staging/stage.js';
import { runningJob } from '../staging/store-calls.js';
import { allJobsEnd, jobEnds, startWorker } from '../staging/workers.js';

const NEVER_MS = 600_000;
const AWAY = new CasparianError('DATABASE_UNAVAILABLE', 'the test took the database away');

/** What one worker decides by itself. What depends on the database stands beside this file, for both of them. */
describe('a worker', () => {
  const stage = useStage('SQLite');
  afterEach(() => vi.restoreAllMocks());

  /** A worker whose only hand is busy with the first of these jobs, and which has taken the others ahead. */
  async function withJobsAhead(count: number, options: Partial<WorkerOptions> = {}) {
    const gate = later();
    const ran: unknown[] = [];
    let block = false;
    const definition = defineJob({
      type: 'x',
      run: (payload) => (ran.push(payload), block ? gate.promise : undefined),
    });
    const engine = await stage.openAnother();
    const settings = { concurrency: 1, pollEveryMs: NEVER_MS, leaseMs: 2 * NEVER_MS, renewEveryMs: NEVER_MS };
    const worker = await startWorker(stage, [definition], { ...settings, ...options, engine });
    await engine.enqueueMany(definition, Array(50).fill('quick'));
    await waitUntil(() => ran.length === 50, { for: 'the quick ones', intervalMs: 5 });
    await allJobsEnd(stage.engine);
    block = true;
    const payloads = Array.from({ length: count + 1 }, (_, index) => index);
    const receipts = await engine.enqueueMany(definition, payloads);
    await waitUntil(() => worker.status.buffered === count, { for: 'jobs ahead', intervalMs: 2 });
    return { engine, worker, gate, receipts, ran: () => ran.slice(50) };
  }

  test('starts once', async () => {
    const worker = await startWorker(stage, []);
    expect(() => worker.start()).toThrow('a worker starts once; this one is running');
    await worker.stop();
    expect(() => worker.start()).toThrow('a worker starts once; this one is stopped');
    const never = createWorker(stage.engine, { jobs: [] });
    await never.stop();
    expect(() => never.start()).toThrow('a worker starts once; this one is stopped');
  });

  test('has an id of its own unless it is given one, and says how it is', async () => {
    const [one, two] = [createWorker(stage.engine, { jobs: [] }), createWorker(stage.engine, { jobs: [] })];
    expect(one.id).not.toBe(two.id);
    expect(one.id).toContain(`-${process.pid}-`);
    expect(createWorker(stage.engine, { jobs: [], id: 'given' }).id).toBe('given');
    expect(one.status).toEqual({ state: 'new', running: 0, buffered: 0, databaseReachable: true });
  });

  test('gives jobs back that wait for their turn for more than a second', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(5_000);
    const { worker, gate } = await withJobsAhead(2, { pollEveryMs: 20 });
    const polls = vi.spyOn(Duties.prototype, 'begin');
    clock.mockReturnValue(6_000);
    await waitUntil(() => polls.mock.calls.length > 1, { for: 'a poll', intervalMs: 5 });
    expect(worker.status.buffered).toBe(2);
    clock.mockReturnValue(6_001);
    await waitUntil(() => worker.status.buffered === 0, { for: 'their return', intervalMs: 5 });
    clock.mockRestore();
    await waitUntil(
      async () => (await allRows(stage.engine.database)).filter((row) => row.status === 'pending').length,
      {
        for: 'the jobs in the line',
      },
    );
    gate.resolve();
    await allJobsEnd(stage.engine);
    for (const row of await allRows(stage.engine.database)) expect(row).toMatchObject({ attempts: 0, crashes: 0 });
  });

  test('does not run a job that it lost while it waited for its turn, and runs the others', async () => {
    const { engine, worker, gate, receipts, ran } = await withJobsAhead(2, { renewEveryMs: 20 });
    const lost = receipts[1]!.id;
    const renew = engine.store.renew.bind(engine.store);
    vi.spyOn(engine.store, 'renew').mockImplementation(async (...args) => {
      const renewal: Renewal = await renew(...args);
      return { ...renewal, lost: [lost] };
    });
    await waitUntil(() => worker.status.buffered === 1, { for: 'the loss to be heard of', intervalMs: 5 });
    gate.resolve();
    await jobEnds(stage.engine, receipts[2]!.id);
    expect(ran()).toEqual([0, 2]);
    expect((await stage.engine.job(lost)).status).toBe('running');
  });

  test('does not take news of a former claim for news of the present one', async () => {
    const [asked, second, gate] = [later(), later(), later<string>()];
    let signal: AbortSignal | undefined;
    const definition = defineJob({
      type: 'x',
      run: async (_, context) => {
        if (context.fence === 1) return asked.promise.then(() => snooze(0));
        ({ signal } = context);
        second.resolve();
        return gate.promise;
      },
    });
    const engine = await stage.openAnother();
    const renew = vi.spyOn(engine.store, 'renew').mockImplementationOnce(async (_owner, _leaseMs, held) => {
      asked.resolve();
      await second.promise;
      const all = held.map(({ id }) => id);
      return { renewed: 0, lost: all, cancelRequested: all };
    });
    await startWorker(stage, [definition], { engine, renewEveryMs: 20, pollEveryMs: NEVER_MS });
    const { id } = await engine.enqueue(definition, {});
    await second.promise;
    await waitUntil(() => renew.mock.calls.length > 1, { for: 'the next renewal', intervalMs: 5 });
    expect(signal?.aborted).toBe(false);
    gate.resolve('done');
    expect(await jobEnds(stage.engine, id)).toMatchObject({ status: 'completed', fence: 2, result: 'done' });
  });

  test('makes sure of lost answers before it claims again, with all that it holds', async () => {
    const begun = later();
    const gate = later();
    const definition = defineJob({ type: 'x', run: () => (begun.resolve(), gate.promise) });
    const engine = await stage.openAnother();
    const releaseUnknownClaims = vi.spyOn(engine.store, 'releaseUnknownClaims');
    const claimFailed = vi.fn();
    const worker = await startWorker(stage, [definition], {
      ...{ engine, id: 'w', pollEveryMs: 20, observer: { claimFailed } },
    });
    const { id } = await engine.enqueue(definition, {});
    await begun.promise;
    vi.spyOn(engine.store, 'findReadyLanes').mockRejectedValueOnce(AWAY);
    await waitUntil(() => releaseUnknownClaims.mock.calls.length === 1, { for: 'the question', intervalMs: 5 });
    expect(claimFailed.mock.calls).toEqual([[AWAY]]);
    expect(releaseUnknownClaims.mock.calls[0]).toMatchObject(['w', [{ id, fence: 1 }]]);
    await waitUntil(() => worker.status.databaseReachable, { for: 'a claim', intervalMs: 5 });
    gate.resolve();
    expect(await jobEnds(stage.engine, id)).toMatchObject({ status: 'completed', fence: 1 });
  });

  test('leaves the claims of a twin alone', async () => {
    const definition = defineJob({ type: 'x', run: () => undefined });
    await startWorker(stage, [], { id: 'twin' });
    const engine = await stage.openAnother();
    const releaseUnknownClaims = vi.spyOn(engine.store, 'releaseUnknownClaims');
    const search = vi.spyOn(engine.store, 'findReadyLanes').mockRejectedValueOnce(AWAY);
    await startWorker(stage, [definition], { engine, id: 'twin', pollEveryMs: 20 });
    await waitUntil(() => search.mock.calls.length > 1, { for: 'the next look', intervalMs: 5 });
    expect(releaseUnknownClaims).not.toHaveBeenCalled();
  });

  test('counts as returned what goes back unfinished, and nothing else', async () => {
    const begun = [later(), later()];
    const gate = later();
    const deaf = defineJob({ type: 'deaf', run: () => (begun[0]!.resolve(), new Promise(() => undefined)) });
    const tired = defineJob({
      type: 'tired',
      run: async () => {
        begun[1]!.resolve();
        await gate.promise;
        return snooze(60_000);
      },
    });
    const worker = await startWorker(stage, [deaf, tired]);
    await stage.engine.enqueue(deaf, {});
    await stage.engine.enqueue(tired, {});
    await Promise.all(begun.map(({ promise }) => promise));
    gate.resolve();
    expect(await worker.stop({ graceMs: 0 })).toEqual({ returned: 1 });
  });

  test('does not count what was returned before its stop, nor charge it to its allowance', async () => {
    const ended: [string, EndFacts][] = [];
    const clock = vi.spyOn(performance, 'now').mockReturnValue(5_000);
    const { worker, gate } = await withJobsAhead(2, {
      pollEveryMs: 20,
      maxJobs: 53,
      observer: { ended: (_, ending, facts) => void ended.push([ending.status, facts]) },
    });
    clock.mockReturnValue(65_000);
    await waitUntil(() => ended.length === 52, { for: 'their return', intervalMs: 5 });
    clock.mockRestore();
    expect(ended.slice(50)).toEqual([
      ['pending', { refused: false, durationMs: 0, started: false }],
      ['pending', { refused: false, durationMs: 0, started: false }],
    ]);
    gate.resolve();
    await allJobsEnd(stage.engine);
    expect(await worker.stop()).toEqual({ returned: 0 });
  });

  test('says whose jobs it took over', async () => {
    const logger = { ...silentLogger, warn: vi.fn() };
    const job = await runningJob(stage.store, { type: 'x', tenant: 'acme' }, { owner: 'the dead' });
    await advanceTime(stage.engine.database, 120_000);
    await startWorker(stage, [], { id: 'w', logger });
    expect(logger.warn.mock.calls).toEqual([
      [
        { job_id: job.id, job_type: 'x', tenant_id: 'acme', worker_id: 'w', status: 'pending' },
        'Took the job from worker the dead, which stopped renewing (crash 1)',
      ],
    ]);
  });

  test('renews twice in a lease that is shorter than usual, and every 30 s otherwise', async () => {
    const every = vi.spyOn(globalThis, 'setInterval');
    const intervals = async (options: Partial<WorkerOptions>): Promise<unknown[]> => {
      every.mockClear();
      const worker = await startWorker(stage, [] as JobDefinition[], options);
      const found = every.mock.calls.map(([, ms]) => ms);
      await worker.stop();
      return found;
    };
    expect(await intervals({ leaseMs: 10_000 })).toEqual(expect.arrayContaining([5_000]));
    expect(await intervals({ leaseMs: 600_000 })).toEqual(expect.arrayContaining([30_000]));
    expect(await intervals({ renewEveryMs: 7_000 })).toEqual(expect.arrayContaining([7_000]));
  });

  test('says which trigger could not be stopped', async () => {
    const logger = { ...silentLogger, warn: vi.fn() };
    const stubborn = {
      name: 'stubborn',
      start: () => Promise.resolve(),
      stop: () => Promise.reject(new Error('never')),
    };
    const worker = await startWorker(stage, [], { triggers: [stubborn], logger });
    await worker.stop();
    expect(logger.warn.mock.calls).toEqual([
      [{ trigger: 'stubborn', error: 'never' }, 'A trigger could not be stopped'],
    ]);
  });
});
