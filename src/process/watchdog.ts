export interface Limit {
  /** Exact above the limit; below it, the result may be too high if that is cheaper. */
  readonly measure: (limit: number) => number | Promise<number>;
  readonly limit: number;
  /** When to measure again, given the rest below the limit. */
  readonly nextLookMs: (headroom: number) => number;
}

export interface Watch {
  unwatch(): void;
  /** The largest measured value; null before the first measurement. */
  peak(): number | null;
}

export const NOT_WATCHED: Watch = { unwatch: () => undefined, peak: () => null };

/** Calls `onExceeded` once when more than the limit was measured twice in a row. */
export function watchLimit({ measure, limit, nextLookMs }: Limit, onExceeded: () => void): Watch {
  let peak: number | null = null;
  let excesses = 0;
  let watching = true;
  let timer: NodeJS.Timeout | undefined;
  const look = async () => {
    const measured = await measure(limit);
    if (!watching) return;
    // Between vfork and exec a child reports its parent's memory as its own, and a child that ends during a measurement
    // may be counted with its parent as well. Such a value is gone in the next measurement; a real excess stays.
    excesses = measured > limit ? excesses + 1 : 0;
    if (excesses !== 1) peak = Math.max(peak ?? 0, measured);
    if (excesses > 1) onExceeded();
    else timer = setTimeout(() => void look(), nextLookMs(limit - measured));
  };
  // A program needs a while to reach the limit; and the first measurement costs most.
  timer = setTimeout(() => void look(), nextLookMs(limit));
  return {
    unwatch() {
      watching = false;
      clearTimeout(timer);
    },
    peak: () => peak,
  };
}
