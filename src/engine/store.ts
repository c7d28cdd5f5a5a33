import type { TransactionScope } from '../database/index.js';
import type { JobStatus } from './job.js';
import type { SharedWrite } from './outcome.js';
import type { QueueLimit } from './queue-limit.js';
import type { OnlyJobs } from './payload-fields.js';
import type { MeasuredAttempt } from './stats/tally.js';

/**
 * The transitions of a job, as the two databases implement them. Each call is atomic: it is committed when its promise
 * resolves. Other operations (listing, pausing, schedules …) are written once for both databases and are not part of
 * this contract.
 */
export interface JobStore {
  /** pending: accepts jobs. One receipt for each, in order. Inside `scope` it joins the caller's transaction. */
  enqueue(jobs: readonly NewJob[], scope?: TransactionScope): Promise<EnqueueReceipt[]>;
  /** Reads which lanes of the queue have due work, and whether any lease has expired. Takes no locks. */
  findReadyLanes(reach: Reach): Promise<ReadyLanes>;
  /** pending -> running, under a new fence, for at most `quota` jobs of each lane. */
  claim(owner: string, leaseMs: number, takes: readonly Take[]): Promise<ClaimedJob[]>;
  /** pending -> running, under a new fence, for the first due suspect in reach. `claim` leaves suspects out. */
  claimSuspect(owner: string, leaseMs: number, reach: Reach): Promise<ClaimedJob | undefined>;
  /** running -> running with a later lease, for all of a worker's jobs in one statement. */
  renew(owner: string, leaseMs: number, held: readonly HeldJob[]): Promise<Renewal>;
  /** running -> any other state, if owner and fence still match. Returns those that were rejected; usually none. */
  finish(owner: string, endings: readonly Ending[]): Promise<Rejection[]>;
  /**
   * running with an expired lease -> pending, or dead_letter when the budget is used up. Charges a job only if its worker
   * held no other. Otherwise all jobs of that worker become suspects, uncharged: any of them may be the cause.
   */
  rescue(limit: number): Promise<RescuedJob[]>;
  /**
   * Returns to the queue, uncharged, the jobs that `owner` holds but does not know under their fence: claims whose
   * response was lost.
   */
  releaseUnknownClaims(owner: string, known: readonly HeldJob[]): Promise<number>;
}

export interface NewJob {
  id: string;
  tenant: string;
  queue: string;
  type: string;
  /** JSON text. */
  payload: string;
  priority: number;
  /** An absolute time, or null for `delayMs` from the database's now. */
  runAt: number | null;
  delayMs: number;
  maxAttempts: number;
  idempotencyKey: string | null;
  specHash: string | null;
  /** Return a completed job with the same spec_hash, if there is one, instead of accepting this one. */
  reuseCompleted: boolean;
  parentJobId: string | null;
  traceparent: string | null;
  correlationId: string | null;
}

export interface EnqueueReceipt {
  id: string;
  status: JobStatus;
  /** True when this is an earlier job. */
  deduplicated: boolean;
}

/** What a worker may claim. An absent list means no limit. */
export interface Reach {
  types: readonly string[];
  queues?: readonly string[] | undefined;
  tenants?: readonly string[] | undefined;
  /** Only these. Other jobs of a lane are skipped one by one. */
  only?: OnlyJobs | undefined;
}

/**
 * A lane is the part of the claim index with one queue, tenant, type and priority: a first-in-first-out queue. Jobs
 * that a worker may not claim are never scanned, however many there are.
 */
export interface Lane {
  queue: string;
  tenant: string;
  type: string;
  priority: number;
  /** The run_at of its first job. A claim scans from here, without passing rows that were dead before the search. */
  headRunAt: number;
  /**
   * The id of its first job, on PostgreSQL: jobs that were enqueued together have one run_at. Without it, every claim would pass the rows
   * of all earlier ones, which are dead but still there.
   */
  headId?: string;
}

export interface ReadyLanes {
  /** The database's clock. */
  now: number;
  lanes: Lane[];
  expiredLeases: boolean;
  /** The suspicion of the first due suspect in reach; 0 without one. */
  suspicion: number;
  /** The limits of all queues. */
  queueLimits: QueueLimit[];
}

export interface Take extends Lane {
  quota: number;
  only?: OnlyJobs | undefined;
}

export interface HeldJob {
  id: string;
  fence: number;
  /**
   * Where the claim wrote the row, on PostgreSQL. A completion looks there first, which needs no index. Only a hint: the row moves with
   * every write, for example a renewal.
   */
  place?: string | undefined;
}

export interface ClaimedJob extends HeldJob {
  tenant: string;
  queue: string;
  type: string;
  /** JSON text. */
  payload: string;
  priority: number;
  runAt: number;
  attempts: number;
  maxAttempts: number;
  crashes: number;
  /** JSON text of earlier attempts' errors; null without errors. */
  errors: string | null;
  startedAt: number;
  specHash: string | null;
  traceparent: string | null;
  correlationId: string | null;
  /** How many dead workers held it together with other jobs. */
  suspicion: number;
}

export interface Renewal {
  renewed: number;
  /** Held by another worker now, or finished. */
  lost: string[];
  cancelRequested: string[];
}

/** How a running job ends its attempt. */
export interface Ending extends HeldJob {
  status: Exclude<JobStatus, 'running'>;
  /** For `pending`: when to run again, from the database's now; null keeps its position in the lane. */
  delayMs: number | null;
  /** Attempts and crashes to charge. */
  charge: 0 | 1;
  crash: 0 | 1;
  /** JSON text of the whole error list, or null to leave it unchanged. */
  errors: string | null;
  /** JSON text, or null for none. */
  result: string | null;
  /** The attempt, for the statistics, which are written in the same commit. Absent for a job that did not start. */
  measured?: MeasuredAttempt | undefined;
  /** Jobs that are enqueued in the same commit, or not at all. */
  followUps?: readonly NewJob[] | undefined;
  /** Domain writes that happen in the same commit, or not at all. */
  write?: ((tx: TransactionScope) => Promise<void>) | undefined;
  /** Runs before the commit, and fails the attempt if it fails. Only together with `write`. */
  prepare?: (() => Promise<void>) | undefined;
  /** This job's part of a write that endings in the same call make together, in one commit. */
  share?: SharedWrite | undefined;
  /** Called with whether they were committed. */
  settled?: ((committed: boolean) => void) | undefined;
}

/** An ending that was not applied as requested. */
export interface Rejection {
  id: string;
  /**
   * refused: another worker holds the job, and nothing was written. cancelled: it should have gone back to pending, but
   * its cancel had been requested.
   */
  instead: 'refused' | 'cancelled';
}

export interface RescuedJob {
  id: string;
  queue: string;
  type: string;
  tenant: string;
  status: JobStatus;
  owner: string;
  crashes: number;
  /** Its worker held no other job, so it was charged. */
  wasAlone: boolean;
}
