import type { Cron } from 'croner';
import type { SchedulesTable } from '../schema/tables.js';
import { nextRunAfter } from './cron.js';

/** A due time this old was missed: nobody was there to fire it. */
const MISSED_AFTER_MS = 60_000;
/** Of more runs that were missed than this, only the latest are made up for. */
const MAX_CATCH_UP = 1_000;

/** When a schedule should have fired up to now, as far as it wants to catch up on what was missed. Pure. */
export function dueTimes(
  cron: Cron,
  schedule: Pick<SchedulesTable, 'catch_up' | 'next_run_at'>,
  now: number,
): number[] {
  const limit = schedule.catch_up === 'all' ? MAX_CATCH_UP : 1;
  const times = [schedule.next_run_at, ...timesAfter(cron, schedule.next_run_at, now, limit)].slice(-limit);
  return schedule.catch_up === 'none' ? times.filter((time) => now - time <= MISSED_AFTER_MS) : times;
}

/** The due times after `from`, up to now; of more than `limit`, the latest. */
function timesAfter(cron: Cron, from: number, now: number, limit: number): number[] {
  const times: number[] = [];
  for (let next = nextRunAfter(cron, from); next <= now; next = nextRunAfter(cron, next)) {
    times.push(next);
    // Finding one takes 0.2 ms: to walk through a year of seconds would take hours. We look back from now instead.
    if (times.length > limit) return latestTimes(cron, now, limit);
  }
  return times;
}

function latestTimes(cron: Cron, now: number, count: number): number[] {
  const nextSecond = new Date(now - (now % 1_000) + 1_000);
  return cron
    .previousRuns(count, nextSecond)
    .map((date) => date.getTime())
    .reverse();
}
