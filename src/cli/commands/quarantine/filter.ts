import { quarantineFilter } from '../../../operations/index.js';
import type { QuarantineFilter } from '../../../pipeline/index.js';

/** The options that select rows. */
export interface FilterOptions {
  job?: string;
  parser?: string;
  column?: string;
  error?: string;
  status?: string[];
}

/** Call it in a session, which completes the id of the job. */
export function filterOf({ job, parser, column, error, status }: FilterOptions): QuarantineFilter {
  return quarantineFilter({ job, parser, column, error, statuses: status });
}
