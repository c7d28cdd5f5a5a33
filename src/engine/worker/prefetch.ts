/** Take ahead what the worker gets through in this time. Longer would keep jobs from other workers for nothing. */
const HORIZON_MS = 100;
/** Claims refill a half-empty buffer, so they bring up to half of this. */
const MAX_PREFETCH = 1_000;
const WEIGHT_OF_NEWEST = 0.1;

/** How many jobs to hold beyond those that run, from how long attempts take. */
export class Prefetch {
  private readonly concurrency: number;
  private averageMs: number | undefined;

  constructor(concurrency: number) {
    this.concurrency = concurrency;
  }

  /** Until an attempt has ended nothing is known, and nothing is taken ahead. */
  get size(): number {
    if (this.averageMs === undefined) return 0;
    return Math.min(MAX_PREFETCH, Math.floor((this.concurrency * HORIZON_MS) / Math.max(0.01, this.averageMs)));
  }

  learn(durationMs: number): void {
    this.averageMs =
      this.averageMs === undefined ? durationMs : this.averageMs + (durationMs - this.averageMs) * WEIGHT_OF_NEWEST;
  }
}
