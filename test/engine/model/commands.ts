import fc from 'fast-check';
import { expect } from 'vitest';
import { type Engine, pruneJobs } from '../../../src/engine/index.js';
import type { Rejection, Ending } from '../../../src/engine/index.js';
import { newId } from '../../../src/platform/index.js';
import { advanceTime } from '../staging/advance-time.js';
import { allRows } from '../staging/rows.js';
import { aJob, anEnding, ids } from '../staging/store-calls.js';
import { aboutNow, type Model, laneOf, known, type ModelJob, statusAfter, type Verdict } from './model.js';

/**
 * Time is dealt with in large pieces, and delays and leases end half-way between them, so that the milliseconds a test
 * takes never decide anything.
 */
const UNIT_MS = 1_000_000;
const LEASE_MS = 1.5 * UNIT_MS;

export type Command = fc.AsyncCommand<Model, Engine>;

const owners = fc.constantFrom('w1', 'w2');
const queues = fc.constantFrom('q1', 'q2');
const index = fc.nat(1_000);
const delays = fc.constantFrom(0, 0, 0, 0.5 * UNIT_MS, 2.5 * UNIT_MS);

const newJobs = fc.record({
  tenant: fc.constantFrom('t1', 't2'),
  queue: queues,
  priority: fc.constantFrom(0, 2),
  delayMs: delays,
  maxAttempts: fc.constantFrom(1, 2, 5, 100),
  idempotencyKey: fc.constantFrom(null, null, null, 'k1', 'k2', 'k3'),
});

/** How a job can end, and who may try: its holder, somebody else, or its holder under a fence of the past. */
const endings = fc.record({
  index,
  by: fc.constantFrom('holder', 'holder', 'holder', 'holder', 'stranger', 'past'),
  how: fc.constantFrom<Partial<Ending>>(
    {},
    { result: '{"rows":1}' },
    { status: 'completed_with_warnings', result: '1' },
    { status: 'failed', charge: 1, errors: 'E1' },
    { status: 'dead_letter', charge: 1, errors: 'E2' },
    { status: 'pending', charge: 1, errors: 'E3', delayMs: 0.5 * UNIT_MS },
    { status: 'pending', charge: 1, errors: 'E4', delayMs: 0 },
    { status: 'pending', delayMs: 2.5 * UNIT_MS },
    { status: 'pending' },
    { status: 'cancelled' },
  ),
  effects: fc.constantFrom('none', 'none', 'none', 'follow-up', 'write', 'write that throws'),
});

export function commands(): fc.Arbitrary<Command>[] {
  const batch = fc.array(newJobs, { minLength: 1, maxLength: 3 });
  return [
    batch.map((jobs) => command('enqueue', { jobs }, enqueue)),
    batch.map((jobs) => command('enqueue in a transaction that rolls back', { jobs }, enqueueAndRollBack)),
    fc.record({ owner: owners, quota: fc.integer({ min: 1, max: 4 }) }).map((how) => command('claim', how, claim)),
    fc.record({ owner: owners, quota: fc.constant(50) }).map((how) => command('claim', how, claim)),
    fc.record({ owner: owners }).map((how) => command('claimSuspect', how, claimSuspect)),
    fc.record({ owner: owners, stale: fc.boolean() }).map((how) => command('renew', how, renew)),
    fc.array(endings, { minLength: 1, maxLength: 3 }).map((some) => command('finish', { endings: some }, finish)),
    fc.array(endings, { minLength: 1, maxLength: 1 }).map((some) => command('finish', { endings: some }, finish)),
    fc.record({ index }).map((which) => command('cancel', which, cancel)),
    fc.record({ index }).map((which) => command('retry', which, retry)),
    fc.constant(command('rescue', {}, rescue)),
    fc
      .record({ owner: owners, keepEvery: fc.integer({ min: 1, max: 3 }) })
      .map((how) => command('releaseUnknownClaims', how, releaseUnknownClaims)),
    queues.map((queue) => command('pause', { queue }, pause)),
    queues.map((queue) => command('resume', { queue }, resume)),
    fc.constantFrom(1, 1, 2, 5).map((units) => command('advance time', { units }, advance)),
    fc.constantFrom(0.5, 3.5).map((units) => command('prune', { units }, prune)),
  ];
}

function command<Options>(
  name: string,
  options: Options,
  run: (model: Model, engine: Engine, options: Options) => Promise<void>,
): Command {
  return {
    check: () => true,
    run: async (model, engine) => {
      await run(model, engine, options);
      await expectAgreement(model, engine);
    },
    toString: () => `${name} ${JSON.stringify(options)}`,
  };
}

async function expectAgreement(model: Model, engine: Engine): Promise<void> {
  const rows = await allRows(engine.database);
  const { expected, actual } = model.agreeWith(rows);
  expect(actual).toEqual(expected);
  // The ledger: whatever was accepted is there, in one state, or was pruned.
  expect(rows.length + model.pruned).toBe(model.accepted);
}

