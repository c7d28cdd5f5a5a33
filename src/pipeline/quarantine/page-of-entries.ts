import { sql } from 'kysely';
import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import type { PipelineSchema } from '../schema/tables.js';
import { matches, type QuarantineFilter } from './filter.js';
import { entriesAfter } from './find-entries.js';
import type { QuarantineEntry } from './quarantine-entry.js';

/** The last row of the page before. */
export interface EntryPlace {
  readonly jobId: string;
  readonly output: string;
  readonly rowNumber: number;
}

const MAX_COUNTED = 100_000;

/**
 * Rows of the filter after a place: those of the newest job first, in the order of the file. Each job is one search in the index of
 * jobs and rows, so that a page takes the same time however many rows there are.
 */
export async function pageOfEntries(
  database: TenantExecutor,
  filter: QuarantineFilter,
  { after, limit }: { readonly after?: EntryPlace | undefined; readonly limit: number },
): Promise<QuarantineEntry[]> {
  const entries: QuarantineEntry[] = [];
  let jobId = after?.jobId ?? (await newestJob(database, filter, undefined));
  let last: EntryPlace | undefined = after;
  while (jobId !== undefined) {
    entries.push(...(await entriesAfter(database, { ...filter, jobId }, last, limit - entries.length)));
    if (entries.length >= limit) return entries;
    jobId = filter.jobId === undefined ? await newestJob(database, filter, jobId) : undefined;
    last = undefined;
  }
  return entries;
}

/** Counts rows up to a bound. */
export async function countEntriesUpTo(
  database: TenantExecutor,
  filter: QuarantineFilter,
): Promise<{ readonly count: number; readonly capped: boolean }> {
  const { rows } = await queryBuilder<PipelineSchema>(database)
    .selectFrom((eb) =>
      eb
        .selectFrom('cf_quarantine')
        .where(matches(database, filter))
        .select(sql<number>`1`.as('one'))
        .limit(MAX_COUNTED + 1)
        .as('some'),
    )
    .select(sql<number>`count(*)`.as('rows'))
    .executeTakeFirstOrThrow();
  return { count: Math.min(rows, MAX_COUNTED), capped: rows > MAX_COUNTED };
}

async function newestJob(
  database: TenantExecutor,
  filter: QuarantineFilter,
  before: string | undefined,
): Promise<string | undefined> {
  if (filter.jobId !== undefined) return filter.jobId;
  const row = await queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_quarantine')
    .select('job_id')
    .where(matches(database, filter))
    .$if(before !== undefined, (query) => query.where('job_id', '<', before as string))
    .orderBy('job_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.job_id;
}
