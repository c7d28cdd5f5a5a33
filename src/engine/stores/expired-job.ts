import { crashEnding } from '../ending.js';
import type { JobStatus } from '../job.js';
import type { ClaimedJob, Ending, RescuedJob } from '../store.js';

/** A running job whose worker stopped renewing its lease. */
export interface ExpiredJob extends Omit<ClaimedJob, 'queue' | 'payload' | 'priority' | 'runAt' | 'specHash'> {
  owner: string;
  heartbeatAt: number;
}

export function endingOfExpired(job: ExpiredJob, now: number): Ending {
  return crashEnding(job, { worker: job.owner, lastHeartbeat: job.heartbeatAt, now });
}

/** What is told of it once its ending was written; one whose cancel was requested ends as cancelled. */
export function rescuedJob({ id, type, tenant, owner, crashes }: ExpiredJob, status: JobStatus): RescuedJob {
  return { id, type, tenant, status, owner, crashes: crashes + 1 };
}
