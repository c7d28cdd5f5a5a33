import { describe, expect, test, vi } from 'vitest';
import { complete, createWorker, defineJob, snooze } from '../../src/engine/index.js';
import type { ClaimedJob, JobContext, JobDefinition, Trigger, Worker, WorkerOptions } from '../../src/engine/index.js';
import { HeldJobs } from '../../src/engine/worker/held-jobs.js';
import { CasparianError, newId } from '../../src/platform/index.js';
import { advanceTime, databaseNow } from '../engine/staging/advance-time.js';
import { STORES, useStage } from '../engine/staging/stage.js';
import { waitUntil } from '../services/wait-until.js';
import { createGate } from './staging/gate.js';

const AWAY = new CasparianError('DATABASE_UNAVAILABLE', 'the test took the database away');

describe.each(STORES)('a worker on %s', (storeName) => {
  const stage = useStage(storeName);

  async function startWorker(jobs: JobDefinition[], options: Partial<WorkerOptions> = {}): Promise<Worker> {
    const engine = await stage.openAnother();
    const worker = createWorker(engine, { jobs, pollEveryMs: 50, ...options });
    stage.onCleanup(() => worker.stop({ graceMs: 0 }));
    await worker.start();
    return worker;
  }

  test('keeps a live job when one renewal fails: it renews again before the next is due', async () => {
    const gate = createGate();
    const run = vi.fn(gate.wait);
    const job = defineJob({ type: 'long', run });
    const engine = await stage.openAnother();
    const renewEveryMs = 3_000;
    const renewals: number[] = [];
    const renew = engine.store.renew.bind(engine.store);
    vi.spyOn(engine.store, 'renew').mockImplementation((...args) =>
      renewals.push(performance.now()) === 1 ? Promise.reject(AWAY) : renew(...args),
    );
    const worker = createWorker(engine, { jobs: [job], leaseMs: 60_000, renewEveryMs, pollEveryMs: 50 });
    stage.onCleanup(() => worker.stop({ graceMs: 0 }));
    await worker.start();
    const { id } = await stage.engine.enqueue(job, null);
    await gate.reached;
    await startWorker([job]);
    const [failed, again] = await waitUntil(() => renewals.length > 1 && renewals, { for: 'another renewal' });
    expect(again! - failed!).toBeLessThan(renewEveryMs);
    gate.open();
    await waitUntil(async () => (await stage.engine.job(id)).status === 'completed', { for: 'the job' });
    expect(run).toHaveBeenCalledTimes(1);
    expect(await stage.engine.job(id)).toMatchObject({ crashes: 0, fence: 1 });
  });

  test('does not apply the loss of an earlier claim to the current one', async () => {
    const snoozed = createGate();
    const second = createGate();
    let signal: AbortSignal | undefined;
    const run = async (_payload: unknown, context: JobContext) => {
      if (context.fence === 1) {
        await snoozed.wait();
        return snooze(0);
      }
      signal = context.signal;
      await second.wait();
      return 'done';
    };
    const job = defineJob({ type: 'snoozing', run });
    const engine = await stage.openAnother();
    const renew = vi.spyOn(engine.store, 'renew').mockImplementationOnce(async (_owner, _leaseMs, held) => {
      snoozed.open();
      await second.reached;
      return { renewed: 0, lost: held.map(({ id }) => id), cancelRequested: [] };
    });
    const worker = createWorker(engine, { jobs: [job], renewEveryMs: 200, abortGraceMs: 100, pollEveryMs: 50 });
    stage.onCleanup(() => worker.stop({ graceMs: 0 }));
    await worker.start();
    const { id } = await stage.engine.enqueue(job, null);
    await second.reached;
    // The attempt is not aborted: an abort would come with the response, before the next renewal.
    await waitUntil(() => renew.mock.calls.length > 1, { for: 'the next renewal' });
    expect(signal?.aborted).toBe(false);
    second.open();
    await waitUntil(async () => (await stage.engine.job(id)).status === 'completed', { for: 'the job' });
    expect(await stage.engine.job(id)).toMatchObject({ fence: 2, crashes: 0, result: 'done' });
  });

  test('does not rescue its own jobs after a time without the database', async () => {
    const gate = createGate();
    const run = vi.fn(gate.wait);
    const job = defineJob({ type: 'long', run });
    const engine = await stage.openAnother();
    const renew = vi.spyOn(engine.store, 'renew').mockRejectedValue(AWAY);
    const search = vi.spyOn(engine.store, 'findReadyLanes');
    const worker = createWorker(engine, { jobs: [job], leaseMs: 60_000, renewEveryMs: 60_000, pollEveryMs: 50 });
    stage.onCleanup(() => worker.stop({ graceMs: 0 }));
    await worker.start();
    const { id } = await stage.engine.enqueue(job, null);
    await gate.reached;
    search.mockRejectedValue(AWAY);
    await advanceTime(stage.engine.database, 120_000);
    search.mockRestore();
    const refused = renew.mock.calls.length;
    await waitUntil(() => renew.mock.calls.length > refused + 1, { for: 'looks that find its own lease expired' });
    renew.mockRestore();
    await waitUntil(async () => !(await leaseExpired(id)), { for: 'the lease to be renewed' });
    gate.open();
    await waitUntil(async () => (await stage.engine.job(id)).status === 'completed', { for: 'the job' });
    expect(run).toHaveBeenCalledTimes(1);
    expect(await stage.engine.job(id)).toMatchObject({ crashes: 0, fence: 1 });
  });

  test('that claims its own job again after losing it aborts the old attempt and keeps the new one', async () => {
    const attempts: { fence: number; signal: AbortSignal }[] = [];
    const first = createGate();
    const second = createGate();
    const job = defineJob({
      type: 'stubborn',
      run: async (_payload, { fence, signal }) => {
        attempts.push({ fence, signal });
        await (fence === 1 ? first : second).wait();
        return `fence ${fence}`;
      },
    });
    const engine = await stage.openAnother();
    const renew = vi.spyOn(engine.store, 'renew').mockRejectedValue(AWAY);
    const worker = createWorker(engine, { jobs: [job], leaseMs: 1_000, abortGraceMs: 500, pollEveryMs: 50 });
    stage.onCleanup(() => worker.stop({ graceMs: 0 }));
    await worker.start();
    const { id } = await stage.engine.enqueue(job, null);
    await first.reached;
    await waitUntil(async () => (await stage.store.rescue(1)).length > 0, { for: 'the rescue' });
    await second.reached;
    renew.mockRestore();
    // The first attempt ignores its signal and is abandoned after the grace period.
    await waitUntil(() => attempts[0]?.signal.aborted, { for: 'the old attempt to be told' });
    // Twice the lease after that, the new one must still be renewed.
    const from = await databaseNow(stage.engine.database);
    await waitUntil(async () => ((await stage.engine.job(id)).leaseExpiresAt ?? 0) > from + 2_500, {
      for: 'renewals for twice the lease',
    });
    second.open();
    await waitUntil(async () => (await stage.engine.job(id)).status === 'completed', { for: 'the job' });
    expect(await stage.engine.job(id)).toMatchObject({ fence: 2, crashes: 1, result: 'fence 2' });
    expect(attempts.map(({ fence }) => fence)).toEqual([1, 2]);
  });

  test('finds a claim again whose response was lost, even while it waits for the end of the previous claim', async () => {
    const job = defineJob({
      type: 'returning',
      run: (_payload, { fence }) => (fence === 1 ? snooze(0) : `fence ${fence}`),
    });
    const engine = await stage.openAnother();
    const finish = engine.store.finish.bind(engine.store);
    const claim = engine.store.claim.bind(engine.store);
    const releaseUnknownClaims = engine.store.releaseUnknownClaims.bind(engine.store);
    const answered = createGate();
    vi.spyOn(engine.store, 'finish').mockImplementationOnce(async (...args) => {
      const rejections = await finish(...args);
      await answered.wait();
      return rejections;
    });
    vi.spyOn(engine.store, 'claim').mockImplementation(async (...args) => {
      const jobs = await claim(...args);
      if (jobs.some(({ fence }) => fence === 2)) throw AWAY;
      return jobs;
    });
    vi.spyOn(engine.store, 'releaseUnknownClaims').mockImplementationOnce(async (...args) => {
      const count = await releaseUnknownClaims(...args);
      answered.open();
      return count;
    });
    const worker = createWorker(engine, { jobs: [job], pollEveryMs: 50 });
    stage.onCleanup(() => worker.stop({ graceMs: 0 }));
    await worker.start();
    const { id } = await stage.engine.enqueue(job, null);
    await waitUntil(async () => (await stage.engine.job(id)).status === 'completed', { for: 'the job' });
    expect(await stage.engine.job(id)).toMatchObject({ fence: 3, crashes: 0, result: 'fence 3' });
  });

  test('that shares its id with another by mistake does not release the jobs of the other', async () => {
    const gate = createGate();
    const run = vi.fn(gate.wait);
    const job = defineJob({ type: 'long', run });
    await startWorker([job], { id: 'twin' });
    const { id } = await stage.engine.enqueue(job, null);
    await gate.reached;
    const engine = await stage.openAnother();
    const claim = vi.spyOn(engine.store, 'findReadyLanes').mockRejectedValueOnce(AWAY);
    const second = createWorker(engine, { jobs: [job], id: 'twin', pollEveryMs: 50 });
    stage.onCleanup(() => second.stop({ graceMs: 0 }));
    await second.start();
    await waitUntil(() => claim.mock.calls.length >= 3, { for: 'looks after the failed one' });
    gate.open();
    await waitUntil(async () => (await stage.engine.job(id)).status === 'completed', { for: 'the job' });
    expect(run).toHaveBeenCalledTimes(1);
    expect(await stage.engine.job(id)).toMatchObject({ fence: 1 });
  });

  // SQLite has one writer, so all others wait for it.
  test.skipIf(storeName === 'SQLite')('ends its other jobs while the writes of one completion take time', async () => {
    const gate = createGate();
    const slow = defineJob({ type: 'slow', run: () => complete('done', { write: gate.wait }) });
    const quick = defineJob({ type: 'quick', run: () => 'done' });
    await startWorker([slow, quick]);
    const { id: held } = await stage.engine.enqueue(slow, null);
    await gate.reached;
    const receipts = await stage.engine.enqueueMany(quick, [1, 2, 3]);
    for (const { id } of receipts) {
      await waitUntil(async () => (await stage.engine.job(id)).status === 'completed', { for: 'a job beside it' });
    }
    expect((await stage.engine.job(held)).status).toBe('running');
    gate.open();
    await waitUntil(async () => (await stage.engine.job(held)).status === 'completed', { for: 'the slow job' });
  });

  test('gives up on an ending that the database refuses, leaves the job to a rescue, and does not loop', async () => {
    const run = vi.fn(() => 'done');
    const job = defineJob({ type: 'refused', run });
    const engine = await stage.openAnother();
    const refusal = new CasparianError('DATABASE_ERROR', 'the test refuses every ending');
    const finish = vi.spyOn(engine.store, 'finish').mockRejectedValue(refusal);
    const worker = createWorker(engine, { jobs: [job], leaseMs: 60_000, pollEveryMs: 50 });
    stage.onCleanup(() => worker.stop({ graceMs: 0 }));
    await worker.start();
    const { id } = await stage.engine.enqueue(job, null);
    await waitUntil(() => finish.mock.calls.length >= 2, { for: 'the replacement to be tried' });
    const looks = vi.spyOn(engine.store, 'findReadyLanes');
    await waitUntil(() => looks.mock.calls.length >= 3, { for: 'a few polls' });
    expect(finish.mock.calls.length).toBeLessThan(10);
    finish.mockRestore();
    await advanceTime(stage.engine.database, 120_000);
    await waitUntil(async () => (await stage.engine.job(id)).status === 'completed', { for: 'the job' });
    expect((await stage.engine.job(id)).errors.map(({ code }) => code)).toEqual(['WORKER_CRASHED']);
  });

  test('runs jobs while a trigger is still trying to start', async () => {
    const job = defineJob({ type: 'quick', run: () => 'done' });
    const engine = await stage.openAnother();
    const worker = createWorker(engine, { jobs: [job], pollEveryMs: 50, triggers: [endlessTrigger()] });
    stage.onCleanup(() => worker.stop({ graceMs: 0 }));
    void worker.start();
    const { id } = await stage.engine.enqueue(job, null);
    await waitUntil(async () => (await stage.engine.job(id)).status === 'completed', { for: 'the job' });
  });

  test('that is stopped while it starts stays stopped', async () => {
    const engine = await stage.openAnother();
    const search = vi.spyOn(engine.store, 'findReadyLanes');
    const job = defineJob({ type: 'quick', run: () => 'done' });
    for (const turns of [0, 1, 2, 5, 10, 20]) {
      const worker = createWorker(engine, { jobs: [job], pollEveryMs: 20, triggers: [endlessTrigger()] });
      const started = worker.start();
      for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
      await worker.stop();
      await started;
      expect(worker.status.state).toBe('stopped');
    }
    search.mockClear();
    expect(await stage.engine.database.query('SELECT id FROM cf_workers')).toEqual([]);
    // While a live worker polls ten times, those that were stopped do not.
    const polls = vi.spyOn(stage.engine.store, 'findReadyLanes');
    const live = createWorker(stage.engine, { jobs: [job], pollEveryMs: 20 });
    stage.onCleanup(() => live.stop({ graceMs: 0 }));
    await live.start();
    await waitUntil(() => polls.mock.calls.length >= 10, { for: 'polls of a live worker' });
    polls.mockRestore();
    expect(search).not.toHaveBeenCalled();
  });

  test('ends a job that returns to the queue while it is being cancelled', async () => {
    const job = defineJob({ type: 'bouncing', run: () => snooze(0) });
    const { id } = await stage.engine.enqueue(job, null);
    const [claimed] = await claimOne(id);
    const query = stage.engine.database.query.bind(stage.engine.database);
    const spy = vi.spyOn(stage.engine.database, 'query').mockImplementation(async (sql, params) => {
      const rows = await query(sql, params);
      if (/update "cf_jobs" set "status" = /.test(sql)) {
        spy.mockRestore();
        await stage.store.finish('holder', [
          { ...claimed!, status: 'pending', delayMs: null, charge: 0, crash: 0, errors: null, result: null },
        ]);
      }
      return rows;
    });
    expect(await stage.engine.cancel(id)).toMatchObject({ status: 'cancelled' });
  });

  async function leaseExpired(id: string): Promise<boolean> {
    const rows = await stage.engine.database.query<{ id: string }>(
      `SELECT id FROM cf_jobs WHERE lease_expires_at < cf_now()`,
    );
    return rows.some((row) => row.id === id);
  }

  async function claimOne(id: string) {
    const { lanes } = await stage.store.findReadyLanes({ types: ['bouncing'] });
    const claimed = await stage.store.claim(
      'holder',
      60_000,
      lanes.map((lane) => ({ ...lane, quota: 1 })),
    );
    expect(claimed.map((job) => job.id)).toEqual([id]);
    return claimed;
  }
});

test('a job that is returned while it waits for its turn gets one turn', () => {
  const claimed = (fence: number): ClaimedJob => ({
    ...{ id: newId(), tenant: 'default', queue: 'default', type: 'work', payload: '{}', priority: 2, runAt: 0 },
    ...{
      attempts: 0,
      maxAttempts: 5,
      crashes: 0,
      errors: null,
      startedAt: 0,
      specHash: null,
      traceparent: null,
      correlationId: null,
      suspicion: 0,
      fence,
    },
  });
  const held = new HeldJobs();
  const first = claimed(1);
  held.receive([first, claimed(1)]);
  held.receive([{ ...first, fence: 2 }]);
  const turns = [held.next(), held.next(), held.next()];
  expect(turns.map((turn) => turn?.job.fence)).toEqual([1, 2, undefined]);
});

/** A server that accepts connections but never responds. */
function endlessTrigger(): Trigger {
  let release = (): void => undefined;
  return {
    name: 'endless',
    start: () => new Promise((resolve) => (release = resolve)),
    stop: async () => release(),
  };
}
