import { sql } from 'kysely';
import { type Database, type Executor, queryBuilder } from '../database/index.js';
import { CasparianError } from '../platform/index.js';
import { getJob } from './find-jobs.js';
import type { JobRecord, JobStatus } from './job.js';
import type { EngineSchema } from './schema/tables.js';
import { CANCEL_MESSAGE, notifyWorkers } from './stores/postgres/channel.js';
import { reportTransitions, type TransitionHook } from './transitions.js';

/** A pending job ends at once. A running one is marked; its worker is notified and aborts it. */
export async function cancelJob(database: Database, id: string, hook?: TransitionHook): Promise<JobRecord> {
  const job = await getJob(database, id);
  const left = hook
    ? await database.transaction(async (tx) => {
        const status = await markCancelled(tx, job.id);
        if (status === 'cancelled') await reportTransitions(tx, hook, [{ id: job.id, from: 'pending' }]);
        return status;
      })
    : await markCancelled(database, job.id);
  const current = await getJob(database, job.id);
  if (left === undefined) throw notCancellable(current);
  if (left === 'running') await notifyWorkers(database, CANCEL_MESSAGE);
  return current;
}

/** Returns the job's new status; undefined if the job had already ended. */
async function markCancelled(database: Executor, id: string): Promise<JobStatus | undefined> {
  const now = sql<number>`cf_now()`;
  // One statement, since a job can be claimed or released between two.
  const touched = await queryBuilder<EngineSchema>(database)
    .updateTable('cf_jobs')
    .set({
      status: sql<JobStatus>`CASE WHEN status = 'pending' THEN 'cancelled' ELSE status END`,
      finished_at: sql<number>`CASE WHEN status = 'pending' THEN ${now} END`,
      cancel_requested_at: now,
    })
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'running'])
    .returning('status')
    .execute();
  return touched[0]?.status;
}

/** The owner's jobs with a requested cancel. */
export async function cancelRequests(database: Executor, owner: string): Promise<string[]> {
  const rows = await queryBuilder<EngineSchema>(database)
    .selectFrom('cf_jobs')
    .select('id')
    .where('status', '=', 'running')
    .where('lease_owner', '=', owner)
    .where('cancel_requested_at', 'is not', null)
    .execute();
  return rows.map((row) => row.id);
}

function notCancellable(job: JobRecord): CasparianError {
  return new CasparianError('JOB_STATE_CONFLICT', `Job ${job.id} cannot be cancelled`, {
    why: `It is ${job.status} already.`,
  });
}
