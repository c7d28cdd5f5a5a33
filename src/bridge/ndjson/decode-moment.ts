import type { DateCell, DatetimeCell, TimeCell } from '../../contract/index.js';

const DATE = '([+-]\\d{6}|\\d{4})-(\\d\\d)-(\\d\\d)';
const CLOCK = '(\\d\\d):(\\d\\d)(?::(\\d\\d)(?:\\.(\\d{1,9}))?)?';
const OFFSET = '(Z|([+-])(\\d\\d):(\\d\\d)(?::(\\d\\d))?)?';

const DATE_ONLY = new RegExp(`^${DATE}$`);
const TIME_ONLY = new RegExp(`^${CLOCK}$`);
const DATE_AND_TIME = new RegExp(`^${DATE}[T ]${CLOCK}${OFFSET}$`);

const NANOSECONDS_PER_SECOND = 1_000_000_000n;
const MILLISECONDS_PER_DAY = 86_400_000;

export function decodeDate(text: string): DateCell | undefined {
  const match = DATE_ONLY.exec(text);
  const days = match ? daysOf(match[1], match[2], match[3]) : undefined;
  return days === undefined ? undefined : { kind: 'date', days };
}

export function decodeTime(text: string): TimeCell | undefined {
  const match = TIME_ONLY.exec(text);
  const nanoseconds = match ? nanosecondsOf(match[1], match[2], match[3], match[4]) : undefined;
  return nanoseconds === undefined ? undefined : { kind: 'time', nanoseconds };
}

/** An offset makes it an instant, in nanoseconds of UTC. */
export function decodeDatetime(text: string): DatetimeCell | undefined {
  const match = DATE_AND_TIME.exec(text);
  if (!match) return undefined;
  const days = daysOf(match[1], match[2], match[3]);
  const ofDay = nanosecondsOf(match[4], match[5], match[6], match[7]);
  const offset = match[8];
  const behind = nanosecondsOf(match[10] ?? '00', match[11] ?? '00', match[12], undefined);
  if (days === undefined || ofDay === undefined || behind === undefined) return undefined;
  const local = BigInt(days) * 86_400n * NANOSECONDS_PER_SECOND + ofDay;
  const nanoseconds = match[9] === '-' ? local + behind : local - behind;
  return { kind: 'datetime', nanoseconds, zoned: offset !== undefined };
}

function daysOf(year: string | undefined, month: string | undefined, day: string | undefined): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const isSame = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return isSame ? date.getTime() / MILLISECONDS_PER_DAY : undefined;
}

function nanosecondsOf(
  hours: string | undefined,
  minutes: string | undefined,
  seconds = '00',
  fraction = '',
): bigint | undefined {
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const whole = BigInt(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
  return whole * NANOSECONDS_PER_SECOND + BigInt(fraction.padEnd(9, '0'));
}
