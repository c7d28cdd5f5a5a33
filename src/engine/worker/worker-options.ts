import type { Logger } from '../../platform/index.js';
import type { JobDefinition } from '../declare-job.js';
import type { OnlyJobs } from '../payload-fields.js';
import type { Trigger } from '../trigger.js';
import type { WorkerObserver } from './observer.js';

export interface WorkerOptions {
  jobs: readonly JobDefinition[];
  /** Names this worker in leases, logs and metrics. Give each process its own; the default is unique. */
  id?: string | undefined;
  /** Attempts that run at the same time. */
  concurrency?: number | undefined;
  /** The maximum number of jobs to run. A job that is returned without running does not count. */
  maxJobs?: number | undefined;
  /** Only these queues, only these tenants. */
  queues?: readonly string[] | undefined;
  tenants?: readonly string[] | undefined;
  /** Only jobs whose payloads have these fields, or a single job. */
  only?: OnlyJobs | undefined;
  leaseMs?: number | undefined;
  renewEveryMs?: number | undefined;
  pollEveryMs?: number | undefined;
  /** How long a handler may take to notice that its signal was aborted. */
  abortGraceMs?: number | undefined;
  /** Triggers besides the in-process one and the database's own. */
  triggers?: readonly Trigger[] | undefined;
  logger?: Logger | undefined;
  observer?: WorkerObserver | undefined;
}

export interface Worker {
  readonly id: string;
  start(): Promise<void>;
  /** Stops claiming, waits for running jobs up to the grace period, then returns them uncharged. */
  stop(options?: { graceMs?: number }): Promise<StopReport>;
  readonly status: WorkerStatus;
}

export interface WorkerStatus {
  state: 'new' | 'running' | 'stopping' | 'stopped';
  running: number;
  buffered: number;
  /** False while the database cannot be reached. */
  databaseReachable: boolean;
}

export interface StopReport {
  /** Jobs that were returned to the queue unfinished and uncharged. */
  returned: number;
}
