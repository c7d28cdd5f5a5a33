import type { EnqueueReceipt, NewJob } from '../store.js';

/** Nothing about the job can be answered by an earlier one. */
export function isPlain(job: NewJob): boolean {
  return job.idempotencyKey === null && job.specHash === null && job.parentJobId === null;
}

/** The two differ in nothing but id and payload, so that both stores can write the rest once for many. */
export function isAlike(a: NewJob, b: NewJob): boolean {
  return (
    a.type === b.type &&
    a.tenant === b.tenant &&
    a.queue === b.queue &&
    a.priority === b.priority &&
    a.runAt === b.runAt &&
    a.delayMs === b.delayMs &&
    a.maxAttempts === b.maxAttempts
  );
}

export function accepted(id: string): EnqueueReceipt {
  return { id, status: 'pending', deduplicated: false };
}
