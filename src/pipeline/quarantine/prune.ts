import { sql } from 'kysely';
import { queryBuilder, type TenantDatabase, type TenantTransaction, textsIn } from '../../database/index.js';
import { recordEvent } from '../../events/index.js';
import type { PipelineSchema } from '../schema/tables.js';

export interface PruneQuarantineOptions {
  /** Minimum time since they were resolved. */
  readonly olderThanMs: number;
  /** Count without deleting. */
  readonly dryRun: boolean;
}

/** Each batch is its own commit, so that pruning a million rows does not block others. */
const BATCH = 1_000;

/**
 * Deletes resolved rows of superseded outputs, and evidence of failed jobs. Returns how many. If a job's output is
 * current, all its rows are kept, including recovered and discarded ones: the ledger's sums and replays count them.
 */
export async function pruneQuarantine(
  database: TenantDatabase,
  { olderThanMs, dryRun }: PruneQuarantineOptions,
): Promise<number> {
  const builder = queryBuilder<PipelineSchema>(database);
  const current = builder
    .selectFrom('cf_outputs')
    .select('cf_outputs.id')
    .where('cf_outputs.tenant', '=', database.tenant)
    .where('cf_outputs.job_id', '=', sql.ref<string>('row.job_id'))
    .where('superseded_at', 'is', null);
  const settled = builder
    .selectFrom('cf_quarantine as row')
    .where('row.tenant', '=', database.tenant)
    .where('row.status', '<>', 'quarantined')
    .where(sql<number>`coalesce(row.resolved_at, row.created_at)`, '<=', sql<number>`cf_now() - ${olderThanMs}`)
    .where((row) => row.not(row.exists(current)));
  if (dryRun) {
    const { count } = await settled.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
    return Number(count);
  }
  for (let [deleted, after] = [0, '']; ;) {
    const batch = await settled.select('row.id').where('row.id', '>', after).orderBy('row.id').limit(BATCH).execute();
    const ids = batch.map(({ id }) => id);
    const last = ids.at(-1);
    if (last === undefined) return deleted;
    await database.transaction((tx) => deleteRows(tx, ids));
    deleted += ids.length;
    after = last;
  }
}

async function deleteRows(tx: TenantTransaction, ids: readonly string[]): Promise<void> {
  await queryBuilder<PipelineSchema>(tx)
    .deleteFrom('cf_quarantine')
    .where('tenant', '=', tx.tenant)
    .where('id', 'in', textsIn(tx.dialect, ids))
    .execute();
  const about = { aggregateType: 'quarantine', aggregateId: tx.tenant };
  await recordEvent(tx, { ...about, eventType: 'quarantine.pruned', payload: { rows: ids.length } });
}
