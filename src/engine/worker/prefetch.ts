/** Claim ahead what the worker can run in this time. More would only keep jobs from other workers. */
const HORIZON_MS = 100;
/** Claims refill a half-empty buffer, so they bring up to half of this. */
const MAX_PREFETCH = 1_000;
const WEIGHT_OF_NEWEST = 0.1;

/** How many jobs to hold in addition to the running ones, from the duration of attempts. */
export class Prefetch {
  private readonly concurrency: number;
  private averageMs: number | undefined;
  private lastEndedAt = -Infinity;

  constructor(concurrency: number) {
    this.concurrency = concurrency;
  }

  /**
   * Before the first attempt has ended, nothing is claimed ahead. While all slots are busy, the time since one was last
   * free counts too: after many short jobs, long ones would otherwise be judged by the average of the short ones.
   */
  size({ busy }: { busy: boolean }): number {
    if (this.averageMs === undefined) return 0;
    const sinceFree = busy ? performance.now() - this.lastEndedAt : 0;
    const attemptMs = Math.max(0.01, this.averageMs, sinceFree);
    return Math.min(MAX_PREFETCH, Math.floor((this.concurrency * HORIZON_MS) / attemptMs));
  }

  /** What is claimed now runs soon, and so does what the next claim brings. */
  get attemptsAreShort(): boolean {
    return this.averageMs !== undefined && this.averageMs <= HORIZON_MS;
  }

  learn(durationMs: number): void {
    this.lastEndedAt = performance.now();
    this.averageMs =
      this.averageMs === undefined ? durationMs : this.averageMs + (durationMs - this.averageMs) * WEIGHT_OF_NEWEST;
  }
}
