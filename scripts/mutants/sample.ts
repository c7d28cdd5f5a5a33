import type { Mutant } from './mutate.js';

/**
 * Draws mutants of `size` different lines, the same ones for the same seed. One per line: lines with many small changes
 * would crowd out the others.
 */
export function sample(mutants: readonly Mutant[], size: number, seed: number): Mutant[] {
  const random = randomOf(seed);
  const chosen = shuffled(byLine(mutants), random).slice(0, size);
  return chosen.flatMap((sameLine) => sameLine[Math.floor(random() * sameLine.length)] ?? []);
}

function byLine(mutants: readonly Mutant[]): Mutant[][] {
  const lines = new Map<string, Mutant[]>();
  for (const mutant of mutants) {
    const key = `${mutant.file}:${mutant.line}`;
    lines.set(key, [...(lines.get(key) ?? []), mutant]);
  }
  return [...lines.values()];
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const keyed = items.map((item) => ({ item, key: random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

/** Numbers in [0, 1) by mulberry32: Math.random cannot be seeded. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
