import type { Alternative } from '../inferred-table.js';
import { COULD_BE_GROUPED, detailOf } from '../look/shape.js';
import type { Sighting } from '../look/sighting.js';
import type { Weighed } from './candidate.js';
import { override } from './evidence.js';

/** Whether every point in the column may separate thousands. */
export function mayBeThousands({ type, numberStyle }: Weighed, values: readonly Sighting[]): boolean {
  if (!type.startsWith('decimal') || numberStyle !== null) return false;
  const pointed = values.filter(({ family }) => family === 'decimal');
  return pointed.length > 0 && pointed.every(({ shape }) => (detailOf(shape) & COULD_BE_GROUPED) !== 0);
}

/** The two readings of a column of points, where another column has decimal commas. */
export function groupedReadings(name: string, { type }: Weighed): readonly Alternative[] {
  return [
    {
      type,
      format: null,
      why: `the point may be that of a fraction; say so with ${override(name, type, null)}`,
      misfits: 0,
    },
    groupedReading(name, ': another column of the file has decimal commas'),
  ];
}

export function groupedReading(name: string, reason = ''): Alternative {
  const [type, format] = ['int', '1.234,56'];
  const why = `the point may separate thousands${reason}; say so with ${override(name, type, format)}`;
  return { type, format, why, misfits: 0 };
}
