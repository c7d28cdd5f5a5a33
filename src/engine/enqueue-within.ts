import { SqliteDatabase, type TransactionScope } from '../database/index.js';
import type { JobDeclaration } from './declare-job.js';
import { DEFAULT_MAX_PAYLOAD_BYTES } from './defaults.js';
import { type EnqueueEntry, newJobs } from './enqueue.js';
import type { EnqueueReceipt } from './store.js';
import { enqueueJobs } from './stores/postgres/enqueue.js';
import { SqliteJobStore } from './stores/sqlite/index.js';

/**
 * Enqueues jobs in an open transaction, for code that was given the transaction but no engine. Workers of this process are not
 * signalled: that is for the owner of the transaction to do after the commit. Other processes notice the commit.
 */
export async function enqueueWithin<Input, Output>(
  tx: TransactionScope,
  job: JobDeclaration<Input, Output>,
  entries: readonly EnqueueEntry<Input>[],
): Promise<EnqueueReceipt[]> {
  const jobs = await newJobs(job, entries, { maxPayloadBytes: DEFAULT_MAX_PAYLOAD_BYTES });
  if (tx.dialect === 'postgres') return enqueueJobs(tx, jobs, { notify: true });
  return new SqliteJobStore(SqliteDatabase.of(tx)).enqueue(jobs, tx);
}
