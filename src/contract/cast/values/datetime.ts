import { createAnyReader } from '../../calendar/any-reader.js';
import { isMisreading } from '../../calendar/reading.js';
import { createLocalClock } from '../../calendar/zone.js';
import type { DeclaredFormat } from '../../columns/contract.js';
import { problem, type Problem } from '../../problems/row-error.js';
import { type GivenCell, trimmed } from './cast.js';

interface DatetimeCastOptions {
  /** Whether the column holds instants rather than local times. */
  readonly zoned: boolean;
  /** The zone of values without an offset; null if those are not accepted. */
  readonly localZone: string | null;
  readonly format: DeclaredFormat | null;
}

const NANOSECONDS_PER_DAY = 86_400_000_000_000n;
const MICROSECONDS_PER_DAY = 86_400_000_000n;
/** JavaScript's limit for dates: about 270,000 years in either direction. */
const FURTHEST_LOCAL = 99_000_000n * MICROSECONDS_PER_DAY;

/** Microseconds since 1970-01-01T00:00; of UTC for instants. A date means midnight. */
export function createDatetimeCast({
  zoned,
  localZone,
  format,
}: DatetimeCastOptions): (cell: GivenCell) => bigint | Problem {
  const read = createAnyReader('datetime', format);
  const localClock = localZone === null ? null : createLocalClock(localZone);

  const fromWall = (microseconds: bigint, cell: GivenCell): bigint | Problem => {
    if (!zoned) return microseconds;
    if (localClock === null) return problem('zone_missing', cell, ' has no time zone, and the column needs one');
    if (microseconds > FURTHEST_LOCAL || microseconds < -FURTHEST_LOCAL) return tooFar(cell);
    const local = localClock(microseconds);
    if (local.kind === 'instant') return local.microseconds;
    return local.kind === 'ambiguous'
      ? problem('time_ambiguous', cell, ` is ambiguous in ${localZone ?? ''}: the clocks were set back`)
      : problem('time_nonexistent', cell, ` does not exist in ${localZone ?? ''}: the clocks were set forward`);
  };
  const fromInstant = (microseconds: bigint, cell: GivenCell): bigint | Problem =>
    zoned
      ? microseconds
      : problem('zone_unexpected', cell, ' has a time zone, and the column has none: declare datetime(tz)');

  return (cell) => {
    if (typeof cell === 'string') {
      const reading = read(trimmed(cell));
      if (isMisreading(reading)) {
        return reading.tooPrecise
          ? problem('too_precise', cell, `: ${reading.why ?? ''}`)
          : notADatetime(cell, reading.why);
      }
      const microseconds = BigInt(reading.days ?? 0) * MICROSECONDS_PER_DAY + BigInt(reading.microseconds ?? 0);
      if (reading.offsetSeconds === null) return fromWall(microseconds, cell);
      return fromInstant(microseconds - BigInt(reading.offsetSeconds) * 1_000_000n, cell);
    }
    if (typeof cell !== 'object' || !('kind' in cell)) return notADatetime(cell, null);
    if (cell.kind === 'date') return fromWall(BigInt(cell.days) * MICROSECONDS_PER_DAY, cell);
    if (cell.kind !== 'datetime') return notADatetime(cell, null);
    const microseconds = wholeMicroseconds(cell.nanoseconds, cell);
    if (typeof microseconds !== 'bigint') return microseconds;
    return cell.zoned ? fromInstant(microseconds, cell) : fromWall(microseconds, cell);
  };
}

/**
 * Times are stored in microseconds with 64 bits. Nanoseconds that are not whole microseconds are a problem, not
 * truncated.
 */
function wholeMicroseconds(nanoseconds: bigint, cell: GivenCell): bigint | Problem {
  if (nanoseconds % 1000n !== 0n) return problem('too_precise', cell, ': times are kept to the microsecond');
  const microseconds = nanoseconds / 1000n;
  if (BigInt.asIntN(64, microseconds) === microseconds) return microseconds;
  return tooFar(cell);
}

function tooFar(cell: GivenCell): Problem {
  return problem('out_of_range', cell, ' is too far from today');
}

function notADatetime(cell: GivenCell, why: string | null): Problem {
  return problem('invalid_datetime', cell, ` is not a datetime${why === null ? '' : `: ${why}`}`);
}

/** Days since 1970-01-01. A datetime converts to a date only at midnight, where nothing is lost. */
export function createDateCast(format: DeclaredFormat | null): (cell: GivenCell) => number | Problem {
  const read = createAnyReader('date', format);
  return (cell) => {
    if (typeof cell === 'string') {
      const reading = read(trimmed(cell));
      return isMisreading(reading) ? notADate(cell, reading.why) : (reading.days ?? notADate(cell, null));
    }
    if (typeof cell !== 'object' || !('kind' in cell)) return notADate(cell, null);
    if (cell.kind === 'date') return cell.days;
    if (cell.kind !== 'datetime') return notADate(cell, null);
    if (cell.zoned) return notADate(cell, 'which day it is depends on the time zone');
    if (cell.nanoseconds % NANOSECONDS_PER_DAY !== 0n) return notADate(cell, 'it has a time of day');
    return Number(cell.nanoseconds / NANOSECONDS_PER_DAY);
  };
}

function notADate(cell: GivenCell, why: string | null): Problem {
  return problem('invalid_date', cell, ` is not a date${why === null ? '' : `: ${why}`}`);
}

/** Microseconds since midnight. */
export function createTimeCast(format: DeclaredFormat | null): (cell: GivenCell) => bigint | Problem {
  const read = createAnyReader('time', format);
  return (cell) => {
    if (typeof cell === 'string') {
      const reading = read(trimmed(cell));
      if (!isMisreading(reading)) return BigInt(reading.microseconds ?? 0);
      return reading.tooPrecise ? problem('too_precise', cell, `: ${reading.why ?? ''}`) : notATime(cell, reading.why);
    }
    if (typeof cell !== 'object' || !('kind' in cell) || cell.kind !== 'time') return notATime(cell, null);
    if (cell.nanoseconds < 0n || cell.nanoseconds >= NANOSECONDS_PER_DAY) return notATime(cell, null);
    return wholeMicroseconds(cell.nanoseconds, cell);
  };
}

function notATime(cell: GivenCell, why: string | null): Problem {
  return problem('invalid_time', cell, ` is not a time${why === null ? '' : `: ${why}`}`);
}
