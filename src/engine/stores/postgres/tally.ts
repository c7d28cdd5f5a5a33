import type { Executor } from '../../../database/index.js';
import { BUCKET_COLUMNS, bucketCount } from '../../stats/buckets.js';
import { addToExisting, MINUTE_SECONDS } from '../../stats/stats-columns.js';
import type { Tally } from '../../stats/tally.js';

const VALUES = ['count', 'duration_ms', 'longest_ms', 'wait_ms', ...BUCKET_COLUMNS];
const KEY = ['tenant', 'queue', 'type', 'outcome'];

// Tallies are few, so one JSON text is cheaper to send and to plan than an array for each column.
const recordsOf = (parameter: string): string =>
  `json_to_recordset(${parameter}::json) AS given (${KEY.map((name) => `${name} text`).join(', ')}, ${VALUES.map((name) => `${name} bigint`).join(', ')})`;

/**
 * Adds tallies to the current minute. The clock is read now, not at the start of the transaction: otherwise a long one would add to an
 * hour that is rolled up already. A backend has one transaction at a time, so its number chooses the shard. All writers
 * insert in the same order, so that two do not deadlock.
 */
const addTallies = (tallies: string): string => `
INSERT INTO cf_job_stats (span_seconds, begins_at, shard, ${[...KEY, ...VALUES].join(', ')})
SELECT ${MINUTE_SECONDS}, (floor(extract(epoch FROM clock_timestamp()) / 60) * 60000)::bigint, pg_backend_pid() % 16,
  ${[...KEY, ...VALUES].join(', ')}
FROM (${tallies}) AS tally ORDER BY ${KEY.join(', ')}
${addToExisting('greatest')}`;

/** The body of `cf_add_tallies`; see functions.ts. */
export const ADD_TALLIES = addTallies(`SELECT * FROM ${recordsOf('$1')}`);

const fromRows = (ended: string): string => `
SELECT tenant, queue, type, CASE WHEN status = 'pending' THEN 'retried' ELSE status END AS outcome, count(*),
  sum(duration_ms)::bigint, max(duration_ms), sum(wait_ms)::bigint,
  ${BUCKET_COLUMNS.map((_, bucket) => bucketCount(bucket, 'duration_ms')).join(', ')}
FROM (SELECT *, greatest(0, cf_now() - started_at) AS duration_ms, greatest(0, started_at - run_at) AS wait_ms
  FROM (${ended}) AS row WHERE status <> 'pending' OR charge = 1) AS ended`;

/**
 * A statement that ends jobs and adds their tallies, without a second round trip or a transaction. $1 is the tallies, $2 the number of endings. If
 * not all endings were accepted as asked, the tallies do not fit; then the rows are counted, with their durations by the database's clock.
 * `end` ends jobs and returns id, status, as_asked, charge and DONE_COLUMNS.
 */
export function endAndTally(end: string): string {
  const accepted = '(SELECT count(*) FILTER (WHERE as_asked) FROM done)';
  const given = `SELECT ${[...KEY, ...VALUES].join(', ')} FROM ${recordsOf('$1')} WHERE ${accepted} = $2`;
  const counted = `${fromRows('SELECT * FROM done')} WHERE ${accepted} <> $2 GROUP BY tenant, queue, type, 4`;
  return `WITH done AS (${end}), tallied AS (${addTallies(`${given} UNION ALL ${counted}`)}) SELECT id, status FROM done`;
}

export const DONE_COLUMNS = 'cf_jobs.tenant, cf_jobs.queue, cf_jobs.type, cf_jobs.run_at, cf_jobs.started_at';

/** Adds tallies in a transaction; last, because it locks rows that other transactions may need. */
export async function writeTallies(tx: Executor, tallies: readonly Tally[]): Promise<void> {
  if (tallies.length > 0) await tx.query('SELECT cf_add_tallies($1)', [talliesText(tallies)]);
}

export function talliesText(tallies: readonly Tally[]): string {
  return JSON.stringify(
    tallies.map(({ tenant, queue, type, outcome, count, durationMs, longestMs, waitMs, buckets }) => ({
      ...{ tenant, queue, type, outcome, count },
      ...{ duration_ms: durationMs, longest_ms: longestMs, wait_ms: waitMs },
      ...(Object.fromEntries(buckets.map((value, index) => [BUCKET_COLUMNS[index], value])) as Record<string, number>),
    })),
  );
}
