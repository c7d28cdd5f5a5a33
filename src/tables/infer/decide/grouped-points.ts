import type { Alternative } from '../inferred-table.js';
import { COULD_BE_GROUPED, detailOf } from '../look/shape.js';
import type { Sighting } from '../look/sighting.js';
import type { Weighed } from './candidate.js';

/** Whether every point in the column may separate thousands. */
export function mayBeThousands({ type, numberStyle }: Weighed, values: readonly Sighting[]): boolean {
  if (!type.startsWith('decimal') || numberStyle !== null) return false;
  const pointed = values.filter(({ family }) => family === 'decimal');
  return pointed.length > 0 && pointed.every(({ shape }) => (detailOf(shape) & COULD_BE_GROUPED) !== 0);
}

/** The two readings of a column of points, where another column has decimal commas. */
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
