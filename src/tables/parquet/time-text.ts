export type TimeUnit = 'MILLIS' | 'MICROS' | 'NANOS';

const FRACTION_DIGITS: Readonly<Record<TimeUnit, number>> = { MILLIS: 3, MICROS: 6, NANOS: 9 };
const DAY_SECONDS = 86_400n;
const DAY_MS = 86_400_000;

/** Days since 1970 as a date; beyond the years that JavaScript's calendar reaches, the number itself. */
export function dateText(days: number): string {
  const date = new Date(days * DAY_MS);
  return Number.isNaN(date.getTime()) ? `day ${days}` : date.toISOString().replace(/T.*/, '');
}

/** Units since 1970 as a date and a time, to the last digit that is not zero. */
export function datetimeText(units: bigint, unit: TimeUnit): string {
  const perDay = DAY_SECONDS * 10n ** BigInt(FRACTION_DIGITS[unit]);
  const rest = ((units % perDay) + perDay) % perDay;
  return `${dateText(Number((units - rest) / perDay))}T${timeText(rest, unit)}`;
}

/** Units since midnight. */
export function timeText(units: bigint, unit: TimeUnit): string {
  const digits = FRACTION_DIGITS[unit];
  const perSecond = 10n ** BigInt(digits);
  const seconds = Number(units / perSecond);
  const clock = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  const fraction = String(units % perSecond)
    .padStart(digits, '0')
    .replace(/0+$/, '');
  return fraction === '' ? clock : `${clock}.${fraction}`;
}
