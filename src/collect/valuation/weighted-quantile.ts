export interface WeightedPrice {
  readonly price: number;
  /** A positive integer. */
  readonly weight: number;
}

/** A share of the weight, as a fraction. */
export interface Share {
  readonly part: number;
  readonly of: number;
}

export const QUARTER: Share = { part: 1, of: 4 };
export const HALF: Share = { part: 1, of: 2 };
export const THREE_QUARTERS: Share = { part: 3, of: 4 };

/**
 * The price below which this share of the weight lies. If a boundary between two prices splits the weight exactly, it is the
 * middle of both. `sorted` is ordered by price and not empty. Weights are integers, so every comparison is exact.
 */
export function weightedQuantile(sorted: readonly WeightedPrice[], { part, of }: Share): number {
  let total = 0;
  for (const { weight } of sorted) total += weight;
  let below = 0;
  for (const [index, { price, weight }] of sorted.entries()) {
    below += weight;
    if (below * of > total * part) return price;
    if (below * of === total * part) return (price + (sorted[index + 1]?.price ?? price)) / 2;
  }
  throw new RangeError('a quantile needs at least one price');
}

/** Half up, as money is usually rounded. Prices are positive. */
export function wholeCents(price: number): number {
  return Math.floor(price + 0.5);
}

/** The middle of numbers in ascending order; the mean of the two middle ones for an even count. */
export function medianOf(sorted: ArrayLike<number>): number {
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
