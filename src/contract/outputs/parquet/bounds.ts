import type { Bounds, PageBuffer } from './page.js';

/** Smallest and largest value of a column chunk, tracked while its pages fill. */
export interface BoundsTracker {
  /** Adds the values in a page from one byte to another. */
  see(page: PageBuffer, start: number, end: number): void;
  /** The bounds since the last call; null without bounds. */
  take(): Bounds | null;
}

/**
 * For 64-bit integers. Compared as doubles where those are exact, else as two halves: a BigInt for each value would
 * cost more than everything else.
 */
export function int64Bounds(): BoundsTracker {
  // The halves of the smallest and the largest value; initially the largest and the smallest possible.
  let minHigh = 0x7fff_ffff;
  let minLow = 0xffff_ffff;
  let maxHigh = -0x8000_0000;
  let maxLow = 0;
  let seen = false;
  const note = (high: number, low: number): void => {
    if (high < minHigh || (high === minHigh && low < minLow)) {
      minHigh = high;
      minLow = low;
    }
    if (high > maxHigh || (high === maxHigh && low > maxLow)) {
      maxHigh = high;
      maxLow = low;
    }
  };
  return {
    see({ words }, start, end) {
      seen ||= end > start;
      let least = Infinity;
      let most = -Infinity;
      for (let at = start >>> 2; at < end >>> 2; at += 2) {
        const value = (words[at + 1] ?? 0) * HALF + ((words[at] ?? 0) >>> 0);
        if (value < least) least = value;
        if (value > most) most = value;
      }
      // An integer that is not exact as a double is never rounded to a safe one.
      if (Number.isSafeInteger(least) && Number.isSafeInteger(most)) {
        for (const value of [least, most]) note(Math.floor(value / HALF), value - Math.floor(value / HALF) * HALF);
      } else {
        for (let at = start >>> 2; at < end >>> 2; at += 2) note(words[at + 1] ?? 0, (words[at] ?? 0) >>> 0);
      }
    },
    take() {
      const bounds = seen ? { min: joined(minHigh, minLow), max: joined(maxHigh, maxLow) } : null;
      [minHigh, minLow, maxHigh, maxLow] = [0x7fff_ffff, 0xffff_ffff, -0x8000_0000, 0];
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
 * NaN has no order, so a chunk with one has no bounds. Zero has two equal forms: the minimum is written as -0 and the
 * maximum as +0, so that a reader that distinguishes them skips neither.
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

/** For types whose order Parquet does not define, or whose bounds are not worth their space. */
export function noBounds(): BoundsTracker {
  return { see: () => undefined, take: () => null };
}

/** The values of the low half of an integer. */
const HALF = 4_294_967_296;

function joined(high: number, low: number): bigint {
  return (BigInt(high) << 32n) | BigInt(low);
}
