import type { Database, TransactionScope } from '../../database/index.js';
import { databaseNow } from '../database-now.js';
import { STATS_COLUMNS, STATS_KEY, SUMMED_COLUMNS } from './stats-columns.js';

const DAY_MS = 86_400_000;

/** How long each resolution is kept, finest first. */
export const RETENTION = [
  { seconds: 60, keepMs: 2 * DAY_MS },
  { seconds: 3_600, keepMs: 30 * DAY_MS },
  { seconds: 86_400, keepMs: 365 * DAY_MS },
] as const;

/** An ending is added to the minute of its commit. After this long, no commit can still add to it. */
const SETTLED_MS = 300_000;

/** Arbitrary, and the same for all workers: one of them rolls up. */
const POSTGRES_LOCK = 7_264_102_403;

/**
 * Adds up minutes to hours and hours to days, and deletes what is older than its retention. Rows are computed from whole periods and
 * replaced, so a roll-up that is repeated or interrupted changes nothing. Cheap while there is nothing to add up.
 */
export async function rollUpStats(database: Database): Promise<void> {
  if (!(await isDue(database))) return;
  await database.transaction(async (tx) => {
    if (tx.dialect === 'postgres' && !(await tryLock(tx))) return;
    const now = await databaseNow(tx);
    for (const [index, coarser] of RETENTION.slice(1).entries()) {
      const finer = RETENTION[index] as (typeof RETENTION)[number];
      const until = await addUp(tx, finer.seconds, coarser.seconds, now - SETTLED_MS);
      await tx.query(deleteBefore(finer.seconds, Math.min(until, now - finer.keepMs)));
    }
    const last = RETENTION[RETENTION.length - 1] as (typeof RETENTION)[number];
    await tx.query(deleteBefore(last.seconds, now - last.keepMs));
  });
}

/** Returns the time up to which rows of this resolution are complete; rows of the finer one begin there. */
export async function completeUntil(executor: Pick<Database, 'query'>, seconds: number): Promise<number> {
  const newest = `SELECT max(begins_at) AS newest FROM cf_job_stats WHERE span_seconds = ${seconds}`;
  const [row] = await executor.query<{ newest: number | null }>(newest);
  return row?.newest == null ? 0 : row.newest + seconds * 1_000;
}

/** Whether an hour with minutes has ended that is not added up yet. A day ends with an hour. */
async function isDue(database: Database): Promise<boolean> {
  const until = await completeUntil(database, 3_600);
  const settled = (await databaseNow(database)) - SETTLED_MS;
  const hour = settled - (settled % 3_600_000);
  const waiting = `SELECT 1 FROM cf_job_stats WHERE span_seconds = 60 AND begins_at >= ${until} AND begins_at < ${hour} LIMIT 1`;
  return until < hour && (await database.query(waiting)).length > 0;
}

async function tryLock(tx: TransactionScope): Promise<boolean> {
  const [row] = await tx.query<{ locked: boolean }>(`SELECT pg_try_advisory_xact_lock(${POSTGRES_LOCK}) AS locked`);
  return row?.locked === true;
}

/** Returns the end of what is added up. */
async function addUp(tx: TransactionScope, finer: number, coarser: number, settled: number): Promise<number> {
  const spanMs = coarser * 1_000;
  const from = await completeUntil(tx, coarser);
  const until = settled - (settled % spanMs);
  if (from >= until) return from;
  const period = `(begins_at / ${spanMs}) * ${spanMs}`;
  const sums = SUMMED_COLUMNS.map((column) => `sum(${column})`);
  await tx.query(`INSERT INTO cf_job_stats (${STATS_COLUMNS.join(', ')})
    SELECT ${coarser}, ${period}, tenant, queue, type, outcome, 0, max(longest_ms), ${sums.join(', ')}
    FROM cf_job_stats WHERE span_seconds = ${finer} AND begins_at >= ${from} AND begins_at < ${until}
    GROUP BY ${period}, tenant, queue, type, outcome
    ON CONFLICT (${STATS_KEY.join(', ')}) DO UPDATE SET longest_ms = excluded.longest_ms,
      ${SUMMED_COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')}`);
  return until;
}

function deleteBefore(seconds: number, time: number): string {
  return `DELETE FROM cf_job_stats WHERE span_seconds = ${seconds} AND begins_at < ${time}`;
}
