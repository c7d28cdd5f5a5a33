import * as z from 'zod';

/** Small schemas that several resources use. */

export const UUID = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);

/** ISO 8601, UTC. */
export const TIME = z.string();
export const TIME_OR_NULL = TIME.nullable();

/** A name of a queue, parser, dataset …; each resource checks further. NUL cannot be stored in PostgreSQL. */
export const NAME = z
  .string()
  .min(1)
  .max(200)
  // oxlint-disable-next-line no-control-regex
  .regex(/^[^\u0000]*$/);

/** A time span, such as 30m. */
export const AGE = z.string().regex(/^\d{1,6}(ms|s|m|h|d)$/);

/** A count that stops at a bound, so that it stays fast. */
export const CAPPED_COUNT = z.object({ count: z.int(), capped: z.boolean() }).meta({ id: 'CappedCount' });
