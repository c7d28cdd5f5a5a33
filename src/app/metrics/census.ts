import type { Executor } from '../../database/index.js';
import { within } from '../monitoring/within.js';

/** How the jobs of the whole database stand at one moment. */
export interface Census {
  pending: number;
  /** How long the job that is due and waits longest has waited; 0 when none does. */
  oldestPendingAgeSeconds: number;
  running: { tenant: string; type: string; count: number }[];
  deadLetters: { tenant: string; count: number }[];
}

const MIN_AGE_MS = 2_000;
/** Of the time. A million waiting jobs take a moment to count; then they are counted less often. */
const MAX_SHARE = 0.05;
/** A frozen database must not keep the other metrics from being scraped. */
const TIMEOUT_MS = 3_000;

/** Counts the jobs, at most every two seconds, and less often when counting takes long. */
export function cachedCensus(database: Executor): () => Promise<Census> {
  let current: Promise<Census> | undefined;
  let validUntil = -Infinity;
  return () => {
    if (current && performance.now() < validUntil) return current;
    const begun = performance.now();
    validUntil = Infinity;
    current = within(TIMEOUT_MS, takeCensus(database)).finally(() => {
      const now = performance.now();
      validUntil = now + Math.max(MIN_AGE_MS, (now - begun) / MAX_SHARE);
    });
    return current;
  };
}

// Each of the three reads one partial index, in which finished jobs (but the dead ones, for the third) do not appear.
const PENDING = `SELECT count(*) AS pending, min(run_at) AS oldest, cf_now() AS now FROM cf_jobs WHERE status = 'pending'`;
const RUNNING = `SELECT tenant, type, count(*) AS count FROM cf_jobs WHERE status = 'running' GROUP BY tenant, type`;
const DEAD = `SELECT tenant, count(*) AS count FROM cf_jobs WHERE status = 'dead_letter' GROUP BY tenant`;

async function takeCensus(database: Executor): Promise<Census> {
  const [waiting] = await database.query<{ pending: number; oldest: number | null; now: number }>(PENDING);
  if (!waiting) throw new Error('an aggregate always answers one row');
  const { pending, oldest, now } = waiting;
  return {
    pending,
    oldestPendingAgeSeconds: oldest === null ? 0 : Math.max(0, now - oldest) / 1_000,
    running: await database.query<Census['running'][number]>(RUNNING),
    deadLetters: await database.query<Census['deadLetters'][number]>(DEAD),
  };
}
