import { type Executor, queryBuilder } from '../database/index.js';
import type { EngineSchema, JobLogsTable } from './schema/tables.js';

export type JobLogLine = Omit<JobLogsTable, 'job_id'>;

/** What the job's handlers logged, oldest first; only lines after `after` when it is given. */
export async function jobLogs(
  database: Executor,
  jobId: string,
  after?: Pick<JobLogLine, 'fence' | 'sequence'>,
): Promise<JobLogLine[]> {
  return queryBuilder<EngineSchema>(database)
    .selectFrom('cf_job_logs')
    .select(['fence', 'sequence', 'attempt', 'at', 'level', 'message'])
    .where('job_id', '=', jobId)
    .$if(after !== undefined, (query) =>
      query.where((eb) => eb(eb.refTuple('fence', 'sequence'), '>', eb.tuple(after?.fence ?? 0, after?.sequence ?? 0))),
    )
    .orderBy('fence')
    .orderBy('sequence')
    .execute();
}
