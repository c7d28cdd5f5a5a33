import { shapeOf, type Family } from '../../../../src/tables/infer/profile/shape.js';
import { createTally, type Tally } from '../../../../src/tables/infer/profile/tally.js';

/** Values of one family as they would be noted, with what a test says of them. */
export function seen(family: Family, noted: Partial<Tally> & { detail?: number } = {}): Tally {
  const { detail = 0, ...facts } = noted;
  return { ...createTally(shapeOf(family, detail), facts.firstRow ?? 1, facts.firstText ?? ''), count: 1, ...facts };
}
