import type { DeclaredFormat, NumberStyle } from '../../../contract/index.js';
import { byPlace, type Tally } from '../profile/tally.js';

/** A type that the column may have, and the values that fit it. */
export interface Candidate {
  readonly type: string;
  readonly format: DeclaredFormat | null;
  readonly numberStyle: NumberStyle | null;
  /** As evidence calls it: `int`, `date DD/MM/YYYY`. */
  readonly label: string;
  fits(tally: Tally): boolean;
  /** Has the form of the type without being a value of it: 31 February. */
  isNearMiss(tally: Tally): boolean;
  /** A value, such as a code, that shows that the column does not have this type, not even with misfits. */
  forbids(tally: Tally): boolean;
  /** Candidates with the same rivalry read the same texts differently: a value that fits only one of them decides. */
  readonly rivalry: string | null;
}

/** A candidate, compared with the values of the column. */
export interface Weighed extends Candidate {
  readonly fitting: number;
  /** Values that do not fit, near misses included. */
  readonly misfits: number;
  readonly firstMisfit: Tally | null;
  readonly isTolerable: boolean;
}

export const NEVER = (): boolean => false;

export function earliest(tallies: readonly Tally[]): Tally | null {
  return tallies.reduce<Tally | null>(
    (first, tally) => (first === null || byPlace(tally, first) < 0 ? tally : first),
    null,
  );
}

export function total(tallies: readonly Tally[]): number {
  return tallies.reduce((sum, { count }) => sum + count, 0);
}
