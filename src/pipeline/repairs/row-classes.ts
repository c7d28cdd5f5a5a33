import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import { SETTLED } from '../../parse/index.js';
import type { PipelineSchema } from '../schema/tables.js';

/** The key of a group: its column and its error. */
export function groupKey(column: string | null, errorType: string): string {
  return JSON.stringify([column, errorType]);
}

/** Rows of groups that were not looked at. They can be repaired, but belong to no suggestion. */
export const OTHER_GROUP = 1_000_000;

/**
 * The classes of a job's rows by number, for `tryOnFile`: the group of a quarantined row, or settled. A recovered row is accepted, and
 * not listed.
 */
export async function rowClasses(
  database: TenantExecutor,
  jobId: string,
  groups: ReadonlyMap<string, number>,
): Promise<Map<number, number>> {
  const rows = await queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_quarantine')
    .select(['row_number', 'column_name', 'error_type', 'status'])
    .where('tenant', '=', database.tenant)
    .where('job_id', '=', jobId)
    .where('status', '<>', 'recovered')
    .execute();
  return new Map(
    rows.map(({ row_number, column_name, error_type, status }) => [
      row_number,
      status === 'quarantined' ? (groups.get(groupKey(column_name, error_type)) ?? OTHER_GROUP) : SETTLED,
    ]),
  );
}
