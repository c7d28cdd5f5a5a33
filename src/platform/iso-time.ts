/** Lists have many times of the same second, and `toISOString` takes most of the time of a row. */
let second = NaN;
let written = '';

/** ISO 8601 in UTC, for every time in JSON. Null stays null; a time outside the calendar is null too. */
export function isoTime(ms: number | null): string | null {
  if (ms === null || !(Math.abs(ms) <= MAX_TIME_MS)) return null;
  const whole = Math.trunc(ms);
  const its = Math.floor(whole / 1_000);
  if (its !== second) {
    second = its;
    written = new Date(its * 1_000).toISOString().slice(0, -4);
  }
  return `${written}${String(whole - its * 1_000).padStart(3, '0')}Z`;
}

/** The last time that a date can be. */
const MAX_TIME_MS = 8_640_000_000_000_000;
