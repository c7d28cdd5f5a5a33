import type { JobStatus } from '../job.js';

/** The engine's tables as Kysely sees them. Both databases have the same columns; times are BIGINT milliseconds. */
export interface EngineSchema {
  cf_jobs: JobsTable;
  cf_queues: QueuesTable;
  cf_workers: WorkersTable;
  cf_schedules: SchedulesTable;
  cf_job_logs: JobLogsTable;
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
}

export interface QueuesTable {
  name: string;
  paused_at: number | null;
  paused_reason: string | null;
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
