import { CasparianError } from './errors.js';

const ISO_TIME = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?(Z|[+-]\d{2}:\d{2})?$/i;

/** Reads an ISO 8601 time. Without a zone it is UTC, like every time that casparian prints. */
export function parseInstant(text: string): Date {
  const [, date = '', time = 'T00:00', zone = 'Z'] = ISO_TIME.exec(text) ?? [];
  const at = new Date(`${date}${time}${zone}`);
  if (isRealDate(date) && !Number.isNaN(at.getTime())) return at;
  throw new CasparianError('OPTION_INVALID', `'${text}' is not a time`, {
    why: 'A time is written as ISO 8601.',
    next: ['Write it like 2026-03-01T08:00:00Z or 2026-03-01T09:00:00+01:00.'],
  });
}

/** JavaScript reads 31 February as 3 March. */
function isRealDate(date: string): boolean {
  const midnight = new Date(`${date}T00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date);
}
