import { Cron } from 'croner';
import { CasparianError, errorMessage } from '../../platform/index.js';

/** For a new schedule, which must have a future. */
export function parseCron(pattern: string, timezone: string): Cron {
  const cron = readCron(pattern, timezone);
  if (!cron.nextRun()) throw invalidCron(pattern, timezone, new Error('it never comes due'));
  return cron;
}

export function readCron(pattern: string, timezone: string): Cron {
  try {
    const cron = new Cron(pattern, { timezone, paused: true });
    // The zone is not looked at before a time is asked for.
    cron.nextRun();
    return cron;
  } catch (error) {
    throw invalidCron(pattern, timezone, error);
  }
}

function invalidCron(pattern: string, timezone: string, cause: unknown): CasparianError {
  return new CasparianError('CRON_INVALID', `'${pattern}' (${timezone}) is not a usable schedule`, {
    why: errorMessage(cause),
    next: ["Write it like '*/5 * * * *' (minute hour day month weekday), with a zone such as Europe/Berlin."],
    cause,
  });
}

/** A pattern that can come due no more rests at the end of time. */
export function nextRunAfter(cron: Cron, time: number): number {
  return cron.nextRun(new Date(time))?.getTime() ?? Number.MAX_SAFE_INTEGER;
}
