import { medianOf } from './weighted-quantile.js';

/** Below this many prices, a rejection would be chance: {100, 110, 1000} would lose its largest. */
const MIN_PRICES = 5;
/** More than two in five are no outliers but a second group: then nothing is rejected. */
const MOST_REJECTED = { part: 2, of: 5 };

/**
 * Which logarithms of prices are outliers: a modified z-score beyond 3.5 (Iglewicz and Hoaglin), one pass. The noise of prices
 * multiplies, so logarithms are compared. If most prices are equal, the mean deviation replaces the median one, which is 0.
 */
export function findOutliers(logs: ArrayLike<number>): readonly boolean[] {
  const kept = Array.from(logs, () => false);
  if (logs.length < MIN_PRICES) return kept;
  const { centre, deviations, mad } = spreadOf(logs);
  const limit = mad > 0 ? (3.5 / 0.6745) * mad : 3.5 * 1.253_314 * meanOf(deviations);
  const rejected = Array.from(logs, (log) => Math.abs(log - centre) > limit);
  const count = rejected.filter(Boolean).length;
  return count * MOST_REJECTED.of > logs.length * MOST_REJECTED.part ? kept : rejected;
}

export interface Spread {
  readonly centre: number;
  /** Absolute distances from the centre, ascending. */
  readonly deviations: Float64Array;
  /** Their median. */
  readonly mad: number;
}

export function spreadOf(logs: ArrayLike<number>): Spread {
  const centre = medianOf(Float64Array.from(logs).sort());
  const deviations = Float64Array.from(logs, (log) => Math.abs(log - centre)).sort();
  return { centre, deviations, mad: medianOf(deviations) };
}

/** The values are integers or halves, so the sum is exact in any order. */
function meanOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}
