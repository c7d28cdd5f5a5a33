import type { Bounds } from './page.js';
import type { PageBuffer } from './page-buffer.js';

/** Smallest and largest value of a column chunk, seen while its pages fill. */
export interface BoundsTracker {
  /** Looks at the values that lie in a page from one byte to another. */
  see(page: PageBuffer, start: number, end: number): void;
  /** What was seen since the last call; null when that says nothing. */
  take(): Bounds | null;
}

/** For 64-bit integers, compared as two halves: a BigInt for each value would cost more than everything else. */
export function int64Bounds(): BoundsTracker {
  const empty = [0x7fff_ffff, -1, -0x8000_0000, 0] as const;
  let [minHigh, minLow, maxHigh, maxLow]: number[] | readonly [number, number, number, number] = empty;
  let seen = false;
  return {
    see({ words }, start, end) {
      if (end > start) seen = true;
      let [lowestHigh, lowest, highestHigh, highest] = [minHigh, minLow >>> 0, maxHigh, maxLow >>> 0];
      for (let at = start >>> 2; at < end >>> 2; at += 2) {
        const high = words[at + 1] ?? 0;
        const low = (words[at] ?? 0) >>> 0;
        if (high < lowestHigh || (high === lowestHigh && low < lowest)) {
          lowestHigh = high;
          lowest = low;
        }
        if (high > highestHigh || (high === highestHigh && low > highest)) {
          highestHigh = high;
          highest = low;
        }
      }
      [minHigh, minLow, maxHigh, maxLow] = [lowestHigh, lowest, highestHigh, highest];
    },
    take() {
      const bounds = seen ? { min: joined(minHigh, minLow), max: joined(maxHigh, maxLow) } : null;
      [minHigh, minLow, maxHigh, maxLow] = empty;
      seen = false;
      return bounds;
    },
  };
}

export function int32Bounds(): BoundsTracker {
  let min = Infinity;
  let max = -Infinity;
  return {
    see({ words }, start, end) {
      for (let at = start >>> 2; at < end >>> 2; at++) {
        const value = words[at] ?? 0;
        if (value < min) min = value;
        if (value > max) max = value;
      }
    },
    take() {
      const bounds = min <= max ? { min, max } : null;
      min = Infinity;
      max = -Infinity;
      return bounds;
    },
  };
}

/**
 * A NaN has no place in an order, so a chunk with one has no bounds. Zero has two forms that are equal: the smallest
 * is written as -0 and the largest as +0, so that a reader who tells them apart skips neither.
 */
export function doubleBounds(): BoundsTracker {
  let min = Infinity;
  let max = -Infinity;
  let unordered = false;
  let seen = false;
  return {
    see({ bytes }, start, end) {
      const values = new Float64Array(bytes.buffer, start, (end - start) >>> 3);
      seen ||= values.length > 0;
      for (const value of values) {
        if (value < min) min = value;
        if (value > max) max = value;
        if (value !== value) unordered = true;
      }
    },
    take() {
      const bounds = seen && !unordered ? { min: min === 0 ? -0 : min, max: max === 0 ? 0 : max } : null;
      min = Infinity;
      max = -Infinity;
      unordered = false;
      seen = false;
      return bounds;
    },
  };
}

/** For types whose order Parquet leaves open, or whose bounds are not worth their room. */
export function noBounds(): BoundsTracker {
  return { see: () => undefined, take: () => null };
}

function joined(high: number, low: number): bigint {
  return (BigInt(high) << 32n) | BigInt(low >>> 0);
}
