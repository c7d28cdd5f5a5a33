import { STATS_COLUMNS, STATS_KEY } from '../stats/stats-columns.js';

/** A table to move, and the columns that identify a row. Workers register themselves again. */
export interface MovedTable {
  name: string;
  key: readonly string[];
  columns: readonly string[];
  /** A column that the target numbers by itself; later rows continue behind the moved ones. */
  generated?: string;
}

export const MOVED_TABLES: readonly MovedTable[] = [
  {
    name: 'cf_jobs',
    key: ['id'],
    columns: [
      'id',
      'tenant',
      'queue',
      'type',
      'status',
      'payload',
      'priority',
      'run_at',
      'attempts',
      'max_attempts',
      'crashes',
      'fence',
      'lease_owner',
      'lease_expires_at',
      'heartbeat_at',
      'cancel_requested_at',
      'progress',
      'result',
      'errors',
      'idempotency_key',
      'spec_hash',
      'parent_job_id',
      'created_at',
      'started_at',
      'finished_at',
      'traceparent',
      'correlation_id',
      'suspicion',
      'suspect_fence',
    ],
  },
  {
    name: 'cf_schedules',
    key: ['name'],
    columns: [
      'name',
      'cron',
      'timezone',
      'tenant',
      'queue',
      'type',
      'payload',
      'priority',
      'max_attempts',
      'catch_up',
      'next_run_at',
      'last_run_at',
      'last_job_id',
      'created_at',
    ],
  },
  {
    name: 'cf_queues',
    key: ['name'],
    columns: ['name', 'paused_at', 'paused_reason', 'concurrency', 'rate_per_minute', 'burst'],
  },
  {
    name: 'cf_job_logs',
    key: ['job_id', 'fence', 'sequence'],
    columns: ['job_id', 'fence', 'sequence', 'attempt', 'at', 'level', 'message'],
  },
  // The home stays the same, so the target takes over the identity of the source.
  { name: 'cf_identity', key: ['only_row'], columns: ['only_row', 'id'] },
  { name: 'cf_job_stats', key: STATS_KEY, columns: STATS_COLUMNS },
];
