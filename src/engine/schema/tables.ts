import type { JobStatus } from '../job.js';

/** The engine's tables as Kysely sees them. Both databases have the same columns; times are BIGINT milliseconds. */
export interface EngineSchema {
  cf_jobs: JobsTable;
  cf_queues: QueuesTable;
  cf_workers: WorkersTable;
  cf_schedules: SchedulesTable;
  cf_job_logs: JobLogsTable;
  cf_limits: LimitsTable;
  cf_limit_slots: LimitSlotsTable;
  cf_limit_waits: LimitWaitsTable;
}

export interface JobsTable {
  id: string;
  tenant: string;
  queue: string;
  type: string;
  status: JobStatus;
  payload: string;
  priority: number;
  run_at: number;
  attempts: number;
  max_attempts: number;
  crashes: number;
  fence: number;
  lease_owner: string | null;
  lease_expires_at: number | null;
  heartbeat_at: number | null;
  cancel_requested_at: number | null;
  progress: string | null;
  result: string | null;
  errors: string | null;
  idempotency_key: string | null;
  spec_hash: string | null;
  parent_job_id: string | null;
  created_at: number;
  started_at: number | null;
  finished_at: number | null;
  traceparent: string | null;
  correlation_id: string | null;
  /** How many dead workers held it together with other jobs. A job with suspicion runs alone. */
  suspicion: number;
  /** The fence of the last claim that counted. It counts once, even if the jobs of a worker are rescued one after another. */
  suspect_fence: number | null;
}

export interface QueuesTable {
  name: string;
  paused_at: number | null;
  paused_reason: string | null;
  /** The limits of the queue for all tenants together; null for none. A rate of 0 pauses it. */
  concurrency: number | null;
  rate_per_minute: number | null;
  burst: number | null;
}

export interface WorkersTable {
  id: string;
  /** Differs between two processes with the same id. */
  instance: string;
  host: string;
  pid: number;
  version: string;
  /** JSON arrays; null means every queue, every tenant. */
  types: string;
  queues: string | null;
  tenants: string | null;
  concurrency: number;
  lease_ms: number;
  started_at: number;
  heartbeat_at: number;
}

export interface SchedulesTable {
  name: string;
  cron: string;
  timezone: string;
  tenant: string;
  queue: string;
  type: string;
  payload: string;
  priority: number;
  max_attempts: number;
  /**
   * For runs missed while no worker was running: 'latest' fires the last one, 'all' each, 'none' waits for the next.
   */
  catch_up: 'latest' | 'all' | 'none';
  next_run_at: number;
  last_run_at: number | null;
  last_job_id: string | null;
  created_at: number;
}

export interface JobLogsTable {
  job_id: string;
  /** The fence of the claim that wrote it: an attempt that was snoozed or returned can have several. */
  fence: number;
  sequence: number;
  attempt: number;
  at: number;
  level: string;
  message: string;
}

/** The state of one limit; see limits/gcra.ts for the rate. */
export interface LimitsTable {
  tenant: string;
  key: string;
  /** The limit as it was last used, for reports. */
  emission_us: number | null;
  burst: number | null;
  concurrency: number | null;
  tat_us: number;
  seen_us: number;
  /** The last time that was given to a job which came late and found no token. */
  late_us: number;
  /** How often the last statement that took tokens did so: one statement serves several callers. */
  granted: number;
}

/** A held slot of a concurrency limit. */
export interface LimitSlotsTable {
  tenant: string;
  key: string;
  holder: string;
  /** Holds while this job runs under this fence. Null for a slot that expires by the clock. */
  job_id: string | null;
  fence: number | null;
  expires_at: number | null;
}

/** A job that was returned to its queue because a limit was reached. Valid until its next claim, which changes the fence. */
export interface LimitWaitsTable {
  job_id: string;
  fence: number;
  tenant: string;
  key: string;
  kind: 'rate' | 'concurrency' | 'paused';
  /** The order in which slots are given: the priority of the job and its run_at before it began to wait. */
  priority: number;
  run_at: number;
  /** When the limit is expected to allow it. */
  until_at: number;
  /** When a slot became free for it; 0 while it waits. */
  woken_at: number;
}
