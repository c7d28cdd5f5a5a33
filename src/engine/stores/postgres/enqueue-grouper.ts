import type { PostgresDatabase } from '../../../database/index.js';
import { CasparianError } from '../../../platform/index.js';
import type { EnqueueReceipt, NewJob } from '../../store.js';
import { JOBS_CHANNEL } from './channel.js';
import { enqueueJobs } from './enqueue.js';

/** One commit carries at most this many jobs, so that no caller waits for a huge batch of another. */
const MAX_JOBS_PER_COMMIT = 1_000;
/** Two commits at a time keep the server busy while this process encodes the next. */
const MAX_COMMITS_IN_FLIGHT = 2;
/** NOTIFY takes a lock that all commits of the server share, so a busy process notifies at most this often. */
const NOTIFY_PAUSE_MS = 3;

interface Caller {
  jobs: readonly NewJob[];
  resolve: (receipts: EnqueueReceipt[]) => void;
  reject: (error: unknown) => void;
}

/** Group commit: enqueues that arrive while others are being written share the next statement. */
export class EnqueueGrouper {
  private readonly database: PostgresDatabase;
  private waiting: Caller[] = [];
  private commitsInFlight = 0;
  private flushScheduled = false;
  private lastNotifyAt = -Infinity;
  private notifyTimer: NodeJS.Timeout | undefined;

  constructor(database: PostgresDatabase) {
    this.database = database;
  }

  enqueue(jobs: readonly NewJob[]): Promise<EnqueueReceipt[]> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ jobs, resolve, reject });
      this.scheduleFlush();
    });
  }

  private scheduleFlush(): void {
    if (this.flushScheduled || this.commitsInFlight >= MAX_COMMITS_IN_FLIGHT) return;
    this.flushScheduled = true;
    setImmediate(() => {
      this.flushScheduled = false;
      void this.flush();
    });
  }

  private async flush(): Promise<void> {
    const callers = this.nextGroup();
    if (callers.length === 0) return;
    this.commitsInFlight++;
    if (this.waiting.length > 0) this.scheduleFlush();
    try {
      await this.commit(callers);
    } finally {
      this.commitsInFlight--;
      if (this.waiting.length > 0) this.scheduleFlush();
    }
  }

  private nextGroup(): Caller[] {
    let jobs = 0;
    let count = 0;
    while (count < this.waiting.length) {
      jobs += this.waiting[count]?.jobs.length ?? 0;
      if (count > 0 && jobs > MAX_JOBS_PER_COMMIT) break;
      count++;
    }
    return this.waiting.splice(0, count);
  }

  private async commit(callers: Caller[]): Promise<void> {
    const jobs = callers.length === 1 ? (callers[0]?.jobs ?? []) : callers.flatMap((caller) => caller.jobs);
    try {
      const receipts = await enqueueJobs(this.database, jobs, { notify: this.mayNotify() });
      let from = 0;
      for (const caller of callers) caller.resolve(receipts.slice(from, (from += caller.jobs.length)));
    } catch (error) {
      const refusedByData = error instanceof CasparianError && error.code === 'DATABASE_ERROR';
      // One caller's bad row must not fail the others: each is tried alone.
      if (callers.length > 1 && refusedByData) for (const caller of callers) await this.commit([caller]);
      else for (const caller of callers) caller.reject(error);
    }
  }

  /** True at most once per pause. One notification at the end of the pause covers the rest. */
  private mayNotify(): boolean {
    if (this.database.isQuiet) return false;
    const now = performance.now();
    if (now - this.lastNotifyAt >= NOTIFY_PAUSE_MS) {
      this.lastNotifyAt = now;
      return true;
    }
    this.notifyTimer ??= setTimeout(() => {
      this.notifyTimer = undefined;
      this.lastNotifyAt = performance.now();
      // A lost notification costs at most one poll interval.
      this.database.query(`SELECT pg_notify('${JOBS_CHANNEL}', '')`).catch(() => undefined);
    }, NOTIFY_PAUSE_MS).unref();
    return false;
  }
}
