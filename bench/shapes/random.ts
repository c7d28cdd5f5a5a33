/** Random numbers that are the same in every run: a file that fails today fails tomorrow. */
export interface Random {
  /** From 0 to below `below`. */
  below(below: number): number;
  between(least: number, most: number): number;
  pick<T>(some: readonly T[]): T;
  chance(share: number): boolean;
}

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (most: number): number => Math.floor(next() * most);
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    pick: (some) => some[below(some.length)] as (typeof some)[number],
    chance: (share) => next() < share,
  };
}
