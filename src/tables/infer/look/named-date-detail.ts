import { TIME_BITS } from './look-at-time.js';

const ORDERS = ['dby', 'bdy', 'ybd'] as const;
/** The last stands for nothing between two parts: `5Jan2024`. */
export const NAMED_DATE_SEPARATORS = [' ', '-', '/', '.', ', ', '. ', ''] as const;
const WEEKDAY_PREFIXES = ['', '%a, ', '%a '] as const;

export interface NamedDateDetail {
  readonly isThere: boolean;
  /** The same for all dates that one format reads. */
  readonly form: number;
  readonly time: number;
  readonly timeSeparator: number;
}

export function namedDateDetail(detail: number): NamedDateDetail {
  const behind = detail >> 12;
  return {
    isThere: ((detail >> 11) & 1) === 1,
    form: detail & ~(1 << 11),
    time: behind & ((1 << TIME_BITS) - 1),
    timeSeparator: behind >> TIME_BITS,
  };
}

/** strptime for the date, without the time behind it. */
export function namedDateFormat(detail: number): string {
  const year = ((detail >> 8) & 1) === 1 ? '%Y' : '%y';
  const fields = { d: '%d', b: '%b', y: year };
  const separatorText = (index: number): string => NAMED_DATE_SEPARATORS[index] ?? '';
  const [first, second, third] = [...(ORDERS[detail & 3] ?? 'dby')] as ('d' | 'b' | 'y')[];
  const between = [separatorText((detail >> 2) & 7), separatorText((detail >> 5) & 7)] as const;
  const prefix = WEEKDAY_PREFIXES[(detail >> 9) & 3] ?? '';
  return `${prefix}${fields[first ?? 'd']}${between[0]}${fields[second ?? 'b']}${between[1]}${fields[third ?? 'y']}`;
}
