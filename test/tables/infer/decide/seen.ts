import { shapeOf, type Family } from '../../../../src/tables/infer/look/shape.js';
import { createSighting, type Sighting } from '../../../../src/tables/infer/look/sighting.js';

/** Values of one family as they would be noted, with what a test says of them. */
export function seen(family: Family, noted: Partial<Sighting> & { detail?: number } = {}): Sighting {
  const { detail = 0, ...facts } = noted;
  return { ...createSighting(shapeOf(family, detail), facts.firstRow ?? 1, facts.firstText ?? ''), count: 1, ...facts };
}
