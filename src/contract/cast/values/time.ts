import { isMisreading } from '../../calendar/reading.js';
import { createReader } from '../../calendar/readers.js';
import { quote } from '../../problems/quote.js';
import { problem, type Problem } from '../../problems/row-error.js';
import { trimmed, type GivenCell } from './cast.js';
import { wholeMicroseconds } from './datetime.js';

const NANOSECONDS_PER_DAY = 86_400_000_000_000n;

/** Microseconds since midnight. */
export function createTimeCast(format: string | null): (cell: GivenCell) => bigint | Problem {
  const read = createReader('time', format);
  return (cell) => {
    if (typeof cell === 'string') {
      const reading = read(trimmed(cell));
      if (!isMisreading(reading)) return BigInt(reading.microseconds ?? 0);
      return reading.tooPrecise
        ? problem('too_precise', `${quote(cell)}: ${reading.why ?? ''}`)
        : notATime(cell, reading.why);
    }
    if (typeof cell !== 'object' || !('kind' in cell) || cell.kind !== 'time') return notATime(cell, null);
    if (cell.nanoseconds < 0n || cell.nanoseconds >= NANOSECONDS_PER_DAY) return notATime(cell, null);
    return wholeMicroseconds(cell.nanoseconds, cell);
  };
}

function notATime(cell: GivenCell, why: string | null): Problem {
  return problem('invalid_time', `${quote(cell)} is not a time${why === null ? '' : `: ${why}`}`);
}
