/** The same numbers for every demo, so that pictures and tests of it can be compared. */
export interface Random {
  /** From 0 up to, and without, 1. */
  next(): number;
  /** A whole number from `low` to `high`. */
  between(low: number, high: number): number;
  pick<T>(values: readonly [T, ...T[]]): T;
  /** Around `middle`, mostly within twice the spread. */
  near(middle: number, spread: number): number;
}

/** mulberry32: 32 bits of state are enough for a demo. */
export function createRandom(seed: number): Random {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (values) => values[Math.floor(next() * values.length)] ?? values[0],
    near: (middle, spread) => middle + (next() + next() + next() - 1.5) * 2 * spread,
  };
}
