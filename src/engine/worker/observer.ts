import type { ClaimedJob, Ending, Renewal, RescuedJob } from '../store.js';

/** What happens in a worker, for logs and metrics. Every method is optional, and called after the fact. */
export interface WorkerObserver {
  claimed?(jobs: readonly ClaimedJob[], latencyMs: number): void;
  claimFailed?(error: unknown): void;
  ended?(job: ClaimedJob, ending: Ending, facts: EndFacts): void;
  renewed?(renewal: Renewal): void;
  rescued?(jobs: readonly RescuedJob[]): void;
}

export interface EndFacts {
  /** The ending was not accepted: another worker holds the job. */
  refused: boolean;
  /** False for a prefetched job that went back without having run. */
  started: boolean;
  durationMs: number;
}
