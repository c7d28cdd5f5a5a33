import { sql } from 'kysely';
import { type Executor, queryBuilder } from '../../database/index.js';
import { databaseNow } from '../database-now.js';
import { jobConditions, type JobFilter } from '../find-jobs.js';
import type { EngineSchema } from '../schema/tables.js';

/** How many matching jobs were created in each span of time. */
export interface JobHistogram {
  readonly from: number;
  readonly stepMs: number;
  readonly counts: readonly number[];
  /** All jobs that match, also those before `from`. */
  readonly matched: number;
  /** There are more jobs than were looked at. */
  readonly capped: boolean;
}

/** The newest jobs of all tenants that are looked at. */
const MAX_ROWS = 100_000;
const STEPS = 60;
const MINUTE_MS = 60_000;

/** Looks at the newest 100,000 jobs, so that it takes the same time with a million. */
export async function jobHistogram(
  database: Executor,
  filter: JobFilter & { readonly tenant: string },
  sinceMs: number,
): Promise<JobHistogram> {
  const stepMs = Math.max(MINUTE_MS, Math.ceil(sinceMs / STEPS));
  const from = Math.floor((await databaseNow(database)) / stepMs) * stepMs - (STEPS - 1) * stepMs;
  const builder = queryBuilder<EngineSchema>(database);
  const newest = builder.selectFrom('cf_jobs').selectAll().orderBy('id', 'desc').limit(MAX_ROWS).as('cf_jobs');
  const step =
    database.dialect === 'sqlite'
      ? sql<number>`CASE WHEN created_at < ${from} THEN -1 ELSE CAST((created_at - ${from}) / ${stepMs} AS INTEGER) END`
      : sql<number>`CASE WHEN created_at < ${from}::bigint THEN -1 ELSE div((created_at - ${from}::bigint)::numeric, ${stepMs}::numeric)::int END`;
  const rows = await builder
    .selectFrom(newest)
    .select([step.as('step'), sql<number>`count(*)`.as('count')])
    .where((eb) => jobConditions(eb as never, database.dialect, filter))
    .groupBy(sql`1`)
    .execute();
  const counts = Array.from({ length: STEPS }, () => 0);
  let matched = 0;
  for (const { step: at, count } of rows) {
    matched += Number(count);
    if (Number(at) >= 0) counts[Math.min(STEPS - 1, Number(at))] = Number(count);
  }
  const beyond = await builder
    .selectFrom('cf_jobs')
    .select('id')
    .orderBy('id', 'desc')
    .offset(MAX_ROWS)
    .limit(1)
    .execute();
  return { from, stepMs, counts, matched, capped: beyond.length > 0 };
}