async function enqueue(model: Model, engine: Engine, { jobs }: { jobs: Parameters<typeof aJob>[0][] }): Promise<void> {
  const batch = jobs.map((values) => aJob(values));
  const receipts = await engine.store.enqueue(batch);
  expect(receipts).toEqual(
    batch.map((job) => {
      const holder = model.enqueue(job);
      return { id: (holder ?? job).id, status: holder?.status ?? 'pending', deduplicated: holder !== undefined };
    }),
  );
}

async function enqueueAndRollBack(
  _model: Model,
  engine: Engine,
  { jobs }: { jobs: Parameters<typeof aJob>[0][] },
): Promise<void> {
  const work = engine.transaction(async (tx) => {
    await engine.store.enqueue(
      jobs.map((values) => aJob(values)),
      tx,
    );
    throw new Error('rolled back');
  });
  await expect(work).rejects.toThrow('rolled back');
}

async function claim(model: Model, engine: Engine, { owner, quota }: { owner: string; quota: number }): Promise<void> {
  const ready = await engine.store.findReadyLanes({ types: ['work'] });
  const lines = model.lanes();
  expect(Object.fromEntries(ready.lanes.map((lane) => [laneOf(lane), lane.headRunAt]))).toEqual(
    Object.fromEntries([...lines].map(([key, [first]]) => [key, known(first!.run_at)])),
  );
  expect(ready.expiredLeases).toBe(model.expired().length > 0);
  const takes = ready.lanes.map((lane) => ({ ...lane, quota }));
  const claimed = await engine.store.claim(owner, LEASE_MS, takes);
  const expected = model.claim(owner, LEASE_MS, quota);
  const facts = (job: { id: string; fence: number; attempts: number; crashes: number }) => [
    job.id,
    job.fence,
    job.attempts,
    job.crashes,
  ];
  expect(claimed.map(facts).sort()).toEqual(expected.map(facts).sort());
}

async function claimSuspect(model: Model, engine: Engine, { owner }: { owner: string }): Promise<void> {
  const reach = { types: ['work'] };
  const expected = model.firstSuspect();
  expect((await engine.store.findReadyLanes(reach)).suspicion).toBe(expected?.suspicion ?? 0);
  const claimed = await engine.store.claimSuspect(owner, LEASE_MS, reach);
  expect(claimed?.id).toBe(expected?.id);
  if (expected) model.begin(expected, owner, LEASE_MS);
}

async function renew(model: Model, engine: Engine, { owner, stale }: { owner: string; stale: boolean }): Promise<void> {
  const held = model.heldBy(owner);
  const asked = held.map((job, at) => ({ id: job.id, fence: stale && at === 0 ? job.fence - 1 : job.fence }));
  const ours = held.filter((job, at) => asked[at]?.fence === job.fence);
  const renewal = await engine.store.renew(owner, LEASE_MS, asked);
  expect(renewal.renewed).toBe(ours.length);
  expect(renewal.lost).toEqual(ids(held.filter((job) => !ours.includes(job))));
  expect(renewal.cancelRequested.toSorted()).toEqual(
    ids(ours.filter((job) => job.cancel_requested_at !== null)).sort(),
  );
  for (const job of ours) job.lease_expires_at = aboutNow(LEASE_MS);
}

interface EndingPlan {
  index: number;
  by: string;
  how: Partial<Ending>;
  effects: string;
}

async function finish(model: Model, engine: Engine, { endings: plans }: { endings: EndingPlan[] }): Promise<void> {
  const chosen = new Map<ModelJob, EndingPlan>();
  for (const plan of plans) {
    const job = pick(model, plan.index);
    if (job) chosen.set(job, plan);
  }
  // One call has one owner: that of the first job.
  const [[first, firstPlan] = []] = chosen;
  if (!first || !firstPlan) return;
  const owner = firstPlan.by === 'stranger' ? 'somebody else' : (first.lease_owner ?? 'w1');
  // Endings with effects are committed side by side, so that only one of them may ask for a key.
  const keyOf = (at: number): string | null => (at === 0 ? 'k1' : null);
  const batch = [...chosen].map(([job, plan], at) => ({ job, plan, ending: endingOf(engine, job, plan, keyOf(at)) }));
  const judged = batch.map((one) => ({ ...one, verdict: model.judge(owner, one.ending) }));
  const throws = judged.some(({ plan, verdict }) => plan.effects === 'write that throws' && verdict === 'accepted');
  const work = engine.store.finish(
    owner,
    batch.map(({ ending }) => ending),
  );
  if (!throws) {
    const byId = (a: Rejection, b: Rejection): number => (a.id < b.id ? -1 : 1);
    expect((await work).toSorted(byId)).toEqual(judged.flatMap(rejectionsOf).toSorted(byId));
    for (const { job, plan, ending, verdict } of judged) if (verdict === 'accepted') apply(model, job, plan, ending);
    return;
  }
  await expect(work).rejects.toThrow('the write threw');
  // Of a batch that failed, some endings may have been committed. Sent again one by one, each must come to its end.
  for (const { job, plan, ending, verdict } of judged) {
    if (plan.effects === 'write that throws' && verdict === 'accepted') continue;
    expect(await engine.store.finish(owner, [ending])).toEqual(rejectionsOf({ job, ending, verdict }));
    if (verdict === 'accepted') apply(model, job, plan, ending);
  }
}

