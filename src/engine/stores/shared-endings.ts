import type { ClaimedJob, Rejection, Ending, HeldJob, RescuedJob } from '../store.js';
import type { JobStatus } from '../job.js';
import { crashEnding } from '../ending.js';

/** The most common ending: completed, without result or effects. Both stores have a faster statement for it. */
export function isBareCompletion(ending: Ending): boolean {
  return ending.status === 'completed' && ending.result === null && !hasEffects(ending);
}

/** Whether something else is committed together with the ending. */
export function hasEffects(ending: Ending): boolean {
  return ending.write !== undefined || (ending.followUps?.length ?? 0) > 0;
}

/** The ids under each fence. Most jobs complete at their first claim, so there is mostly one group. */
export function byFence(jobs: readonly HeldJob[]): Map<number, string[]> {
  const groups = new Map<number, string[]>();
  for (const { id, fence } of jobs) {
    const ids = groups.get(fence);
    if (ids) ids.push(id);
    else groups.set(fence, [id]);
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
export interface ExpiredJob extends Omit<ClaimedJob, 'queue' | 'payload' | 'priority' | 'runAt' | 'specHash'> {
  owner: string;
  heartbeatAt: number;
}

export function endingOfExpired(job: ExpiredJob, now: number): Ending {
  return crashEnding(job, { worker: job.owner, lastHeartbeat: job.heartbeatAt, now });
}

/** The report of a rescue. A job whose cancel was requested ends as cancelled. */
export function rescuedJob({ id, type, tenant, owner, crashes }: ExpiredJob, status: JobStatus): RescuedJob {
  return { id, type, tenant, status, owner, crashes: crashes + 1 };
}
