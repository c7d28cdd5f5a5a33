import { createReader } from '../../calendar/readers.js';
import { isMisreading } from '../../calendar/reading.js';
import { quote } from '../../problems/quote.js';
import { problem, type Problem } from '../../problems/row-error.js';
import { trimmed, type GivenCell } from './cast.js';

const NANOSECONDS_PER_DAY = 86_400_000_000_000n;
/** How pandas and many databases write a date that they keep as a datetime. */
const MIDNIGHT = /[T ]00:00(?::00(?:\.0+)?)?$/;

/** Days since 1970-01-01. A datetime is a date only at midnight, where nothing is lost. */
export function createDateCast(format: string | null): (cell: GivenCell) => number | Problem {
  const read = createReader('date', format);
  return (cell) => {
    if (typeof cell === 'string') {
      const text = trimmed(cell);
      const reading = read(format === null ? text.replace(MIDNIGHT, '') : text);
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
  return problem('invalid_date', `${quote(cell)} is not a date${why === null ? '' : `: ${why}`}`);
}
