import type { Executor } from '../../database/index.js';

/** Counts of all unfinished and dead jobs at one moment. */
export interface Census {
  pending: number;
  /** How long the longest waiting due job has waited; 0 without due jobs. */
  oldestPendingAgeSeconds: number;
  /** Pending jobs that wait for a limit. */
  waitingForLimits: number;
  running: { tenant: string; type: string; count: number }[];
  deadLetters: { tenant: string; count: number }[];
}

// Each of the three reads one partial index without finished jobs (except dead ones, for the third).
const PENDING = `SELECT count(*) AS pending, min(run_at) AS oldest, cf_now() AS now FROM cf_jobs WHERE status = 'pending'`;
const RUNNING = `SELECT tenant, type, count(*) AS count FROM cf_jobs WHERE status = 'running' GROUP BY tenant, type`;
const DEAD = `SELECT tenant, count(*) AS count FROM cf_jobs WHERE status = 'dead_letter' GROUP BY tenant`;

const WAITING = `SELECT count(*) AS count FROM cf_limit_waits JOIN cf_jobs
  ON cf_jobs.id = job_id AND cf_jobs.fence = cf_limit_waits.fence AND status = 'pending' WHERE woken_at = 0`;

const READY = `SELECT queue, min(run_at) AS oldest, cf_now() AS now FROM cf_jobs
  WHERE status = 'pending' AND run_at <= cf_now() GROUP BY queue ORDER BY queue`;

/** How long the oldest due job of each queue has waited. */
export async function oldestReady(database: Executor): Promise<{ queue: string; seconds: number }[]> {
  const rows = await database.query<{ queue: string; oldest: number; now: number }>(READY);
  return rows.map(({ queue, oldest, now }) => ({ queue, seconds: Math.max(0, now - oldest) / 1_000 }));
}

/** Counts every waiting or running job: a million of them take a moment. */
export async function takeCensus(database: Executor): Promise<Census> {
  const [waiting] = await database.query<{ pending: number; oldest: number | null; now: number }>(PENDING);
  if (!waiting) throw new Error('an aggregate always returns one row');
  const { pending, oldest, now } = waiting;
  const [limited] = await database.query<{ count: number }>(WAITING);
  return {
    pending,
    oldestPendingAgeSeconds: oldest === null ? 0 : Math.max(0, now - oldest) / 1_000,
    waitingForLimits: limited?.count ?? 0,
    running: await database.query<Census['running'][number]>(RUNNING),
    deadLetters: await database.query<Census['deadLetters'][number]>(DEAD),
  };
}
