import { Cron } from 'croner';
import { CasparianError, errorMessage } from '../../platform/index.js';

/** For a new schedule, which must have a future run. */
export function parseCron(pattern: string, timezone: string): Cron {
  const cron = readCron(pattern, timezone);
  if (!cron.nextRun()) throw invalidCron(pattern, timezone, new Error('it is never due'));
  return cron;
}

export function readCron(pattern: string, timezone: string): Cron {
  try {
    const cron = new Cron(pattern, { ...zoneOf(timezone), paused: true });
    // The library validates the zone only when it computes a time.
    cron.nextRun();
    return cron;
  } catch (error) {
    throw invalidCron(pattern, timezone, error);
  }
}

/** For a named zone the library formats dates with ICU, whose data and code took 5.5 MB of an idle worker. Most workers only have schedules in UTC. */
function zoneOf(timezone: string): { timezone: string } | { utcOffset: number } {
  return timezone === 'UTC' ? { utcOffset: 0 } : { timezone };
}

function invalidCron(pattern: string, timezone: string, cause: unknown): CasparianError {
  return new CasparianError('CRON_INVALID', `'${pattern}' (${timezone}) is not a usable schedule`, {
    why: errorMessage(cause),
    next: ["Write it like '*/5 * * * *' (minute hour day month weekday), with a zone such as Europe/Berlin."],
    cause,
  });
}

/** A pattern without a future run gets the largest time. */
export function nextRunAfter(cron: Cron, time: number): number {
  return cron.nextRun(new Date(time))?.getTime() ?? Number.MAX_SAFE_INTEGER;
}
