import { BUCKET_COLUMNS } from './buckets.js';

export const MINUTE_SECONDS = 60;

/** The columns that identify a row of `cf_job_stats`. */
export const STATS_KEY = ['span_seconds', 'begins_at', 'tenant', 'queue', 'type', 'outcome', 'shard'] as const;

/** Columns of which rows are added up; `longest_ms` is their maximum instead. */
export const SUMMED_COLUMNS: readonly string[] = ['count', 'duration_ms', 'wait_ms', ...BUCKET_COLUMNS];

export const STATS_COLUMNS: readonly string[] = [...STATS_KEY, 'longest_ms', ...SUMMED_COLUMNS];

/** The end of an INSERT that adds to the row that exists. */
export function addToExisting(greatest: 'max' | 'greatest'): string {
  const sums = SUMMED_COLUMNS.map((column) => `${column} = cf_job_stats.${column} + excluded.${column}`);
  const longest = `longest_ms = ${greatest}(cf_job_stats.longest_ms, excluded.longest_ms)`;
  return `ON CONFLICT (${STATS_KEY.join(', ')}) DO UPDATE SET ${[longest, ...sums].join(', ')}`;
}
