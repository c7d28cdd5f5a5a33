import * as z from 'zod';
import { CasparianError } from '../../platform/index.js';

/** Where a page ends: the sort value and the id of its last item. */
export interface Place {
  readonly t: number | string;
  readonly id: string;
}

const MAX_LENGTH = 1_000;
const PLACE = z.strictObject({ t: z.union([z.number(), z.string()]), id: z.string() });

/** base64url of the JSON of the place. */
export function cursorOf({ t, id }: Place): string {
  return Buffer.from(JSON.stringify({ t, id })).toString('base64url');
}

export function placeOf(cursor: string): Place {
  const place = PLACE.safeParse(decoded(cursor));
  if (place.success) return place.data;
  throw new CasparianError('VALIDATION_ERROR', 'The cursor is not one of this server', {
    why: 'A cursor is the next_cursor of an earlier response.',
    next: ['Start without a cursor.'],
  });
}

function decoded(cursor: string): unknown {
  if (cursor.length > MAX_LENGTH) return undefined;
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
