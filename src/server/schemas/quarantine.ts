import * as z from 'zod';

/** The members of a quarantined row in every response. */
export const ENTRY = {
  job_id: z.string(),
  output: z.string(),
  source: z.string(),
  row_number: z.int(),
  column: z.string().nullable(),
  error_type: z.string(),
  error_message: z.string(),
  status: z.string(),
  failed: z.boolean().describe('Its job failed, so it cannot be replayed or corrected'),
  id: z.string(),
  raw: z.unknown(),
};
