import { errorMessage, type Logger } from '../../platform/index.js';
import type { ClaimedJob, Ending, Renewal, RescuedJob } from '../store.js';

/** Events of a worker, for logs and metrics. Every method is optional, and called after the event. */
export interface WorkerObserver {
  claimed?: (jobs: readonly ClaimedJob[], latencyMs: number) => void;
  claimFailed?: (error: unknown) => void;
  ended?: (job: ClaimedJob, ending: Ending, facts: EndFacts) => void;
  renewed?: (renewal: Renewal) => void;
  rescued?: (jobs: readonly RescuedJob[]) => void;
}

export interface EndFacts {
  /** The ending was not accepted: another worker holds the job. */
  refused: boolean;
  /** False for a prefetched job that was returned without running. */
  started: boolean;
  durationMs: number;
}

/** The same observer, with errors caught: otherwise they would stop the worker in the middle of a step. */
export function guarded(observer: WorkerObserver, logger: Logger): Required<WorkerObserver> {
  const guard = <Args extends unknown[]>(callback: ((...args: Args) => void) | undefined): ((...args: Args) => void) =>
    callback === undefined
      ? unobserved
      : (...args: Args): void => {
          try {
            callback(...args);
          } catch (error) {
            logger.warn({ error: errorMessage(error) }, 'An observer of the worker threw');
          }
        };
  return {
    claimed: guard(observer.claimed),
    claimFailed: guard(observer.claimFailed),
    ended: guard(observer.ended),
    renewed: guard(observer.renewed),
    rescued: guard(observer.rescued),
  };
}

/** One for all: a closure for each worker would be compiled for each. */
function unobserved(): void {
  // The event has no observer.
}
