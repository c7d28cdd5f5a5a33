import type { TransactionScope } from '../../database/index.js';
import type { ClaimedJob, Rejection, Ending, HeldJob, NewJob, RescuedJob } from '../store.js';
import type { JobStatus } from '../job.js';
import { crashEnding, releaseEnding } from '../ending.js';

/** The most common ending: completed, without result or effects. Both stores have a faster statement for it. */
export function isBareCompletion(ending: Ending): boolean {
  return ending.status === 'completed' && ending.result === null && !hasEffects(ending);
}

/** Whether something else is committed together with the ending. */
export function hasEffects(ending: Ending): boolean {
  return ending.write !== undefined || ending.share !== undefined || (ending.followUps?.length ?? 0) > 0;
}

/**
 * The endings that share a transaction: each with a write of its own is alone, because that may take any time; those with the same
 * shared write are together; the rest are together.
 */
export function commitUnits(endings: readonly Ending[]): Ending[][] {
  const units = new Map<unknown, Ending[]>();
  for (const ending of endings) {
    const key = ending.write ? ending : ending.share?.write;
    const unit = units.get(key);
    if (unit) unit.push(ending);
    else units.set(key, [ending]);
  }
  return [...units.values()];
}

/** Writes what the endings of a unit that were accepted bring with them. */
export async function writeEffects(
  tx: TransactionScope,
  endings: readonly Ending[],
  finished: readonly { readonly id: string }[],
  enqueue: (jobs: readonly NewJob[], tx: TransactionScope) => Promise<unknown>,
): Promise<void> {
  const ids = new Set(finished.map(({ id }) => id));
  const accepted = endings.filter(({ id }) => ids.has(id));
  for (const ending of accepted) await ending.write?.(tx);
  const shares = accepted.flatMap(({ share }) => share ?? []);
  const [first] = shares;
  if (first) {
    await first.write(
      tx,
      shares.map(({ item }) => item),
    );
  }
  const followUps = accepted.flatMap((ending) => ending.followUps ?? []);
  if (followUps.length > 0) await enqueue(followUps, tx);
}

/** The jobs under each fence. Most complete at their first claim, so there is mostly one group. */
export function byFence<J extends HeldJob>(jobs: readonly J[]): Map<number, J[]> {
  const groups = new Map<number, J[]>();
  for (const job of jobs) {
    const group = groups.get(job.fence);
    if (group) group.push(job);
    else groups.set(job.fence, [job]);
  }
  return groups;
}

/** The endings that were not applied as requested, given the statuses that were written under their fences. */
export function rejectionsAmong(endings: readonly Ending[], written: ReadonlyMap<string, JobStatus>): Rejection[] {
  return endings.flatMap((ending) => rejectionOf(ending, written.get(ending.id)) ?? []);
}

function rejectionOf({ id, status }: Ending, written: JobStatus | undefined): Rejection | undefined {
  if (written === undefined) return { id, instead: 'refused' };
  return written === status ? undefined : { id, instead: 'cancelled' };
}

/** A running job whose worker stopped renewing its lease. */
export interface ExpiredJob extends Omit<
  ClaimedJob,
  'payload' | 'priority' | 'specHash' | 'traceparent' | 'correlationId' | 'suspicion'
> {
  owner: string;
  heartbeatAt: number;
  /** Its worker held no other job. */
  wasAlone: boolean;
}

/**
 * A job that was alone caused the crash, or at least cannot share the blame. Of several jobs, some had not even begun,
 * and most are innocent: they go back uncharged and run one at a time, until the cause dies alone.
 */
export function endingOfExpired(job: ExpiredJob, now: number): Ending {
  if (!job.wasAlone) return releaseEnding(job);
  const ending = crashEnding(job, { worker: job.owner, lastHeartbeat: job.heartbeatAt, now });
  return { ...ending, measured: { job, elapsedMs: Math.max(0, job.heartbeatAt - job.startedAt) } };
}

/** The report of a rescue. A job whose cancel was requested ends as cancelled. */
export function rescuedJob(job: ExpiredJob, status: JobStatus): RescuedJob {
  const { id, queue, type, tenant, owner, crashes, wasAlone } = job;
  return { id, queue, type, tenant, status, owner, crashes: wasAlone ? crashes + 1 : crashes, wasAlone };
}
