import type { Mutant } from './mutate.js';

/** A mutant that behaves as the program does, so that no test can notice it. Lines move; the code around it identifies it. */
export interface EquivalentMutant extends Pick<Mutant, 'original' | 'mutated'> {
  /** The end of the file's path: folders move too. */
  readonly file: string;
  readonly reason: string;
}

export const EQUIVALENT: readonly EquivalentMutant[] = [
  {
    file: 'postgres/finish.ts',
    original: 'return rowCount ?? 0;',
    mutated: 'return rowCount ?? 1;',
    reason: 'PostgreSQL reports a row count for every UPDATE; null is possible only in the types.',
  },
  {
    file: 'quarantine/raw-fields.ts',
    original: 'let start = 0;',
    mutated: 'let start = 1;',
    reason: 'A raw row opens with a brace, and a member is read from its first quote on.',
  },
];

export function isEquivalent(mutant: Mutant, known: readonly EquivalentMutant[]): boolean {
  return known.some(
    ({ file, original, mutated }) =>
      `/${mutant.file}`.endsWith(`/${file}`) && original === mutant.original && mutated === mutant.mutated,
  );
}
