import type { JobStatus, WorkerObserver } from '../../engine/index.js';
import { attemptOutcome } from '../../operations/index.js';

/** One observer that calls several. */
export function allObservers(observers: readonly WorkerObserver[]): WorkerObserver {
  return {
    claimed: (jobs, latencyMs) => observers.forEach((observer) => observer.claimed?.(jobs, latencyMs)),
    claimFailed: (error) => observers.forEach((observer) => observer.claimFailed?.(error)),
    ended: (job, ending, facts) => observers.forEach((observer) => observer.ended?.(job, ending, facts)),
    renewed: (renewal) => observers.forEach((observer) => observer.renewed?.(renewal)),
    rescued: (jobs) => observers.forEach((observer) => observer.rescued?.(jobs)),
  };
}

/** How many jobs a worker finished, by status. */
export type Tally = Partial<Record<JobStatus, number>>;

export function tallyInto(tally: Tally): WorkerObserver {
  return {
    ended: (_job, ending, facts) => {
      if (attemptOutcome(ending, facts) === 'finished') tally[ending.status] = (tally[ending.status] ?? 0) + 1;
    },
  };
}
