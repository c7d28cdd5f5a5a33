import type { ClaimedJob, HeldJob } from '../store.js';
import type { Attempt } from './attempt.js';
import { listOfObjects } from './list-of-objects.js';

export class Held {
  readonly job: ClaimedJob;
  /** Undefined while the job waits for its turn. */
  attempt: Attempt | undefined;

  constructor(job: ClaimedJob) {
    this.job = job;
  }
}

/** Everything the worker holds a lease on: running, buffered, or waiting for the commit of its ending. */
export class HeldJobs {
  private readonly held = new Map<string, Held>();
  private waiting = listOfObjects<ClaimedJob>();
  private receivedAt = -Infinity;

  get size(): number {
    return this.held.size;
  }

  /** How many jobs wait for their turn. */
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

  /**
   * Adds claimed jobs, in the order in which they will run. Returns the attempts they replace: jobs that were lost and
   * claimed again.
   */
  receive(jobs: ClaimedJob[]): Attempt[] {
    jobs.sort((a, b) => a.priority - b.priority || a.runAt - b.runAt || (a.id < b.id ? -1 : 1));
    const replaced: Attempt[] = [];
    for (const job of jobs) {
      const earlier = this.held.get(job.id);
      if (earlier?.attempt) replaced.push(earlier.attempt);
      else if (earlier) this.unbuffer(job.id);
      this.held.set(job.id, new Held(job));
    }
    for (const job of jobs) this.waiting.push(job);
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

  /** The job under exactly this fence. A job that was lost and claimed again has a higher one. */
  under({ id, fence }: HeldJob): Held | undefined {
    const held = this.held.get(id);
    return held?.job.fence === fence ? held : undefined;
  }

  forget(id: string): void {
    this.held.delete(id);
  }

  /** Removes a job from the buffer; it stays held until it is forgotten. False if it was not buffered. */
  unbuffer(id: string): boolean {
    const before = this.waiting.length;
    this.waiting = this.waiting.filter((job) => job.id !== id);
    return this.waiting.length < before;
  }

  unbufferAll(): ClaimedJob[] {
    return this.waiting.splice(0);
  }
}
