import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import type { PipelineSchema } from '../schema/tables.js';
import { entryOfRow, type QuarantineEntry } from './quarantine-entry.js';

/** Quarantined rows by their ids, in any order. Unknown ids are left out. */
export async function entriesWithIds(database: TenantExecutor, ids: readonly string[]): Promise<QuarantineEntry[]> {
  if (ids.length === 0) return [];
  const rows = await queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_quarantine')
    .selectAll()
    .where('tenant', '=', database.tenant)
    .where('id', 'in', ids)
    .execute();
  return rows.map(entryOfRow);
}
