import { describe, expect, test } from 'vitest';
import {
  complete,
  createWorker,
  defineJob,
  Engine,
  type FinishedStatus,
  followUp,
  type Worker,
} from '../../src/engine/index.js';
import { type FaultPlan, faultyStore } from '../engine/staging/faulty-store.js';
import { later } from '../engine/staging/later.js';
import { committedTransitions, nameOf, recordingHook } from '../engine/staging/recording-hook.js';
import { allRows } from '../engine/staging/rows.js';
import { type Stage, STORES, useStage } from '../engine/staging/stage.js';
import { allJobsEnd } from '../engine/staging/workers.js';

/** Far more calls than a life has. A life that has as many does not come to an end. */
const MAX_CALLS = 100;

const WRITTEN = "SELECT name FROM cf_queues WHERE name LIKE 'written by %' ORDER BY name";

const METHODS = ['enqueue', 'rescue', 'findReadyLanes', 'claim', 'renew', 'finish'] as const;

/**
 * Every call that a worker and its jobs make to the store in their lives fails once: the first of its kind in one life,
 * the second in the next, until a life is over before the fault comes.
 */
describe.each(STORES.flatMap((name) => [[name, 'without'] as const, [name, 'with'] as const]))(
  'a store call that fails on %s, %s a transition hook',
  (storeName, how) => {
    const recorder = recordingHook();
    const stage = useStage(storeName, how === 'with' ? { transitionHook: recorder.hook } : {});

    const faults = METHODS.flatMap((method) => [[method, 'before'] as const, [method, 'after'] as const]);
    test.each(faults)('%s, %s it was executed: every job ends once, and none is lost', async (method, when) => {
      let call = 1;
      while (await oneLife(stage, { method, call, when })) {
        if (how === 'with') await everyEndWasReportedOnce(stage);
        expect(++call).toBeLessThan(MAX_CALLS);
      }
      expect(call).toBeGreaterThan(1);
    });
  },
);

/** Answers whether the fault came: otherwise the life was over before. */
async function oneLife(stage: Stage, plan: FaultPlan): Promise<boolean> {
  await stage.engine.database.script('DELETE FROM cf_jobs; DELETE FROM cf_queues');
  const engine = new Engine(stage.engine.database, { database: stage.url });
  const { store, calls } = faultyStore(stage.store, plan);
  Object.defineProperty(engine, 'store', { value: store });
  const completions = new Map<string, number>();

  const renewed = later();
  const last = defineJob({ type: 'last', run: () => 'end' });
  const plain = defineJob({ type: 'plain', run: () => renewed.promise });
  const flaky = defineJob({
    ...{ type: 'flaky', retry: { kind: 'fixed', baseMs: 0 } },
    run: (_, { job }) => {
      if (job.attempt === 1) throw new Error('once');
    },
  });
  const effects = defineJob({
    type: 'effects',
    run: (payload) =>
      complete(1, {
        enqueue: [followUp(last, {})],
        write: (tx) => tx.script(`INSERT INTO cf_queues (name) VALUES ('written by ${String(payload)}')`),
      }),
  });

  const build = (): Worker =>
    createWorker(engine, {
      ...{ jobs: [plain, flaky, effects, last], leaseMs: 60_000, renewEveryMs: 20, pollEveryMs: 50 },
      observer: {
        ended: (job, ending, { refused }) => {
          if (ending.status === 'completed' && !refused) completions.set(job.id, (completions.get(job.id) ?? 0) + 1);
        },
        renewed: () => renewed.resolve(),
      },
    });

  // A caller that got no answer asks again with the same key.
  const enqueue = async (job: typeof plain, idempotencyKey: string): Promise<void> => {
    await twice(() => engine.enqueue(job, idempotencyKey, { idempotencyKey }));
  };
  await Promise.all([enqueue(plain, 'a'), enqueue(flaky, 'b'), enqueue(effects, 'c'), enqueue(effects, 'd')]);
  let worker = build();
  await twice(() => worker.start().catch((error: unknown) => restart(error)));
  await allJobsEnd(stage.engine);
  const reached = calls.filter((name) => name === plan.method).length >= plan.call;
  await worker.stop({ graceMs: 0 });

  const rows = await allRows(stage.engine.database);
  const story = `${plan.method} ${plan.call} failed ${plan.when}: ${calls.join(' ')}`;
  expect(rows.map((row) => [row.type, row.status, row.attempts, row.crashes]).sort(), story).toEqual([
    ['effects', 'completed', 0, 0],
    ['effects', 'completed', 0, 0],
    ['flaky', 'completed', 1, 0],
    ['last', 'completed', 0, 0],
    ['last', 'completed', 0, 0],
    ['plain', 'completed', 0, 0],
  ]);
  expect([...completions.values()], story).toEqual([1, 1, 1, 1, 1, 1]);
  expect(await stage.engine.database.query(WRITTEN), story).toEqual([
    { name: 'written by c' },
    { name: 'written by d' },
  ]);
  return reached;

  function restart(error: unknown): never {
    worker = build();
    throw error;
  }
}

async function everyEndWasReportedOnce(stage: Stage): Promise<void> {
  const jobs = await allRows(stage.engine.database);
  const ends = jobs.map(({ id, status, fence }) =>
    nameOf({ id, from: 'running', to: status as FinishedStatus, fence }),
  );
  const reported = (await committedTransitions(stage.engine.database)).filter((name) => name.includes(' > '));
  expect(reported).toEqual(ends.sort());
}

async function twice(work: () => Promise<unknown>): Promise<void> {
  await work().catch(work);
}
