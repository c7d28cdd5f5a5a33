import { sql } from 'kysely';
import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import type { PipelineSchema } from '../schema/tables.js';
import { matches, type QuarantineFilter } from './filter.js';
import { entryOfRow, type QuarantineEntry } from './quarantine-entry.js';

/** Some rows of one job. */
export interface JobRows {
  readonly jobId: string;
  readonly rows: number;
}

const JOBS_PER_PAGE = 100;
const MAX_ROWS_PER_PAGE = 1_000;
const FIRST_PAGE_ROWS = 50;
/** Rows can be long. The size of the next page is chosen from the previous one to have about this many characters. */
const CHARACTERS_PER_PAGE = 8_000_000;

/** The jobs with rows of the filter, newest first. */
export async function* jobsWithEntries(database: TenantExecutor, filter: QuarantineFilter): AsyncGenerator<JobRows> {
  let before: string | undefined;
  for (;;) {
    const page: JobRows[] = await jobsBefore(database, filter, before);
    yield* page;
    if (page.length < JOBS_PER_PAGE) return;
    before = page.at(-1)?.jobId;
  }
}

/** The rows of one job, by output and row number, in pages. */
export async function* entriesOfJob(
  database: TenantExecutor,
  filter: QuarantineFilter,
  jobId: string,
): AsyncGenerator<QuarantineEntry> {
  let last: QuarantineEntry | undefined;
  let limit = FIRST_PAGE_ROWS;
  for (;;) {
    const page: QuarantineEntry[] = await entriesAfter(database, { ...filter, jobId }, last, limit);
    yield* page;
    if (page.length < limit) return;
    last = page.at(-1);
    const characters = page.reduce((sum, { raw, errorMessage }) => sum + raw.length + errorMessage.length, 1);
    limit = Math.max(1, Math.min(MAX_ROWS_PER_PAGE, Math.floor((CHARACTERS_PER_PAGE * page.length) / characters)));
  }
}

/** All rows of the filter, those of the newest job first. */
export async function* findEntries(
  database: TenantExecutor,
  filter: QuarantineFilter,
): AsyncGenerator<QuarantineEntry> {
  for await (const { jobId } of jobsWithEntries(database, filter)) yield* entriesOfJob(database, filter, jobId);
}

export async function countEntries(database: TenantExecutor, filter: QuarantineFilter): Promise<number> {
  const { rows } = await queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_quarantine')
    .where(matches(database, filter))
    .select(sql<number>`count(*)`.as('rows'))
    .executeTakeFirstOrThrow();
  return rows;
}

async function jobsBefore(
  database: TenantExecutor,
  filter: QuarantineFilter,
  before: string | undefined,
): Promise<JobRows[]> {
  const found = await queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_quarantine')
    .where(matches(database, filter))
    .$if(before !== undefined, (query) => query.where('job_id', '<', before ?? ''))
    .select(['job_id', sql<number>`count(*)`.as('rows')])
    .groupBy('job_id')
    .orderBy('job_id', 'desc')
    .limit(JOBS_PER_PAGE)
    .execute();
  return found.map(({ job_id, rows }) => ({ jobId: job_id, rows }));
}

/** Rows of one job behind a row. */
export async function entriesAfter(
  database: TenantExecutor,
  filter: QuarantineFilter,
  last: Pick<QuarantineEntry, 'output' | 'rowNumber'> | undefined,
  limit: number,
): Promise<QuarantineEntry[]> {
  const rows = await queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_quarantine')
    .selectAll()
    // A job has one parser. Filtering by parser as well would make the query planner avoid the index on jobs.
    .where(matches(database, { ...filter, parser: undefined }))
    .$if(last !== undefined, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('output', 'row_number'), '>', eb.tuple(last?.output ?? '', last?.rowNumber ?? 0)),
      ),
    )
    .orderBy('output')
    .orderBy('row_number')
    .limit(limit)
    .execute();
  return rows.map(entryOfRow);
}
