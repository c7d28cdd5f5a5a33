import type { DateCell, DatetimeCell, DecimalCell, TimeCell } from './cell.js';

const NANOSECONDS_PER_SECOND = 1_000_000_000n;
const NANOSECONDS_PER_DAY = 86_400n * NANOSECONDS_PER_SECOND;

/** `110` with scale 2 is `1.10`; a negative scale adds zeros, so the text is always digits and at most one point. */
export function decimalText({ unscaled, scale }: DecimalCell): string {
  const sign = unscaled < 0n ? '-' : '';
  const digits = String(unscaled < 0n ? -unscaled : unscaled);
  if (scale <= 0) return unscaled === 0n ? '0' : sign + digits + '0'.repeat(-scale);
  const padded = digits.padStart(scale + 1, '0');
  return `${sign}${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
}

export function dateText({ days }: DateCell): string {
  const { year, month, day } = civilDate(days);
  return `${yearText(year)}-${twoDigits(month)}-${twoDigits(day)}`;
}

/** With `+00:00` when it is an instant, without an offset when it is a wall clock reading. */
export function datetimeText({ nanoseconds, zoned }: DatetimeCell): string {
  const ofDay = ((nanoseconds % NANOSECONDS_PER_DAY) + NANOSECONDS_PER_DAY) % NANOSECONDS_PER_DAY;
  const days = Number((nanoseconds - ofDay) / NANOSECONDS_PER_DAY);
  return `${dateText({ kind: 'date', days })}T${timeText({ kind: 'time', nanoseconds: ofDay })}${zoned ? '+00:00' : ''}`;
}

/** The fraction has 0, 3, 6 or 9 digits, the fewest that lose nothing. */
export function timeText({ nanoseconds }: TimeCell): string {
  const seconds = Number(nanoseconds / NANOSECONDS_PER_SECOND);
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(twoDigits).join(':');
  return clock + fractionText(nanoseconds % NANOSECONDS_PER_SECOND);
}

function fractionText(nanoseconds: bigint): string {
  if (nanoseconds === 0n) return '';
  const digits = String(nanoseconds).padStart(9, '0');
  if (digits.endsWith('000000')) return `.${digits.slice(0, 3)}`;
  return digits.endsWith('000') ? `.${digits.slice(0, 6)}` : `.${digits}`;
}

/**
 * The proleptic Gregorian calendar by arithmetic, because Arrow's dates reach further than JavaScript's. Years are
 * counted from March in cycles of 400, so that the leap day is the last day of a year.
 */
function civilDate(days: number): { year: number; month: number; day: number } {
  const shifted = days + 719_468;
  const cycle = Math.floor(shifted / 146_097);
  const dayOfCycle = shifted - cycle * 146_097;
  const yearOfCycle = Math.floor(
    (dayOfCycle - Math.floor(dayOfCycle / 1460) + Math.floor(dayOfCycle / 36_524) - Math.floor(dayOfCycle / 146_096)) /
      365,
  );
  const dayOfYear = dayOfCycle - (365 * yearOfCycle + Math.floor(yearOfCycle / 4) - Math.floor(yearOfCycle / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  return { year: yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0), month, day };
}

/** Four digits; ISO 8601 wants a sign and six outside of 0000 to 9999. */
function yearText(year: number): string {
  if (year >= 0 && year <= 9999) return String(year).padStart(4, '0');
  return (year < 0 ? '-' : '+') + String(Math.abs(year)).padStart(6, '0');
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
