import { daysFromCivil } from '../columns/civil.js';

/** The instants of a local time in a zone: one, none (the clock was set forward) or two (it was set back). */
export type LocalTime =
  | { readonly kind: 'instant'; readonly microseconds: bigint }
  | { readonly kind: 'nonexistent' }
  | { readonly kind: 'ambiguous' };

const MICROSECONDS_PER_DAY = 86_400_000_000n;
const SAMPLE_HOURS = 6;
const KEPT_DAYS = 100_000;

export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

/**
 * Converts local times (microseconds since 1970-01-01T00:00 local) to instants. Intl is slow, so the offsets around a
 * day are looked up once per day: usually there is one, and then the rest is an addition.
 */
export function createLocalClock(zone: string): (microseconds: bigint) => LocalTime {
  const offsetAt = createOffsets(zone);
  const offsetsByDay = new Map<number, readonly number[]>();

  const offsetsAround = (day: number): readonly number[] => {
    const known = offsetsByDay.get(day);
    if (known) return known;
    const offsets = new Set<number>();
    // From the day before to the day after: no zone is further than that from UTC.
    for (let hour = -24; hour <= 48; hour += SAMPLE_HOURS) offsets.add(offsetAt((day * 24 + hour) * 3600));
    if (offsetsByDay.size >= KEPT_DAYS) offsetsByDay.clear();
    const distinct = [...offsets];
    offsetsByDay.set(day, distinct);
    return distinct;
  };

  return (microseconds) => {
    const ofDay = ((microseconds % MICROSECONDS_PER_DAY) + MICROSECONDS_PER_DAY) % MICROSECONDS_PER_DAY;
    const candidates = offsetsAround(Number((microseconds - ofDay) / MICROSECONDS_PER_DAY));
    const instantOf = (offset: number): bigint => microseconds - BigInt(offset) * 1_000_000n;
    const [only] = candidates;
    if (candidates.length === 1 && only !== undefined) return { kind: 'instant', microseconds: instantOf(only) };
    const fitting = candidates.filter((offset) => offsetAt(wholeSeconds(instantOf(offset))) === offset);
    const [first] = fitting;
    if (first === undefined) return { kind: 'nonexistent' };
    return fitting.length > 1 ? { kind: 'ambiguous' } : { kind: 'instant', microseconds: instantOf(first) };
  };
}

function wholeSeconds(microseconds: bigint): number {
  return Math.floor(Number(microseconds) / 1_000_000);
}

/** Seconds east of UTC at an instant, from the local time of the zone. */
function createOffsets(zone: string): (seconds: number) => number {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    era: 'short',
  });
  return (seconds) => {
    const shown: Record<string, string> = {};
    for (const { type, value } of clock.formatToParts(seconds * 1000)) shown[type] = value;
    const year = shown.era === 'BC' ? 1 - Number(shown.year) : Number(shown.year);
    const days = daysFromCivil(year, Number(shown.month), Number(shown.day));
    return days * 86_400 + Number(shown.hour) * 3600 + Number(shown.minute) * 60 + Number(shown.second) - seconds;
  };
}
