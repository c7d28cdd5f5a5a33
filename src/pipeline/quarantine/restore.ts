import { sql } from 'kysely';
import { queryBuilder, type TenantDatabase, type TenantTransaction } from '../../database/index.js';
import { recordEvent } from '../../events/index.js';
import type { PipelineSchema } from '../schema/tables.js';
import { matches, type QuarantineFilter } from './filter.js';

/** Each batch is its own commit, so that restoring a million rows does not block others. */
const BATCH = 1_000;

/** Puts discarded rows back into quarantine. Returns how many. Rows of files that were read again since stay discarded. */
export async function restoreQuarantine(
  database: TenantDatabase,
  filter: Omit<QuarantineFilter, 'statuses'>,
): Promise<number> {
  let restored = 0;
  for (;;) {
    const ids = await someIds(database, { ...filter, statuses: ['discarded'] });
    if (ids.length === 0) return restored;
    restored += await database.transaction((tx) => restoreRows(tx, ids));
  }
}

async function someIds(database: TenantDatabase, filter: QuarantineFilter): Promise<string[]> {
  const builder = queryBuilder<PipelineSchema>(database);
  const current = builder
    .selectFrom('cf_outputs')
    .select('cf_outputs.job_id')
    .where('cf_outputs.tenant', '=', database.tenant)
    .where('cf_outputs.superseded_at', 'is', null);
  const rows = await builder
    .selectFrom('cf_quarantine')
    .select('id')
    .where(matches(database, filter))
    .where('job_id', 'in', current)
    .limit(BATCH)
    .execute();
  return rows.map(({ id }) => id);
}

async function restoreRows(tx: TenantTransaction, ids: readonly string[]): Promise<number> {
  const restored = await queryBuilder<PipelineSchema>(tx)
    .updateTable('cf_quarantine')
    .set({ status: 'quarantined', resolved_at: null, reason: null })
    // As an expression: SQLite would otherwise search by an index that begins with the tenant, and read all its rows.
    .where(sql<string>`(tenant || '')`, '=', tx.tenant)
    .where('id', 'in', ids)
    .where('status', '=', 'discarded')
    .returning(['file_id', 'job_id'])
    .execute();
  const jobs = new Map(restored.map(({ file_id, job_id }) => [job_id, { file_id, rows: 0 }]));
  for (const { job_id } of restored) (jobs.get(job_id) as { rows: number }).rows++;
  await recordEvent(
    tx,
    ...[...jobs].map(([job_id, { file_id, rows }]) => ({
      ...{ eventType: 'quarantine.restored', aggregateType: 'file', aggregateId: file_id },
      payload: { job_id, rows },
    })),
  );
  return restored.length;
}
