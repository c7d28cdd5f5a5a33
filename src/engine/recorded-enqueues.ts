import { AsyncResource } from 'node:async_hooks';
import type { TransactionScope } from '../database/index.js';
import type { ChangedJob } from './alongside.js';
import type { JobDeclaration } from './declare-job.js';
import type { Engine } from './engine.js';
import { type EnqueueOptions, newJob } from './enqueue.js';
import { JOB_DEFAULTS } from './job.js';
import { isPassing } from './passing-error.js';
import type { EnqueueReceipt, NewJob } from './store.js';
import { inSendSpan } from './tracing/tracing.js';

/** A job that was accepted, with what its caller wants recorded about it. */
export interface RecordedJob<Note> extends ChangedJob {
  readonly note: Note;
  /** Runs work in the context of the caller: its correlation id and its span. The transaction runs in that of another one. */
  readonly inContext: <T>(work: () => T) => T;
}

/** Writes what is recorded about new jobs, in their transaction. */
export type RecordJobs<Note> = (tx: TransactionScope, jobs: readonly RecordedJob<Note>[]) => Promise<void>;

interface Waiting<Note> {
  readonly job: NewJob;
  readonly note: Note;
  readonly context: AsyncResource;
  readonly resolve: (receipt: EnqueueReceipt) => void;
  readonly reject: (error: unknown) => void;
}

/** More in one commit is hardly faster, and delays the first of them. */
const MAX_JOBS_PER_COMMIT = 200;
/** Two commits keep a PostgreSQL server busy while this process prepares the next. SQLite has one writer. */
const MAX_COMMITS_IN_FLIGHT = { sqlite: 1, postgres: 2 };

/**
 * Group commit for jobs that are recorded when they are accepted. Calls that arrive together share one transaction, and each
 * resolves after its commit. The job is built in the context of its caller, before it waits.
 */
export class RecordedEnqueues<Note> {
  private readonly engine: Engine;
  private readonly record: RecordJobs<Note>;
  private waiting: Waiting<Note>[] = [];
  private commitsInFlight = 0;
  private flushScheduled = false;

  constructor(engine: Engine, record: RecordJobs<Note>) {
    this.engine = engine;
    this.record = record;
  }

  enqueue(job: JobDeclaration, payload: unknown, options: EnqueueOptions, note: Note): Promise<EnqueueReceipt> {
    const queue = options.queue ?? job.queue ?? JOB_DEFAULTS.queue;
    const sent = { queue, type: job.type, count: 1, parent: options.traceparent };
    return inSendSpan(sent, async () => {
      const built = newJob(job, payload, options, this.engine);
      return this.add(built instanceof Promise ? await built : built, note);
    });
  }

  private add(job: NewJob, note: Note): Promise<EnqueueReceipt> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ job, note, context: new AsyncResource('RECORDED_ENQUEUE'), resolve, reject });
      this.scheduleFlush();
    });
  }

  private scheduleFlush(): void {
    const { dialect } = this.engine.database;
    if (this.flushScheduled || this.commitsInFlight >= MAX_COMMITS_IN_FLIGHT[dialect]) return;
    this.flushScheduled = true;
    // setImmediate, not a microtask: it lets every caller of this tick join the commit.
    setImmediate(() => {
      this.flushScheduled = false;
      void this.flush();
    });
  }

  private async flush(): Promise<void> {
    const group = this.waiting.splice(0, MAX_JOBS_PER_COMMIT);
    if (group.length === 0) return;
    this.commitsInFlight++;
    if (this.waiting.length > 0) this.scheduleFlush();
    await this.commit(group);
    this.commitsInFlight--;
    if (this.waiting.length > 0) this.scheduleFlush();
  }

  private async commit(group: readonly Waiting<Note>[]): Promise<void> {
    try {
      const receipts = await this.engine.transaction((tx) => this.write(tx, group));
      group.forEach(({ resolve }, index) => resolve(receipts[index] as EnqueueReceipt));
    } catch (error) {
      // One caller's bad row must not fail the others: each is tried alone.
      if (group.length > 1 && !isPassing(error)) for (const caller of group) await this.commit([caller]);
      else for (const { reject } of group) reject(error);
    }
  }

  private async write(tx: TransactionScope, group: readonly Waiting<Note>[]): Promise<EnqueueReceipt[]> {
    const jobs = group.map(({ job }) => job);
    const receipts = await this.engine.enqueueBuilt(jobs, tx);
    const added = group.flatMap(({ job, note, context }, index): RecordedJob<Note>[] => {
      // An earlier job that is returned instead is not a change.
      if (receipts[index]?.deduplicated) return [];
      const { id, tenant, type } = job;
      return [{ id, tenant, type, note, inContext: (work) => context.runInAsyncScope(work) }];
    });
    await this.record(tx, added);
    return receipts;
  }
}
