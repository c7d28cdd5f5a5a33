import type { TransactionScope } from '../../database/index.js';
import type { CasparianError } from '../../platform/index.js';
import type { JobProgress } from '../job.js';
import type { LogLevel } from '../logs/log-line.js';
import type { ClaimedJob } from '../store.js';

/** The second argument of a handler. */
export interface JobContext {
  readonly job: JobIdentity;
  /**
   * Increases with every claim of this job. Add it to writes to your own systems (`WHERE fence <= ?`), so that a worker
   * that lost the job cannot overwrite its successor.
   */
  readonly fence: number;
  /** Aborted when the job is cancelled, timed out or lost, or when the worker stops. */
  readonly signal: AbortSignal;
  /** Shown by `casparian job show`. Can be called often; it is written at most twice a second. */
  readonly progress: (fraction: number, message?: string) => void;
  /** Lines kept with the job, shown by `casparian job logs`. */
  readonly log: JobLog;
  /** Writes to the job's database that commit only while this worker still holds the job. */
  readonly transaction: <T>(work: (tx: TransactionScope) => Promise<T>) => Promise<T>;
}

export interface JobIdentity {
  readonly id: string;
  readonly type: string;
  readonly tenant: string;
  readonly queue: string;
  readonly priority: number;
  /** 1 for the first attempt. */
  readonly attempt: number;
  readonly maxAttempts: number;
  /** When this attempt began, by the database's clock. */
  readonly startedAt: number;
  /** What it was enqueued with, if anything. */
  readonly specHash: string | null;
  /** Where the trace of the caller continues, if it has one. */
  readonly traceparent: string | null;
  /** The request that it comes from, if it was given one. */
  readonly correlationId: string | null;
}

export type JobLog = Readonly<Record<LogLevel, (message: string) => void>>;

/** Receives the calls of a context; the worker provides it. */
export interface ContextSink {
  progress(job: ClaimedJob, progress: JobProgress): void;
  log(job: ClaimedJob, level: LogLevel, message: string): void;
  fencedTransaction<T>(job: ClaimedJob, work: (tx: TransactionScope) => Promise<T>): Promise<T>;
}

/** Most handlers use only some members, so expensive ones are created on demand. */
export class AttemptContext implements JobContext {
  private readonly claimed: ClaimedJob;
  private readonly setting: { readonly sink: ContextSink };
  private controller: AbortController | undefined;
  private reason: CasparianError | undefined;

  constructor(claimed: ClaimedJob, setting: { readonly sink: ContextSink }) {
    this.claimed = claimed;
    this.setting = setting;
  }

  get job(): JobIdentity {
    const { id, type, tenant, queue, priority, attempts, maxAttempts, startedAt } = this.claimed;
    const { specHash, traceparent, correlationId } = this.claimed;
    const origin = { specHash, traceparent, correlationId };
    return { id, type, tenant, queue, priority, attempt: attempts + 1, maxAttempts, startedAt, ...origin };
  }

  get fence(): number {
    return this.claimed.fence;
  }

  get signal(): AbortSignal {
    if (!this.controller) {
      this.controller = new AbortController();
      if (this.reason) this.controller.abort(this.reason);
    }
    return this.controller.signal;
  }

  get aborted(): CasparianError | undefined {
    return this.reason;
  }

  get log(): JobLog {
    const write = (level: LogLevel) => (message: string) => this.setting.sink.log(this.claimed, level, message);
    return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
  }

  // Getters that return a function, so that handlers can destructure the context: run(payload, { progress }).
  get progress(): JobContext['progress'] {
    return (fraction, message) => {
      const bounded = Math.min(1, Math.max(0, fraction));
      this.setting.sink.progress(this.claimed, { fraction: bounded, ...(message === undefined ? {} : { message }) });
    };
  }

  get transaction(): JobContext['transaction'] {
    return (work) => this.setting.sink.fencedTransaction(this.claimed, work);
  }

  abort(reason: CasparianError): void {
    if (this.reason) return;
    this.reason = reason;
    this.controller?.abort(reason);
  }
}
