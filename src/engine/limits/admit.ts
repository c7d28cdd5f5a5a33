import type { Database, Executor } from '../../database/index.js';
import type { ClaimedJob } from '../store.js';
import { decideAdmission, identityOf, type Verdict } from './decide-admission.js';
import { ALL_TENANTS, boundsOf, type JobLimit, keyOfQueue } from './declared-limits.js';
import { lockLimits, readStates, writeSlots, writeStates } from './limit-states.js';
import type { LimitName } from './limit-rows.js';
import { queueLimits } from './queue-limits.js';
import { earlierWaits, park, removeWaits, waitsOf } from './waits.js';
import { wakeAll } from './wake.js';

/** A claimed job that is about to start. */
export interface Applicant {
  job: ClaimedJob;
  /** By its type. */
  limits: readonly JobLimit[];
  /** Whether its queue was limited at the last search for work. */
  isQueueLimited: boolean;
}

export type Admission =
  | { job: ClaimedJob; result: 'admitted'; waitMs: number; limits: readonly JobLimit[] }
  /** It is pending again, uncharged. */
  | { job: ClaimedJob; result: 'parked'; delayMs: number }
  /** It could not be parked: it is lost, or its cancel was requested. */
  | { job: ClaimedJob; result: 'refused' };

/**
 * Decides which claimed jobs may start, and returns the others to the queue until their limits allow them. One transaction, so
 * that nothing is charged if one of several limits refuses, and no wake-up can fall between a refusal and its wait.
 */
export async function admit(
  database: Database,
  owner: string,
  applicants: readonly Applicant[],
  random: () => number = Math.random,
): Promise<Admission[]> {
  return database.transaction(async (tx) => {
    const locked = await lockLimits(tx, distinct(applicants.flatMap(namesOf)));
    const candidates = await withQueueLimits(tx, applicants);
    const limits = distinct(candidates.flatMap((candidate) => candidate.limits));
    const { states, nowUs, changed } = await readStates(tx, limits, locked);
    const waits = await earlierWaits(tx, candidates);
    const verdicts = candidates.map(({ job, limits: own }) => {
      const wait = waits.get(job.id);
      return decideAdmission({ limits: own, waitedFor: wait && identityOf(wait) }, states, nowUs);
    });
    for (const limit of changed) await wakeAll(tx, limit);
    await writeStates(tx, limits, states);
    await writeSlots(tx, candidates, verdicts);
    const started = candidates.filter(({ job }, index) => verdicts[index]?.granted && waits.has(job.id));
    await removeWaits(
      tx,
      started.map(({ job }) => job.id),
    );
    const parked = await park(tx, owner, waitsOf(candidates, verdicts, { waits, nowUs, random }));
    return candidates.map(({ job, limits: own }, index) => {
      const verdict = verdicts[index] as Verdict;
      if (verdict.granted) return { job, result: 'admitted', waitMs: verdict.waitUs / 1_000, limits: own };
      const untilAt = parked.get(job.id);
      if (untilAt === undefined) return { job, result: 'refused' };
      return { job, result: 'parked', delayMs: Math.max(0, untilAt - Math.floor(nowUs / 1_000)) };
    });
  });
}

function namesOf({ job, limits, isQueueLimited }: Applicant): LimitName[] {
  return isQueueLimited ? [queueName(job), ...limits] : [...limits];
}

function queueName({ queue }: ClaimedJob): LimitName {
  return { tenant: ALL_TENANTS, key: keyOfQueue(queue) };
}

/** Read after the locks: a change of the limit of a queue takes the same lock, so no job waits under bounds that are gone. */
async function withQueueLimits(
  tx: Executor,
  applicants: readonly Applicant[],
): Promise<{ job: ClaimedJob; limits: readonly JobLimit[] }[]> {
  if (!applicants.some(({ isQueueLimited }) => isQueueLimited)) return [...applicants];
  const queues = new Map((await queueLimits(tx)).map((limit) => [limit.queue, limit]));
  return applicants.map(({ job, limits, isQueueLimited }) => {
    const bounds = isQueueLimited ? queues.get(job.queue) : undefined;
    if (!bounds) return { job, limits };
    const { concurrency, rate } = bounds;
    const ofQueue = {
      ...queueName(job),
      ...boundsOf({ concurrency: concurrency ?? undefined, rate: rate ?? undefined }),
    };
    return { job, limits: [ofQueue, ...limits] };
  });
}

/** Each once, in the order in which they are locked: two admissions cannot wait for each other. */
function distinct<Name extends LimitName>(names: readonly Name[]): Name[] {
  const byIdentity = new Map(names.map((name) => [identityOf(name), name]));
  return [...byIdentity].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, name]) => name);
}
