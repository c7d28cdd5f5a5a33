import { sql } from 'kysely';
import { queryBuilder, type TransactionScope } from '../../database/index.js';
import type { JobStatus, Priority } from '../job.js';
import { deleteFinished } from '../prune.js';
import { markAsNew } from '../retry-job.js';
import type { EngineSchema } from '../schema/tables.js';
import { CANCEL_MESSAGE, notifyWorkers } from '../stores/postgres/channel.js';
import { type Ended, reportTransitions, type TransitionHook } from '../transitions.js';

/** A change by hand of many jobs. Jobs whose state does not allow it stay as they are. */
export type JobChange =
  | { readonly action: 'retry' | 'cancel' | 'delete' }
  | { readonly action: 'priority'; readonly priority: Priority };

/** Changes those of the jobs whose state allows it, in the open transaction. Returns their ids. */
export async function changeJobs(
  tx: TransactionScope,
  ids: readonly string[],
  change: JobChange,
  hook: TransitionHook | undefined,
): Promise<string[]> {
  if (ids.length === 0) return [];
  switch (change.action) {
    case 'retry': {
      const retried = await markAsNew(tx, ids);
      if (retried.length > 0) await notifyWorkers(tx);
      return retried;
    }
    case 'priority':
      return setPriority(tx, ids, change.priority);
    case 'delete':
      return (await deleteFinished(tx, ids)).map(({ id }) => id);
    case 'cancel':
      return cancelJobs(tx, ids, hook);
  }
}

/** The priority of a job matters only while it waits. */
async function setPriority(tx: TransactionScope, ids: readonly string[], priority: Priority): Promise<string[]> {
  const changed = await queryBuilder<EngineSchema>(tx)
    .updateTable('cf_jobs')
    .set({ priority })
    .where('id', 'in', ids)
    .where('status', '=', 'pending')
    .returning('id')
    .execute();
  return changed.map(({ id }) => id);
}

/** Waiting, failed and dead jobs end as cancelled; running ones are asked to stop. */
async function cancelJobs(
  tx: TransactionScope,
  ids: readonly string[],
  hook: TransitionHook | undefined,
): Promise<string[]> {
  const builder = queryBuilder<EngineSchema>(tx);
  // An update does not return overwritten values, so the hook's `from` is read first, under a lock. A completion locks rows in the order of their
  // places: in another order, both could wait for each other.
  const before = await builder
    .selectFrom('cf_jobs')
    .select(['id', 'status as from'])
    .where('id', 'in', ids)
    .where('status', 'in', ['pending', 'running', 'failed', 'dead_letter'])
    .orderBy(tx.dialect === 'postgres' ? sql`ctid` : 'id')
    .$if(tx.dialect === 'postgres', (query) => query.forUpdate())
    .execute();
  const open = before.map(({ id }) => id);
  if (open.length === 0) return [];
  const now = sql<number>`cf_now()`;
  await builder
    .updateTable('cf_jobs')
    .set({
      status: sql<JobStatus>`CASE WHEN status = 'running' THEN status ELSE 'cancelled' END`,
      finished_at: sql<number>`CASE WHEN status = 'pending' THEN ${now} ELSE finished_at END`,
      cancel_requested_at: now,
    })
    .where('id', 'in', open)
    .execute();
  const ended: Ended[] = before.filter(({ from }) => from !== 'running');
  if (hook && ended.length > 0) await reportTransitions(tx, hook, ended);
  if (ended.length < open.length) await notifyWorkers(tx, CANCEL_MESSAGE);
  return open;
}
