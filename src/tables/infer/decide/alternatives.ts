import type { Alternative } from '../inferred-table.js';
import type { Sighting } from '../look/sighting.js';
import type { Weighed } from './candidate.js';
import { compactDate } from './compact-date.js';
import * as evidence from './evidence.js';
import { groupedReading, mayBeThousands } from './grouped-points.js';

/** A reading that every value fits, and how to ask for it. */
export function readingOf({ type, format, numberStyle, label }: Weighed): Alternative {
  const written = format ?? (numberStyle === null ? null : evidence.exampleOf(numberStyle));
  return {
    type,
    format: written,
    why: `every value fits ${label}${usage(format)}`,
    misfits: 0,
  };
}

/** A habit is no proof, and worth a word to whoever has to say which. */
function usage(format: string | null): string {
  return format?.startsWith('%d.%m.') ? ', as dates with points mostly are written' : '';
}

/** Days without separators stay numbers without better reasons, and points those of fractions; the user may say otherwise. */
export function alternativesTo(chosen: Weighed, values: readonly Sighting[]): readonly Alternative[] {
  if (chosen.misfits === 0 && mayBeThousands(chosen, values)) return [groupedReading()];
  if (chosen.type !== 'int' || !values.every(({ family }) => family === 'compactDate')) return [];
  const { type, format, label } = compactDate();
  return [{ type, format, why: `every value also fits ${label}`, misfits: 0 }];
}

/** From this share of the values on, what is left may be dirt. */
const SMALLEST_SHARE = 0.75;

/**
 * The type that most values of a column of text are of, for whoever wants the others in the quarantine. Not where they are
 * a class of their own: then the column is of something else.
 */
export function nearReadings(nearest: Weighed, values: readonly Sighting[]): readonly Alternative[] {
  const { type, format, numberStyle, label, fitting, misfits, firstMisfit } = nearest;
  const all = fitting + misfits;
  if (firstMisfit === null || fitting < all * SMALLEST_SHARE) return [];
  if (values.some((sighting) => !nearest.fits(sighting) && nearest.forbids(sighting))) return [];
  const written = format ?? (numberStyle === null ? null : evidence.exampleOf(numberStyle));
  const others = misfits === 1 ? 'the other one' : `the other ${evidence.counted(misfits)}`;
  const why =
    `${evidence.counted(fitting)} of ${evidence.counted(all)} values fit ${label}; ${others} would be quarantined, ` +
    `first ${evidence.cited(firstMisfit)}`;
  return [{ type, format: written, why, misfits }];
}
