import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import type { PipelineSchema, SkippedTable } from '../schema/tables.js';

export type SkippedEntry = Pick<SkippedTable, 'job_id' | 'parser' | 'source' | 'line' | 'kind' | 'reason' | 'text'>;

export interface SkippedFilter {
  readonly jobId?: string | undefined;
  readonly parser?: string | undefined;
}

const PAGE_LINES = 1_000;

/** The current skipped lines of the filter, by job and line. */
export async function* findSkipped(database: TenantExecutor, filter: SkippedFilter): AsyncGenerator<SkippedEntry> {
  let after: SkippedPlace | undefined;
  for (;;) {
    const page: SkippedEntry[] = await pageOfSkipped(database, filter, { after, limit: PAGE_LINES });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_LINES) return;
    after = { jobId: last.job_id, line: last.line };
  }
}

/** The last line of the page before. */
export interface SkippedPlace {
  readonly jobId: string;
  readonly line: number;
}

/** The next lines of the filter, in the order of their index. */
export async function pageOfSkipped(
  database: TenantExecutor,
  { jobId, parser }: SkippedFilter,
  { after, limit }: { readonly after?: SkippedPlace | undefined; readonly limit: number },
): Promise<SkippedEntry[]> {
  return queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_skipped')
    .select(['job_id', 'parser', 'source', 'line', 'kind', 'reason', 'text'])
    .where('tenant', '=', database.tenant)
    .where('superseded_at', 'is', null)
    .$if(jobId !== undefined, (query) => query.where('job_id', '=', jobId ?? ''))
    .$if(parser !== undefined, (query) => query.where('parser', '=', parser ?? ''))
    .$if(after !== undefined, (query) =>
      query.where((eb) => eb(eb.refTuple('job_id', 'line'), '>', eb.tuple(after?.jobId ?? '', after?.line ?? 0))),
    )
    .orderBy('job_id')
    .orderBy('line')
    .limit(limit)
    .execute();
}

/** The lines of one file that are not rows. */
export interface SkippedOfJob {
  /** All of them, including headers. */
  readonly count: number;
  /** The first ones that are not headers. */
  readonly first: readonly Pick<SkippedEntry, 'line' | 'kind' | 'reason' | 'text'>[];
}

/** What a job skipped in its file, also if newer rows replaced its rows. */
export async function skippedOfJob(database: TenantExecutor, jobId: string, most: number): Promise<SkippedOfJob> {
  const ofJob = queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_skipped')
    .where('tenant', '=', database.tenant)
    .where('job_id', '=', jobId);
  const { count } = await ofJob.select((at) => at.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  if (Number(count) === 0) return { count: 0, first: [] };
  const first = await ofJob
    .select(['line', 'kind', 'reason', 'text'])
    .where('kind', '<>', 'header')
    .orderBy('line')
    .limit(most)
    .execute();
  return { count: Number(count), first };
}
