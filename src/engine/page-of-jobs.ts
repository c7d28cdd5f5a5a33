import { sql } from 'kysely';
import { type Executor, queryBuilder } from '../database/index.js';
import { jobConditions, type JobFilter } from './find-jobs.js';
import { jobOfRow } from './job-row.js';
import type { JobRecord, JobStatus } from './job.js';
import type { EngineSchema } from './schema/tables.js';

export interface JobPage {
  readonly jobs: readonly JobRecord[];
  /** Continue before this job. Null at the end. A page can have few jobs, or none, and still not be the last one. */
  readonly next: string | null;
}

/** Without a number of rows that a page may look at, a rare status would be searched in the whole history. */
const MAX_ROWS = 100_000;
/** The first look has this many rows for each job of the page. Most pages need no other one, and counting rows takes time. */
const FIRST_LOOK = 10;
const GROWTH = 10;
const MAX_COUNTED = 100_000;
/** Their own index has them in the order of the list. */
const TROUBLED: readonly (JobStatus | undefined)[] = ['failed', 'dead_letter'];

/**
 * One page of a tenant's jobs, newest first. Looks at a bounded number of rows, so that it takes the same time with a thousand jobs
 * and with a million.
 */
export async function pageOfJobs(
  database: Executor,
  filter: JobFilter & { readonly tenant: string },
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<JobPage> {
  const jobs: JobRecord[] = [];
  let from = before;
  let left = MAX_ROWS;
  for (let size = FIRST_LOOK * limit; left > 0; size *= GROWTH) {
    const rowsToSee = Math.min(size, left);
    left -= rowsToSee;
    const end = isIndexed(filter) ? null : await endOfLook(database, from, rowsToSee);
    const rows = await queryBuilder<EngineSchema>(database)
      .selectFrom('cf_jobs')
      .selectAll()
      .where((eb) => jobConditions(eb, database.dialect, filter))
      .$if(from !== undefined, (query) => query.where('id', '<', from as string))
      .$if(end !== null, (query) => query.where('id', '>=', end as string))
      .orderBy('id', 'desc')
      .limit(limit - jobs.length + 1)
      .execute();
    jobs.push(...rows.map(jobOfRow));
    if (jobs.length > limit) return { jobs: jobs.slice(0, limit), next: jobs[limit - 1]?.id ?? null };
    if (end === null) return { jobs, next: null };
    from = end;
  }
  return { jobs, next: from ?? null };
}

/** The number of a tenant's jobs in each state, among the newest ones of all tenants. */
export async function countRecentJobs(
  database: Executor,
  tenant: string,
): Promise<{ counts: Partial<Record<JobStatus, number>>; capped: boolean }> {
  const rows = await queryBuilder<EngineSchema>(database)
    .selectFrom((eb) =>
      eb
        .selectFrom('cf_jobs')
        .select(['status', 'tenant'])
        .orderBy('id', 'desc')
        .limit(MAX_COUNTED + 1)
        .as('newest'),
    )
    .select([
      'status',
      sql<number>`count(*)`.as('count'),
      sql<number>`CASE WHEN tenant = ${tenant} THEN 1 ELSE 0 END`.as('own'),
    ])
    .groupBy(['status', 'own'])
    .execute();
  const total = rows.reduce((sum, { count }) => sum + Number(count), 0);
  const own = rows.filter((row) => Number(row.own) === 1);
  return {
    counts: Object.fromEntries(own.map(({ status, count }) => [status, Number(count)])),
    capped: total > MAX_COUNTED,
  };
}

function isIndexed({ statuses = [], fields, command, type, queue }: JobFilter): boolean {
  const onlyStatus = [fields, command, type, queue].every((condition) => condition === undefined);
  return onlyStatus && statuses.length === 1 && TROUBLED.includes(statuses[0]);
}

/** The last job that one look includes; null if fewer are left. */
async function endOfLook(database: Executor, from: string | undefined, rows: number): Promise<string | null> {
  const row = await queryBuilder<EngineSchema>(database)
    .selectFrom('cf_jobs')
    .select('id')
    .$if(from !== undefined, (query) => query.where('id', '<', from as string))
    .orderBy('id', 'desc')
    .offset(rows - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}
