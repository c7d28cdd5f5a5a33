import type { ClaimedJob, HeldJob } from '../store.js';
import type { Attempt } from './attempt.js';

export interface Held {
  readonly job: ClaimedJob;
  /** Undefined while the job waits for its turn. */
  attempt: Attempt | undefined;
}

/** Everything the worker holds a lease on: what runs, what waits its turn, and what waits for its end to be committed. */
export class HeldJobs {
  private readonly held = new Map<string, Held>();
  private waiting: ClaimedJob[] = [];
  private receivedAt = 0;

  get size(): number {
    return this.held.size;
  }

  /** How many wait for their turn. */
  get buffered(): number {
    return this.waiting.length;
  }

  get bufferedForMs(): number {
    return this.waiting.length === 0 ? 0 : performance.now() - this.receivedAt;
  }

  jobs(): ClaimedJob[] {
    return [...this.held.values()].map(({ job }) => job);
  }

  attempts(): Attempt[] {
    return [...this.held.values()].flatMap(({ attempt }) => attempt ?? []);
  }

  /** Takes over claimed jobs, in the order they are to run. Answers what they replace: jobs we lost and got back. */
  receive(jobs: ClaimedJob[]): Attempt[] {
    jobs.sort((a, b) => a.priority - b.priority || a.runAt - b.runAt || (a.id < b.id ? -1 : 1));
    const replaced: Attempt[] = [];
    for (const job of jobs) {
      const earlier = this.held.get(job.id);
      if (earlier?.attempt) replaced.push(earlier.attempt);
      else if (earlier) this.unbuffer(job.id);
      this.held.set(job.id, { job, attempt: undefined });
    }
    this.waiting = this.waiting.length === 0 ? jobs : [...this.waiting, ...jobs];
    this.receivedAt = performance.now();
    return replaced;
  }

  /** The next job to run. */
  next(): Held | undefined {
    const job = this.waiting.shift();
    return job && this.held.get(job.id);
  }

  get(id: string): Held | undefined {
    return this.held.get(id);
  }

  /** What we hold under this very fence: a job that came back to us meanwhile has another, and is not meant. */
  under({ id, fence }: HeldJob): Held | undefined {
    const held = this.held.get(id);
    return held?.job.fence === fence ? held : undefined;
  }

  forget(id: string): void {
    this.held.delete(id);
  }

  /** Takes a job out of the line; it stays held until it is forgotten. False when it was not waiting. */
  unbuffer(id: string): boolean {
    const before = this.waiting.length;
    this.waiting = this.waiting.filter((job) => job.id !== id);
    return this.waiting.length < before;
  }

  unbufferAll(): ClaimedJob[] {
    return this.waiting.splice(0);
  }
}
