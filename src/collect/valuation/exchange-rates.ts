import { minorDigits } from '../price/currencies.js';

/** One unit of `base` cost `rate` units of `quote` on this day. */
export interface ExchangeRate {
  readonly base: string;
  readonly quote: string;
  /** `2026-03-01`. */
  readonly day: string;
  /** Decimal text, such as `1.0845`. */
  readonly rate: string;
}

/** Banks publish no rates on weekends and holidays: the last one before the day is used, up to this age. */
export const OLDEST_RATE_DAYS = 7;
const MS_PER_DAY = 86_400_000;

/** Converts a price with the rate of its day; null without a rate. */
export type Convert = (cents: number, from: string, to: string, day: string) => number | null;

export function createConvert(rates: readonly ExchangeRate[]): Convert {
  const byPair = new Map<string, Map<string, Fraction>>();
  const put = (pair: string, day: string, fraction: Fraction): void => {
    const days = byPair.get(pair) ?? new Map<string, Fraction>();
    byPair.set(pair, days.set(day, fraction));
  };
  for (const { base, quote, day, rate } of rates) {
    const [top, bottom] = fractionOf(rate);
    if (top === 0n) continue;
    // A rate that is given beats the inverse of the opposite one, in whatever order both come.
    put(`${base}>${quote}`, day, { top, bottom });
    put(`${quote}<${base}`, day, { top: bottom, bottom: top });
  }
  const onDay = (from: string, to: string, day: string): Fraction | undefined =>
    latest(byPair.get(`${from}>${to}`), day) ?? latest(byPair.get(`${from}<${to}`), day);
  // Central banks publish the rates of one base currency, so two others meet there. The first base by name, for one result.
  const bases = [...new Set(rates.flatMap(({ base, quote }) => [base, quote]))].sort();

  return (cents, from, to, day) => {
    if (from === to) return cents;
    const direct = onDay(from, to, day);
    if (direct !== undefined) return converted(cents, direct, from, to);
    for (const base of bases) {
      const [first, second] = [onDay(from, base, day), onDay(base, to, day)];
      if (first === undefined || second === undefined) continue;
      return converted(cents, { top: first.top * second.top, bottom: first.bottom * second.bottom }, from, to);
    }
    return null;
  };
}

interface Fraction {
  readonly top: bigint;
  readonly bottom: bigint;
}

function latest(days: ReadonlyMap<string, Fraction> | undefined, day: string): Fraction | undefined {
  if (days === undefined) return undefined;
  const exact = days.get(day);
  if (exact !== undefined) return exact;
  const start = Date.parse(`${day}T00:00:00Z`);
  for (let back = 1; back <= OLDEST_RATE_DAYS; back += 1) {
    const found = days.get(new Date(start - back * MS_PER_DAY).toISOString().slice(0, 10));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Exact, rounded half up once at the end. */
function converted(cents: number, { top, bottom }: Fraction, from: string, to: string): number {
  const shift = minorDigits(to) - minorDigits(from);
  const upper = BigInt(cents) * top * 10n ** BigInt(Math.max(0, shift));
  const lower = bottom * 10n ** BigInt(Math.max(0, -shift));
  return Number((2n * upper + lower) / (2n * lower));
}

const RATE = /^(\d{1,15})(?:\.(\d{1,15}))?$/;

/** A text that is no positive decimal gives 0, and counts as missing: rates are checked when they are stored. */
function fractionOf(rate: string): readonly [bigint, bigint] {
  const [, whole, places = ''] = RATE.exec(rate) ?? [];
  if (whole === undefined) return [0n, 1n];
  return [BigInt(whole + places), 10n ** BigInt(places.length)];
}
