export interface Limit {
  /** Exact above the limit; below it, the result may be too high where that is cheaper. */
  readonly measure: (limit: number) => number | Promise<number>;
  readonly limit: number;
  /** When to look again, given what is left below the limit. */
  readonly nextLookMs: (headroom: number) => number;
}

export interface Watch {
  unwatch(): void;
  /** The most that was seen; null without a look. */
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
    // Between vfork and exec a child shows its parent's memory as its own, and one that ends while we look may be
    // counted with its parent as well. That passes in a moment; an excess stays.
    excesses = measured > limit ? excesses + 1 : 0;
    if (excesses !== 1) peak = Math.max(peak ?? 0, measured);
    if (excesses > 1) onExceeded();
    else timer = setTimeout(() => void look(), nextLookMs(limit - measured));
  };
  // Whatever it is, it needs a while to use that much; and the first look costs most.
  timer = setTimeout(() => void look(), nextLookMs(limit));
  return {
    unwatch() {
      watching = false;
      clearTimeout(timer);
    },
    peak: () => peak,
  };
}
