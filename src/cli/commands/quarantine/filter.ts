import { countEntries, parseQuarantineStatus, type QuarantineFilter } from '../../../pipeline/index.js';
import type { TenantSession } from '../../session.js';

/** The options that say which rows are meant. */
export interface FilterOptions {
  job?: string;
  parser?: string;
  column?: string;
  error?: string;
  status?: string[];
}

/** A job's rows are either open or the evidence of its failure; who names a job wants to see what there is. */
export function quarantineFilter({ job, parser, column, error, status }: FilterOptions): QuarantineFilter {
  const usual = job === undefined ? (['quarantined'] as const) : (['quarantined', 'evidence'] as const);
  const statuses = status?.map(parseQuarantineStatus) ?? usual;
  return { statuses, jobId: job?.toLowerCase(), parser, column, errorType: error };
}

/** How many rows are meant. A job with none may be misspelt, which is said then. */
export async function countMeant(session: TenantSession, filter: QuarantineFilter): Promise<number> {
  const rows = await countEntries(session.database, filter);
  if (rows === 0 && filter.jobId !== undefined) await session.engine.job(filter.jobId);
  return rows;
}
