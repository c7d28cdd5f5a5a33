import { sql } from 'kysely';
import { type Database, type Executor, queryBuilder } from '../database/index.js';
import { CasparianError } from '../platform/index.js';
import { getJob } from './find-jobs.js';
import type { JobRecord, JobStatus } from './job.js';
import { notifyWorkers } from './notify.js';
import type { EngineSchema } from './schema/tables.js';
import { CANCEL_MESSAGE } from './stores/postgres/channel.js';

/** A pending job ends at once. A running one is marked; whoever holds it hears of it and lets go. */
export async function cancelJob(database: Database, id: string): Promise<JobRecord> {
  const job = await getJob(database, id);
  const builder = queryBuilder<EngineSchema>(database);
  const now = sql<number>`cf_now()`;
  // One statement, since a job can go back into the line, or be taken from it, between two.
  const touched = await builder
    .updateTable('cf_jobs')
    .set({
      status: sql<JobStatus>`CASE WHEN status = 'pending' THEN 'cancelled' ELSE status END`,
      finished_at: sql<number>`CASE WHEN status = 'pending' THEN ${now} END`,
      cancel_requested_at: now,
    })
    .where('id', '=', job.id)
    .where('status', 'in', ['pending', 'running'])
    .returning('status')
    .execute();
  const current = await getJob(database, job.id);
  const [left] = touched;
  if (!left) throw notCancellable(current);
  if (left.status === 'running') await notifyWorkers(database, CANCEL_MESSAGE);
  return current;
}

/** Jobs this owner holds and somebody wants dead. */
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
