/** A price as the plot needs it. */
export interface PlottedPrice {
  readonly cents: number;
  readonly at: number;
}

export interface PriceScale {
  readonly low: number;
  readonly high: number;
  /** Round prices between low and high, for lines. */
  readonly ticks: readonly number[];
  /** 0 at the bottom to 1 at the top; undefined if the price is beyond the scale. */
  readonly place: (cents: number) => number | undefined;
}

/** Prices within this factor of those that count are on the scale. */
const NEAR = 1.6;
const AIR = 1.06;

/**
 * A logarithmic scale for the prices that count. Prices far away from them would squeeze everything else into a line, so they are not on the
 * scale: the plot shows them at its edge, with their amount.
 */
export function priceScale(used: readonly number[], others: readonly number[]): PriceScale {
  const basis = used.length > 0 ? used : others;
  const [least, most] = [Math.min(...basis), Math.max(...basis)];
  const near = others.filter((cents) => cents >= least / NEAR && cents <= most * NEAR);
  let low = Math.min(least, ...near) / AIR;
  let high = Math.max(most, ...near) * AIR;
  if (high / low < 1.3) [low, high] = [low / 1.15, high * 1.15];
  const height = Math.log(high / low);
  return {
    low,
    high,
    ticks: ticksOf(low, high),
    place: (cents) => (cents < low || cents > high ? undefined : Math.log(cents / low) / height),
  };
}

const MOST_TICKS = 6;

/** 1, 2, 2.5, 5 and so on times powers of ten, at most six of them. */
function ticksOf(low: number, high: number): number[] {
  for (const steps of [[1], [1, 5], [1, 2, 5], [1, 2, 3, 5, 7], [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8], FINE].toReversed()) {
    const ticks: number[] = [];
    for (let power = 10 ** Math.floor(Math.log10(low)); power <= high; power *= 10) {
      for (const step of steps) if (step * power >= low && step * power <= high) ticks.push(step * power);
    }
    if (ticks.length <= MOST_TICKS && ticks.length > 0) return ticks;
  }
  return [];
}

const FINE = Array.from({ length: 36 }, (_, index) => 1 + index * 0.25);
