import type { NumberStyle } from '../../../contract/index.js';
import { byPlace, type Sighting } from '../look/sighting.js';

/** A type the column may have, and which of the values that were seen are of it. */
export interface Candidate {
  readonly type: string;
  readonly format: string | null;
  readonly numberStyle: NumberStyle | null;
  /** As evidence calls it: `int`, `date DD/MM/YYYY`. */
  readonly label: string;
  fits(sighting: Sighting): boolean;
  /** Written like it, but no such value: the 31st of February. */
  isNearMiss(sighting: Sighting): boolean;
  /** A value that is a class of its own, such as a code: then the column is not this type with a few misfits. */
  forbids(sighting: Sighting): boolean;
  /** The same for candidates that read the same texts differently: a value that fits one of them decides. */
  readonly rivalry: string | null;
}

/** A candidate beside what was seen of the column. */
export interface Weighed extends Candidate {
  readonly fitting: number;
  /** Values that do not fit, near misses included. */
  readonly misfits: number;
  readonly firstMisfit: Sighting | null;
  readonly isTolerable: boolean;
}

export const NEVER = (): boolean => false;

export function earliest(sightings: readonly Sighting[]): Sighting | null {
  return sightings.reduce<Sighting | null>(
    (first, sighting) => (first === null || byPlace(sighting, first) < 0 ? sighting : first),
    null,
  );
}

export function total(sightings: readonly Sighting[]): number {
  return sightings.reduce((sum, { count }) => sum + count, 0);
}
