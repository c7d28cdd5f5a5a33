import { sql } from 'kysely';
import { type Database, queryBuilder, type TransactionScope } from '../../database/index.js';
import { CasparianError } from '../../platform/index.js';
import type { EngineSchema } from '../schema/tables.js';
import type { HeldJob } from '../store.js';

/** After a shorter transaction, the lease is not extended. */
const SHORT_MS = 100;

/** Runs domain writes that commit only if `owner` still holds the job under this fence. */
export function fencedTransaction<T>(
  database: Database,
  owner: string,
  job: HeldJob,
  work: (tx: TransactionScope) => Promise<T>,
): Promise<T> {
  return database.transaction(async (tx) => {
    // The write locks the row until the commit, so that no other worker can claim the job in between.
    const held = await queryBuilder<EngineSchema>(tx)
      .updateTable('cf_jobs')
      .set({ heartbeat_at: sql<number>`cf_now()` })
      .where('id', '=', job.id)
      .where('fence', '=', job.fence)
      .where('lease_owner', '=', owner)
      .where('status', '=', 'running')
      .returning('id')
      .execute();
    if (held.length === 0) throw new CasparianError('LEASE_LOST', 'Another worker holds this job now');
    const begun = performance.now();
    const result = await work(tx);
    const tookMs = Math.round(performance.now() - begun);
    if (tookMs > SHORT_MS) await lengthenLease(tx, job, tookMs);
    return result;
  });
}

/** The lease could not be renewed while the row was locked, so that time is added to it. */
async function lengthenLease(tx: TransactionScope, job: HeldJob, byMs: number): Promise<void> {
  await queryBuilder<EngineSchema>(tx)
    .updateTable('cf_jobs')
    .set({ lease_expires_at: sql<number>`lease_expires_at + ${byMs}` })
    .where('id', '=', job.id)
    .where('status', '=', 'running')
    .execute();
}
