import { sql } from 'kysely';
import { queryBuilder, type TransactionScope } from '../database/index.js';
import type { EngineSchema } from './schema/tables.js';
import { notifyWorkers } from './stores/postgres/channel.js';

/** Makes waiting jobs due, in an open transaction. Those that run or have ended are left alone. */
export async function runNow(tx: TransactionScope, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await queryBuilder<EngineSchema>(tx)
    .updateTable('cf_jobs')
    .set({ run_at: sql<number>`cf_now()` })
    .where('id', 'in', ids)
    .where('status', '=', 'pending')
    .where('run_at', '>', sql<number>`cf_now()`)
    .execute();
  await notifyWorkers(tx);
}
