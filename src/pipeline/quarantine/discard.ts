import { sql } from 'kysely';
import { queryBuilder } from '../../database/index.js';
import type { PipelineSchema } from '../schema/tables.js';
import { matches, type QuarantineFilter } from './filter.js';
import type { TenantDatabase } from '../tenant.js';

/** Each batch is its own commit, so that discarding a million rows does not block others. */
const BATCH = 1_000;

/** Discards rows, with a reason that is kept in the ledger. Returns how many. */
export async function discardQuarantine(
  database: TenantDatabase,
  filter: Omit<QuarantineFilter, 'statuses'>,
  reason: string,
): Promise<number> {
  let discarded = 0;
  for (;;) {
    const ids = await someIds(database, { ...filter, statuses: ['quarantined'] });
    if (ids.length === 0) return discarded;
    discarded += await discardRows(database, ids, reason);
  }
}

async function someIds(database: TenantDatabase, filter: QuarantineFilter): Promise<string[]> {
  const rows = await queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_quarantine')
    .select('id')
    .where(matches(database, filter))
    .limit(BATCH)
    .execute();
  return rows.map(({ id }) => id);
}

async function discardRows(database: TenantDatabase, ids: readonly string[], reason: string): Promise<number> {
  const discarded = await queryBuilder<PipelineSchema>(database)
    .updateTable('cf_quarantine')
    .set({ status: 'discarded', resolved_at: sql<number>`cf_now()`, reason })
    .where('tenant', '=', database.tenant)
    .where('id', 'in', ids)
    // A replay may have recovered some of them since they were selected.
    .where('status', '=', 'quarantined')
    .returning('id')
    .execute();
  return discarded.length;
}
