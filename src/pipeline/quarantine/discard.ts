import { sql } from 'kysely';
import { queryBuilder, type TenantDatabase, type TenantTransaction } from '../../database/index.js';
import type { PipelineSchema } from '../schema/tables.js';
import { recordEvent } from '../../events/index.js';
import { matches, type QuarantineFilter } from './filter.js';

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
    discarded += await database.transaction((tx) => discardRows(tx, ids, reason));
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

/** Discards those of the rows that are still quarantined, in the open transaction. Returns how many. */
export async function discardRows(tx: TenantTransaction, ids: readonly string[], reason: string): Promise<number> {
  const discarded = await queryBuilder<PipelineSchema>(tx)
    .updateTable('cf_quarantine')
    .set({ status: 'discarded', resolved_at: sql<number>`cf_now()`, reason })
    // As an expression: SQLite would otherwise search by an index that begins with the tenant, and read all its rows.
    .where(sql<string>`(tenant || '')`, '=', tx.tenant)
    .where('id', 'in', ids)
    // A replay may have recovered some of them since they were selected.
    .where('status', '=', 'quarantined')
    .returning(['file_id', 'job_id'])
    .execute();
  const jobs = new Map(discarded.map(({ file_id, job_id }) => [job_id, { file_id, rows: 0 }]));
  for (const { job_id } of discarded) (jobs.get(job_id) as { rows: number }).rows++;
  await recordEvent(
    tx,
    ...[...jobs].map(([job_id, { file_id, rows }]) => ({
      ...{ eventType: 'quarantine.discarded', aggregateType: 'file', aggregateId: file_id },
      payload: { job_id, rows, reason },
    })),
  );
  return discarded.length;
}
