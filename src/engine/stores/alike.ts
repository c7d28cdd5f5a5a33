import type { EnqueueReceipt, NewJob } from '../store.js';

/** No earlier job can be returned instead of this one. */
export function isPlain(job: NewJob): boolean {
  return job.idempotencyKey === null && job.specHash === null && job.parentJobId === null;
}

/** Both differ only in id and payload, so that the stores can write the other columns once for many. */
export function isAlike(a: NewJob, b: NewJob): boolean {
  return (
    a.type === b.type &&
    a.tenant === b.tenant &&
    a.queue === b.queue &&
    a.priority === b.priority &&
    a.runAt === b.runAt &&
    a.delayMs === b.delayMs &&
    a.maxAttempts === b.maxAttempts &&
    a.traceparent === b.traceparent &&
    a.correlationId === b.correlationId
  );
}

export function accepted(id: string): EnqueueReceipt {
  return { id, status: 'pending', deduplicated: false };
}
