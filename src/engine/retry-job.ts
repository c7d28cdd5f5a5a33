import { sql } from 'kysely';
import { type Database, type Executor, queryBuilder } from '../database/index.js';
import { CasparianError, hint } from '../platform/index.js';
import type { Alongside } from './alongside.js';
import { getJob } from './find-jobs.js';
import type { JobRecord } from './job.js';
import { notifyWorkers } from './stores/postgres/channel.js';
import type { EngineSchema } from './schema/tables.js';

/** The columns of a job that was never tried, except for its errors. */
export const AS_NEW = {
  status: 'pending',
  attempts: 0,
  crashes: 0,
  run_at: sql<number>`cf_now()`,
  finished_at: null,
  cancel_requested_at: null,
} as const;

/** Runs a failed, dead or cancelled job again with fresh counters, or a waiting one at once. Its errors are kept. */
export async function retryJob(database: Database, id: string, alongside?: Alongside): Promise<JobRecord> {
  const job = await getJob(database, id);
  const retried = alongside
    ? await database.transaction(async (tx) => {
        const ids = await markAsNew(tx, [job.id]);
        if (ids.length > 0) await alongside(tx, [job]);
        return ids;
      })
    : await markAsNew(database, [job.id]);
  const current = await getJob(database, job.id);
  if (retried.length > 0) {
    await notifyWorkers(database);
    return current;
  }
  throw new CasparianError('JOB_STATE_CONFLICT', `Job ${job.id} cannot be retried`, {
    why: `It is ${current.status}.`,
    next:
      current.status === 'running'
        ? [hint('Cancel it first', { action: 'job.cancel', arguments: [job.id] })]
        : ['Enqueue a new job instead.'],
  });
}

/** Those of the jobs whose state allows it. Returns their ids. @internal */
export async function markAsNew(database: Executor, ids: readonly string[]): Promise<string[]> {
  const retried = await queryBuilder<EngineSchema>(database)
    .updateTable('cf_jobs')
    .set(AS_NEW)
    .where('id', 'in', ids)
    .where('status', 'in', ['pending', 'failed', 'dead_letter', 'cancelled'])
    .returning('id')
    .execute();
  return retried.map(({ id }) => id);
}