function rejectionsOf(judged: { job: ModelJob; ending: Ending; verdict: Verdict }): Rejection[] {
  const { job, ending, verdict } = judged;
  if (verdict === 'refused') return [{ id: job.id, instead: 'refused' }];
  const status = verdict === 'known' ? job.status : statusAfter(job, ending);
  return status === ending.status ? [] : [{ id: job.id, instead: 'cancelled' }];
}

/** What the ending of a plan does to the model, the jobs its write enqueued included. */
function apply(model: Model, job: ModelJob, plan: EndingPlan, ending: Ending): void {
  model.finish(job, ending, plan.how.errors ?? undefined);
  const written = writes.get(ending);
  if (written) model.enqueue(written);
}

const writes = new WeakMap<Ending, ReturnType<typeof aJob>>();

function endingOf(engine: Engine, job: ModelJob, plan: EndingPlan, idempotencyKey: string | null): Ending {
  const errors = plan.how.errors ? errorList(job, plan.how.errors) : null;
  const fence = plan.by === 'past' ? job.fence - 1 : job.fence;
  const ending = anEnding({ id: job.id, fence }, { ...plan.how, errors });
  if (plan.effects === 'follow-up') ending.followUps = [aJob({ parentJobId: job.id }), aJob({ idempotencyKey })];
  if (plan.effects === 'write') {
    const written = aJob({ id: newId(), tenant: 't2' });
    writes.set(ending, written);
    ending.write = async (tx) => void (await engine.store.enqueue([written], tx));
  }
  if (plan.effects === 'write that throws') {
    ending.write = async (tx) => {
      await engine.store.enqueue([aJob()], tx);
      throw new Error('the write threw');
    };
  }
  return ending;
}

function errorList(job: ModelJob, code: string): string {
  return JSON.stringify([...job.errors, code].map((one) => ({ code: one })));
}

async function cancel(model: Model, engine: Engine, { index: at }: { index: number }): Promise<void> {
  const job = pick(model, at);
  if (!job) return;
  const work = engine.cancel(job.id);
  if (model.cancel(job)) expect((await work).status).toBe(job.status);
  else await expect(work).rejects.toMatchObject({ code: 'JOB_STATE_CONFLICT' });
}

async function retry(model: Model, engine: Engine, { index: at }: { index: number }): Promise<void> {
  const job = pick(model, at);
  if (!job) return;
  const work = engine.retry(job.id);
  if (model.retry(job)) expect((await work).status).toBe('pending');
  else await expect(work).rejects.toMatchObject({ code: 'JOB_STATE_CONFLICT' });
}

async function rescue(model: Model, engine: Engine): Promise<void> {
  const rescued = await engine.store.rescue(1_000);
  const expected = model.rescue();
  const facts = (job: { id: string; status: string; crashes: number }) => [job.id, job.status, job.crashes];
  expect(rescued.map(facts).sort()).toEqual(expected.map(facts).sort());
}

async function releaseUnknownClaims(
  model: Model,
  engine: Engine,
  { owner, keepEvery }: { owner: string; keepEvery: number },
): Promise<void> {
  const known = model.heldBy(owner).filter((_, at) => at % keepEvery !== 0);
  expect(await engine.store.releaseUnknownClaims(owner, known)).toBe(
    model.releaseUnknownClaims(owner, new Set(ids(known))),
  );
}

async function pause(model: Model, engine: Engine, { queue }: { queue: string }): Promise<void> {
  await engine.pauseQueue(queue);
  model.paused.add(queue);
}

async function resume(model: Model, engine: Engine, { queue }: { queue: string }): Promise<void> {
  expect(await engine.resumeQueue(queue)).toBe(model.paused.delete(queue));
}

async function advance(model: Model, engine: Engine, { units }: { units: number }): Promise<void> {
  await advanceTime(engine.database, units * UNIT_MS);
  model.advance(units * UNIT_MS);
}

async function prune(model: Model, engine: Engine, { units }: { units: number }): Promise<void> {
  expect(await pruneJobs(engine.database, { olderThanMs: units * UNIT_MS })).toBe(model.prune(units * UNIT_MS));
}

function pick(model: Model, at: number): ModelJob | undefined {
  return model.jobs[at % Math.max(1, model.jobs.length)];
}
