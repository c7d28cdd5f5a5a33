import { dateText } from '../../contract/index.js';
import type { NumberSort } from './number-format.js';

const DAY_MS = 86_400_000;
/** Days from 1970 back to the day before 1 March 1900, and to 1 January 1904. */
const EPOCH_1900 = -25_569;
const EPOCH_1904 = -24_107;
/** Lotus 1-2-3 took 1900 for a leap year, and Excel does as Lotus did: its day 60 is 29 February 1900. */
const NO_DAY = 60;
/** 31 December 9999. */
const LAST_SERIAL = 2_958_466;

/** A number of days as the moment that is shown for it; null when it is shown as none. Kept to the millisecond, as Excel does. */
export function serialText(serial: number, sort: NumberSort, from1904: boolean): string | null {
  if (!(serial >= 0 && serial < LAST_SERIAL)) return null;
  const milliseconds = Math.round(serial * DAY_MS);
  if (sort === 'elapsed') return clockText(milliseconds);
  const days = Math.floor(milliseconds / DAY_MS);
  const ofDay = milliseconds - days * DAY_MS;
  // A clock on a later day: to leave the day out would lose it.
  if (sort === 'time' && days === 0) return clockText(ofDay);
  const day = dayText(days, from1904);
  return sort === 'date' && ofDay === 0 ? day : `${day}T${clockText(ofDay)}`;
}

const ISO = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d(?:\.\d+)?)$/;
/** The days from which a clock alone is counted. */
const DAYS_OF_CLOCKS = ['1899-12-30', '1899-12-31', '1904-01-01'];

/** A moment that is written in ISO 8601, as in workbooks of the strict kind, without what its format does not show. */
export function isoText(written: string, sort: NumberSort): string {
  const [, day = '', clock = ''] = ISO.exec(written) ?? [];
  if (day === '') return written;
  if (sort === 'time' && DAYS_OF_CLOCKS.includes(day)) return withoutZeros(clock);
  return sort === 'date' && /^[0:.]+$/.test(clock) ? day : `${day}T${withoutZeros(clock)}`;
}

function withoutZeros(clock: string): string {
  return clock.replace(/\.0+$/, '');
}

/** Days that Excel shows and no calendar has, 0 January and 29 February 1900, are written as it shows them. */
function dayText(serial: number, from1904: boolean): string {
  if (from1904) return dateText({ kind: 'date', days: serial + EPOCH_1904 });
  if (serial === 0) return '1900-01-00';
  if (serial === NO_DAY) return '1900-02-29';
  return dateText({ kind: 'date', days: serial + EPOCH_1900 + (serial < NO_DAY ? 1 : 0) });
}

function clockText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1_000);
  const clock = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  const fraction = milliseconds % 1_000;
  return fraction === 0 ? clock : `${clock}.${String(fraction).padStart(3, '0')}`;
}
