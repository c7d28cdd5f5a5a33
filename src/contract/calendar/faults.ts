import { daysInMonth, isLeapYear } from '../columns/civil.js';

export const MONTH_NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** Why the day does not exist; null if it does. Years are limited to 0001 to 9999. */
export function dateFault(year: number, month: number, day: number): string | null {
  if (year < 1) return "year 0 doesn't exist";
  if (month < 1 || month > 12) return `month ${month} doesn't exist`;
  if (day < 1 || day > 31) return `day ${day} doesn't exist`;
  if (day <= daysInMonth(year, month)) return null;
  const missing = `${MONTH_NAMES[month - 1]} has no ${ordinal(day)}`;
  return month === 2 && day === 29 && !isLeapYear(year) ? `${year} is not a leap year: ${missing}` : missing;
}

/**
 * Why the time is invalid; null if it is valid. Leap seconds are rejected, because no system that reads the output
 * counts them.
 */
export function clockFault(hour: number, minute: number, second: number): string | null {
  if (hour > 23) return `hour ${hour} doesn't exist`;
  if (minute > 59) return `minute ${minute} doesn't exist`;
  if (second > 59) return `second ${second} doesn't exist`;
  return null;
}

function ordinal(day: number): string {
  const ending = day % 10 === 1 && day !== 11 ? 'st' : day % 10 === 2 && day !== 12 ? 'nd' : 'th';
  return `${day}${day % 10 === 3 && day !== 13 ? 'rd' : ending}`;
}
