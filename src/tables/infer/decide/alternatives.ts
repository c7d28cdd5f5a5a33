import { type DeclaredFormat, formatText } from '../../../contract/index.js';
import type { Alternative } from '../inferred-table.js';
import type { Tally } from '../profile/tally.js';
import type { Weighed } from './candidate.js';
import { compactDate } from './compact-date.js';
import * as evidence from './evidence.js';
import { COULD_BE_GROUPED, detailOf } from '../profile/shape.js';

/** An interpretation that every value fits. */
export function readingOf({ type, format, numberStyle, label }: Weighed): Alternative {
  const written = textOf(format) ?? (numberStyle === null ? null : evidence.exampleOf(numberStyle));
  return {
    type,
    format: written,
    why: `every value fits ${label}${usage(written)}`,
    misfits: 0,
  };
}

function textOf(format: DeclaredFormat | null): string | null {
  return format === null ? null : formatText(format);
}

/** A convention is not a proof, but it helps the user to decide. */
function usage(format: string | null): string {
  return format?.startsWith('%d.%m.') ? ', the usual order of dates with points' : '';
}

/** Digits without separators stay numbers, and points decimal points, unless the user declares otherwise. */
export function alternativesTo(chosen: Weighed, values: readonly Tally[]): readonly Alternative[] {
  if (chosen.misfits === 0 && mayBeThousands(chosen, values)) return [groupedReading()];
  if (chosen.type !== 'int' || !values.every(({ family }) => family === 'compactDate')) return [];
  const { type, format, label } = compactDate();
  return [{ type, format: textOf(format), why: `every value also fits ${label}`, misfits: 0 }];
}

/** Below this share of matching values the type is not suggested. */
const SMALLEST_SHARE = 0.75;

/**
 * Suggests the type of most values in a text column, for users who want the others quarantined. Not if the others are a
 * class of values that excludes the type.
 */
export function nearReadings(nearest: Weighed, values: readonly Tally[]): readonly Alternative[] {
  const { type, format, numberStyle, label, fitting, misfits, firstMisfit } = nearest;
  const all = fitting + misfits;
  if (firstMisfit === null || fitting < all * SMALLEST_SHARE) return [];
  if (values.some((tally) => !nearest.fits(tally) && nearest.forbids(tally))) return [];
  const written = textOf(format) ?? (numberStyle === null ? null : evidence.exampleOf(numberStyle));
  const others = misfits === 1 ? 'the other one' : `the other ${evidence.counted(misfits)}`;
  const why =
    `${evidence.counted(fitting)} of ${evidence.counted(all)} values fit ${label}; ${others} would be quarantined, ` +
    `first ${evidence.cited(firstMisfit)}`;
  return [{ type, format: written, why, misfits }];
}

/** Whether every point in the column may separate thousands. */
export function mayBeThousands({ type, numberStyle }: Weighed, values: readonly Tally[]): boolean {
  if (!type.startsWith('decimal') || numberStyle !== null) return false;
  const pointed = values.filter(({ family }) => family === 'decimal');
  return pointed.length > 0 && pointed.every(({ shape }) => (detailOf(shape) & COULD_BE_GROUPED) !== 0);
}

/** The two interpretations of a column of points, where another column has decimal commas. */
export function groupedReadings({ type }: Weighed): readonly Alternative[] {
  return [
    {
      type,
      format: null,
      why: 'the point may be a decimal point',
      misfits: 0,
    },
    groupedReading(': another column of the file has decimal commas'),
  ];
}

export function groupedReading(reason = ''): Alternative {
  return { type: 'int', format: '1.234,56', why: `the point may separate thousands${reason}`, misfits: 0 };
}
