import * as z from 'zod';

/** A sentence, or an action with its arguments, which the command line prints as a command and the dashboard shows as a button. */
export const HINT = z
  .union([
    z.string(),
    z.object({
      text: z.string(),
      action: z.string().optional(),
      arguments: z.array(z.string()).optional(),
      options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
    }),
  ])
  .meta({ id: 'Hint' });

/** The form of all errors. */
export const ERROR_ENVELOPE = z
  .object({
    error: z.object({
      code: z.string().describe('A stable code; the same that the command line prints'),
      message: z.string(),
      why: z.string().optional(),
      next: z.array(HINT).optional().describe('What to do about it'),
      correlation_id: z.string().optional(),
      details: z.record(z.string(), z.unknown()).optional(),
    }),
  })
  .meta({ id: 'Error' });
