import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { complete, defineJob, followUp, snooze } from '../../../src/engine/index.js';
import type { Engine, JobDefinition, Trigger, WakeHint, WorkerOptions } from '../../../src/engine/index.js';
import type { ReadyLanes } from '../../../src/engine/store.js';
import { ClaimLoop } from '../../../src/engine/worker/claim-loop.js';
import { Claimer } from '../../../src/engine/worker/claimer.js';
import { waitUntil } from '../../services/wait-until.js';
import { later } from '../staging/later.js';
import { STORES, useStage } from '../staging/stage.js';
import { enqueueOne } from '../staging/store-calls.js';
import { jobEnds, jobIs, startWorker } from '../staging/workers.js';

const NEVER_MS = 600_000;

describe.each(STORES)('when a job starts on %s', (storeName) => {
  const stage = useStage(storeName);
  const definition = defineJob({ type: 'x', run: () => undefined });
  afterEach(() => vi.restoreAllMocks());

  test('at once, when its own process enqueues it', async () => {
    await startWorker(stage, [definition], { pollEveryMs: NEVER_MS });
    for (let round = 0; round < 3; round++) {
      const { id } = await stage.engine.enqueue(definition, {});
      await jobEnds(stage.engine, id);
    }
  });

  test.runIf(storeName === 'SQLite')('in the commit of its enqueue, if an idle worker knows the lane', async () => {
    // The worker would also look after its own commits, and not be idle in that moment.
    vi.spyOn(stage.engine, 'triggers').mockReturnValue([]);
    const worker = await startWorker(stage, [definition], { pollEveryMs: NEVER_MS });
    await jobEnds(stage.engine, (await stage.engine.enqueue(definition, {})).id);
    const { claims, claimer } = worker as unknown as { claims: ClaimLoop; claimer: Claimer };
    await waitUntil(() => !claims.inFlight && claimer.nextLookMs === undefined, { for: 'the worker to be idle' });
    const claimed: string[] = [];
    const claim = stage.store.claim.bind(stage.store);
    vi.spyOn(stage.store, 'claim').mockImplementation(async (...args) => {
      const jobs = await claim(...args);
      claimed.push(...jobs.map((job) => job.id));
      return jobs;
    });
    const { id } = await stage.engine.enqueue(definition, {});
    expect(claimed).toEqual([id]);
    await jobEnds(stage.engine, id);
  });

  test('workers hear of an enqueue before its commit only where a claim can share it', async () => {
    const hints: WakeHint[] = [];
    const listen = (hint: WakeHint) => void hints.push(hint);
    stage.engine.signals.on('wake', listen);
    onTestFinished(() => void stage.engine.signals.off('wake', listen));
    await stage.engine.enqueue(definition, {});
    expect(hints).toEqual(storeName === 'SQLite' ? ['enqueuing', 'enqueued'] : ['enqueued']);
  });

  test('at once, when another process enqueues it', async () => {
    await startWorker(stage, [definition], { pollEveryMs: NEVER_MS });
    const another = await stage.openAnother();
    for (let round = 0; round < 3; round++) {
      const { id } = await another.enqueue(definition, {});
      await jobEnds(stage.engine, id);
    }
  });

  test('at once, when another process enqueues it in a transaction', async () => {
    await startWorker(stage, [definition], { pollEveryMs: NEVER_MS });
    const another = await stage.openAnother();
    const { id } = await another.transaction((transaction) => another.enqueue(definition, {}, { transaction }));
    await jobEnds(stage.engine, id);
  });

  test('at once, whatever its lane: new queues, tenants and priorities', async () => {
    await startWorker(stage, [definition], { pollEveryMs: NEVER_MS });
    const another = await stage.openAnother();
    for (const [index, queue] of ['a', 'b', 'c', 'a'].entries()) {
      const { id } = await another.enqueue(definition, {}, { queue, tenant: `t${index}`, priority: 3 });
      await jobEnds(stage.engine, id);
    }
  });

  test('at once, when another process retries it', async () => {
    let runs = 0;
    const flaky = defineJob({
      type: 'flaky',
      maxAttempts: 1,
      run: () => {
        if (++runs === 1) throw new Error('not yet');
      },
    });
    await startWorker(stage, [flaky], { pollEveryMs: NEVER_MS });
    const { id } = await stage.engine.enqueue(flaky, {});
    expect((await jobEnds(stage.engine, id)).status).not.toBe('completed');
    const another = await stage.openAnother();
    await another.retry(id);
    await jobIs(stage.engine, id, ({ status }) => status === 'completed');
  });

  test('at the next poll, when nobody says a word', async () => {
    const worker = await startWorker(stage, [definition], { pollEveryMs: 50 });
    await jobEnds(stage.engine, (await stage.engine.enqueue(definition, {})).id);
    expect(worker.status.running).toBe(0);
    // As it would be written by somebody who knows no triggers; a trigger of the database may still notice.
    const id = await enqueueOne(stage.store, { type: 'x' });
    await jobEnds(stage.engine, id);
  });

  test('on time, even when the next poll is far away', async () => {
    await startWorker(stage, [definition], { pollEveryMs: NEVER_MS });
    const far = await stage.engine.enqueue(definition, {}, { delayMs: 400_000 });
    const near = await stage.engine.enqueue(definition, {}, { delayMs: 200 });
    const job = await jobEnds(stage.engine, near.id);
    expect(job.startedAt! - job.runAt).toBeGreaterThanOrEqual(0);
    expect((await stage.engine.job(far.id)).status).toBe('pending');
  });

  test('a job of next year makes no timer overflow', async () => {
    const warned = vi.fn<(warning: Error) => void>();
    process.on('warning', warned);
    onTestFinished(() => void process.off('warning', warned));
    await stage.engine.enqueue(definition, {}, { delayMs: 400 * 86_400_000 });
    await startWorker(stage, [definition], { pollEveryMs: 20 });
    await jobEnds(stage.engine, (await stage.engine.enqueue(definition, {})).id);
    await jobEnds(stage.engine, (await stage.engine.enqueue(definition, {})).id);
    expect(warned.mock.calls.map(([warning]) => warning.name)).not.toContain('TimeoutOverflowWarning');
  });

  test('not while its queue is paused, and at once when that is resumed', async () => {
    await startWorker(stage, [definition], { pollEveryMs: NEVER_MS });
    await stage.engine.pauseQueue('mail');
    const waiting = await stage.engine.enqueue(definition, {}, { queue: 'mail' });
    await jobEnds(stage.engine, (await stage.engine.enqueue(definition, {})).id);
    expect((await stage.engine.job(waiting.id)).status).toBe('pending');
    await stage.engine.resumeQueue('mail');
    await jobEnds(stage.engine, waiting.id);
  });

  test('at once, when it is retried by hand', async () => {
    const run = vi.fn().mockRejectedValueOnce(new Error('first')).mockResolvedValue('second');
    const flaky = defineJob({ type: 'x', run });
    await startWorker(stage, [flaky], { pollEveryMs: NEVER_MS });
    const { id } = await stage.engine.enqueue(flaky, {});
    await jobIs(stage.engine, id, (job) => job.attempts === 1);
    await stage.engine.retry(id);
    await jobEnds(stage.engine, id);
  });

  test('when a schedule fires, once among several workers', async () => {
    await stage.engine.schedule('often', definition, {}, { cron: '0 0 1 1 *' });
    await stage.engine.database.script('UPDATE cf_schedules SET next_run_at = cf_now() - 1000');
    const another = await stage.openAnother();
    await Promise.all([
      startWorker(stage, [definition], { pollEveryMs: 20 }),
      startWorker(stage, [definition], { pollEveryMs: 20, engine: another }),
    ]);
    const scheduled = await waitUntil(async () => (await stage.engine.jobs())[0], { for: 'the job' });
    await jobEnds(stage.engine, scheduled.id);
    expect(await stage.engine.jobs()).toHaveLength(1);
  });

  /** A worker that hears only what the test says, and what it tells its claimer of that. */
  async function attentiveWorker(
    jobs: readonly JobDefinition[],
    options: Partial<WorkerOptions> & { engine?: Engine } = {},
  ) {
    const engine = options.engine ?? (await stage.openAnother());
    Object.defineProperty(engine, 'triggers', { value: () => [] });
    let say: (hint: WakeHint) => void = () => undefined;
    const trigger: Trigger = { name: 'by hand', start: async (wake) => void (say = wake), stop: async () => undefined };
    const hint = vi.spyOn(Claimer.prototype, 'hint');
    const settings = { triggers: [trigger], pollEveryMs: NEVER_MS, leaseMs: 2 * NEVER_MS };
    await startWorker(stage, jobs, { ...settings, ...options, engine });
    const hintsAfter = (word: WakeHint): unknown[] => {
      hint.mockClear();
      say(word);
      return hint.mock.calls.flat();
    };
    return { say, hintsAfter };
  }

  test.each([
    ['enqueued', [{ guess: true }]],
    ['jobs', [{ guess: false }]],
    ['anything', [{ guess: false }]],
    ['cancel', []],
  ] as const)('as the word says that an idle worker hears: %s', async (word, hints) => {
    vi.spyOn(ClaimLoop.prototype, 'look').mockImplementation(() => undefined);
    const { hintsAfter } = await attentiveWorker([definition]);
    expect(hintsAfter(word)).toEqual(hints);
  });

  test('by a search, when the worker is at work or looks already: jobs may have piled up', async () => {
    const [begun, gate] = [later(), later()];
    const slow = defineJob({ type: 'slow', run: () => (begun.resolve(), gate.promise) });
    const atWork = await attentiveWorker([slow], { concurrency: 1 });
    await enqueueOne(stage.store, { type: 'slow' });
    atWork.say('enqueued');
    await begun.promise;
    expect(atWork.hintsAfter('enqueued')).toEqual([{ guess: false }]);
    gate.resolve();

    const engine = await stage.openAnother();
    const answer = later<ReadyLanes>();
    const search = vi.spyOn(engine.store, 'findReadyLanes').mockReturnValueOnce(answer.promise);
    const looking = await attentiveWorker([definition], { engine });
    expect(search).toHaveBeenCalledTimes(1);
    expect(looking.hintsAfter('enqueued')).toEqual([{ guess: false }]);
    answer.reject(new Error('away'));
  });

  test('at once, when it follows another of the same worker', async () => {
    const first = defineJob({ type: 'first', run: () => complete(1, { enqueue: [followUp(definition, {})] }) });
    const { say } = await attentiveWorker([first, definition]);
    await enqueueOne(stage.store, { type: 'first' });
    say('enqueued');
    await waitUntil(async () => (await stage.engine.jobs({ statuses: ['completed'] })).length === 2, { for: 'both' });
  });

  test.each([
    ['a retry', () => Promise.reject(new Error('first'))],
    ['a snooze', () => Promise.resolve(snooze(0))],
  ])('at once, when %s needs no wait', async (_, answer) => {
    const run = vi.fn(() => Promise.resolve<unknown>('second')).mockImplementationOnce(answer);
    const again = defineJob({ type: 'again', retry: { kind: 'fixed', baseMs: 0 }, run });
    const { say } = await attentiveWorker([again]);
    const id = await enqueueOne(stage.store, { type: 'again' });
    say('enqueued');
    expect(await jobEnds(stage.engine, id)).toMatchObject({ status: 'completed', result: 'second' });
  });
});
