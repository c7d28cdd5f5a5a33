/** Numbers from 0 to 1 that are the same for the same seed (mulberry32), so that a failure can be run again. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The seed of this run: CHAOS_SEED, to try others, or the one given. */
export function chosenSeed(otherwise: number): number {
  return Number(process.env['CHAOS_SEED'] ?? otherwise);
}

export function pick<T>(random: () => number, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T;
}
