import { describe, expect, test } from 'vitest';
import { defineJob, type JobContext, type Trigger, type WakeHint } from '../../../src/engine/index.js';
import { later } from '../staging/later.js';
import { STORES, useStage } from '../staging/stage.js';
import { jobEnds, jobIs, startWorker } from '../staging/workers.js';
import { waitUntil } from '../../services/wait-until.js';

/** Runs until its signal is aborted, then gives in. */
const patient = (onAbort: (reason: unknown) => void = () => undefined) =>
  defineJob({
    type: 'patient',
    run: (_: unknown, { signal }: JobContext) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => {
          onAbort(signal.reason);
          reject(new Error('aborted'));
        }),
      ),
  });

describe.each(STORES)('cancelling a running job on %s', (storeName) => {
  const stage = useStage(storeName);

  test('from another engine ends it quickly: the signal is aborted and the job is cancelled, uncharged', async () => {
    let reason: unknown;
    const definition = patient((given) => (reason = given));
    // Neither a poll nor a renewal comes in time to tell of it.
    await startWorker(stage, [definition], { pollEveryMs: 600_000, leaseMs: 1_200_000, renewEveryMs: 600_000 });
    const { id } = await stage.engine.enqueue(definition, {});
    await jobIs(stage.engine, id, (job) => job.status === 'running');
    const another = await stage.openAnother();
    await another.cancel(id);
    const job = await jobEnds(another, id);
    expect(job).toMatchObject({ status: 'cancelled', attempts: 0, crashes: 0, leaseOwner: null });
    expect(reason).toMatchObject({ code: 'JOB_CANCELLED' });
  });

  test('from the same engine', async () => {
    const definition = patient();
    await startWorker(stage, [definition]);
    const { id } = await stage.engine.enqueue(definition, {});
    await jobIs(stage.engine, id, (job) => job.status === 'running');
    await stage.engine.cancel(id);
    expect(await jobEnds(stage.engine, id)).toMatchObject({ status: 'cancelled' });
  });

  test('whose handler does not listen ends it after the grace, and frees the slot', async () => {
    const deaf = defineJob({ type: 'deaf', run: () => new Promise(() => undefined) });
    const next = defineJob({ type: 'next', run: () => 'ran' });
    await startWorker(stage, [deaf, next], { concurrency: 1, abortGraceMs: 30 });
    const { id } = await stage.engine.enqueue(deaf, {});
    await jobIs(stage.engine, id, (job) => job.status === 'running');
    const waiting = await stage.engine.enqueue(next, {});
    await stage.engine.cancel(id);
    expect(await jobEnds(stage.engine, id)).toMatchObject({ status: 'cancelled' });
    expect(await jobEnds(stage.engine, waiting.id)).toMatchObject({ status: 'completed' });
  });

  test('is heard at the next renewal when every trigger is dead', async () => {
    const definition = patient();
    const worker = await startWorker(stage, [definition], { renewEveryMs: 50, leaseMs: 60_000 });
    const { id } = await stage.engine.enqueue(definition, {});
    await jobIs(stage.engine, id, (job) => job.status === 'running');
    // As a cancel would be written, without a word to anybody.
    await stage.engine.database.transaction((tx) => tx.script('UPDATE cf_jobs SET cancel_requested_at = cf_now()'));
    expect(await jobEnds(stage.engine, id)).toMatchObject({ status: 'cancelled' });
    expect(worker.status.running).toBe(0);
  });

  test('that was taken ahead ends it before it ever runs', async () => {
    const gate = later();
    const ran: unknown[] = [];
    let block = false;
    const definition = defineJob({
      type: 'x',
      run: (payload) => {
        ran.push(payload);
        return block ? gate.promise : undefined;
      },
    });
    const worker = await startWorker(stage, [definition], { concurrency: 1, pollEveryMs: 60_000 });
    await stage.engine.enqueueMany(definition, Array(100).fill('quick'));
    await waitUntil(() => ran.length === 100, { for: 'the quick ones', intervalMs: 5 });
    block = true;
    const receipts = await stage.engine.enqueueMany(definition, ['first', 'second', 'third', 'fourth']);
    await waitUntil(() => worker.status.buffered === 3, { for: 'jobs ahead', intervalMs: 2 });
    const target = receipts[2]!.id;
    await stage.engine.cancel(target);
    expect(await jobEnds(stage.engine, target)).toMatchObject({ status: 'cancelled' });
    gate.resolve();
    await jobEnds(stage.engine, receipts[3]!.id);
    expect(ran.slice(100)).toEqual(['first', 'second', 'fourth']);
  });

  test('is not missed when it comes while the claim is still on its way', async () => {
    const definition = patient();
    const holder = await stage.openAnother();
    const { store } = holder;
    const claimed = later<string>();
    const deliver = later();
    const slow = new Proxy(store, {
      get: (target, name: keyof typeof store) => {
        if (name !== 'claim') return (target[name] as () => unknown).bind(target);
        return async (...args: Parameters<typeof store.claim>) => {
          const jobs = await target.claim(...args);
          if (jobs[0]) claimed.resolve(jobs[0].id);
          await deliver.promise;
          return jobs;
        };
      },
    });
    Object.defineProperty(holder, 'store', { value: slow });
    let say: (hint: WakeHint) => void = () => undefined;
    const trigger: Trigger = {
      name: 'by hand',
      start: async (wake) => void (say = wake),
      stop: async () => undefined,
    };
    await startWorker(stage, [definition], { engine: holder, triggers: [trigger] });
    const { id } = await stage.engine.enqueue(definition, {});
    expect(await claimed.promise).toBe(id);
    await stage.engine.cancel(id);
    say('cancel');
    deliver.resolve();
    expect(await jobEnds(stage.engine, id)).toMatchObject({ status: 'cancelled' });
  });

  test('that has just completed is a conflict, and the job stays completed', async () => {
    const definition = defineJob({ type: 'x', run: () => 1 });
    await startWorker(stage, [definition]);
    const { id } = await stage.engine.enqueue(definition, {});
    await jobEnds(stage.engine, id);
    await expect(stage.engine.cancel(id)).rejects.toMatchObject({ code: 'JOB_STATE_CONFLICT' });
    expect((await stage.engine.job(id)).status).toBe('completed');
  });

  test('and retried afterwards, it runs again', async () => {
    const gate = { open: false };
    const definition = defineJob({
      type: 'x',
      run: (_, { signal }) =>
        gate.open
          ? 'second time'
          : new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('x')))),
    });
    await startWorker(stage, [definition]);
    const { id } = await stage.engine.enqueue(definition, {});
    await jobIs(stage.engine, id, (job) => job.status === 'running');
    await stage.engine.cancel(id);
    await jobEnds(stage.engine, id);
    gate.open = true;
    await stage.engine.retry(id);
    expect(await jobIs(stage.engine, id, (job) => job.status === 'completed')).toMatchObject({
      result: 'second time',
      fence: 2,
    });
  });
});
