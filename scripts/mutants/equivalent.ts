import type { Mutant } from './mutate.js';

/** A mutant that behaves as the program does, so that no test can notice it. Lines move; the code around it identifies it. */
export interface EquivalentMutant extends Pick<Mutant, 'file' | 'original' | 'mutated'> {
  readonly reason: string;
}

export const EQUIVALENT: readonly EquivalentMutant[] = [];

export function isEquivalent(mutant: Mutant, known: readonly EquivalentMutant[] = EQUIVALENT): boolean {
  return known.some(
    ({ file, original, mutated }) => file === mutant.file && original === mutant.original && mutated === mutant.mutated,
  );
}
