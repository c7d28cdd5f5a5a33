import type { Bounds, PageBuffer } from './page.js';

/** Smallest and largest value of a column chunk, tracked while its pages fill. */
export interface BoundsTracker {
  /** Adds the values in a page from one byte to another. */
  see(page: PageBuffer, start: number, end: number): void;
  /** The bounds since the last call; null without bounds. */
  take(): Bounds | null;
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
