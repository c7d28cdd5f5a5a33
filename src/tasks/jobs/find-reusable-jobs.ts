import { sql } from 'kysely';
import { type Executor, queryBuilder } from '../../database/index.js';
import type { EngineSchema, JobStatus } from '../../engine/index.js';
import { TASK_JOB } from '../task-jobs.js';

/** Which earlier jobs of the same spec a submission may reuse: unfinished ones, successful ones as well, or none. */
export type Reuse = 'running' | 'completed' | 'never';

interface Wanted {
  readonly tenant: string;
  readonly specHash: string;
  readonly reuse: Reuse;
}

const REUSABLE = ['pending', 'running', 'completed', 'completed_with_warnings'] as const;
/** Well below the number of parameters that both databases allow. */
const MAX_HASHES_PER_QUERY = 5_000;

/** Submissions with the same key are the same task. */
export function submissionKey({ tenant, specHash }: Pick<Wanted, 'tenant' | 'specHash'>): string {
  return `${specHash} ${tenant}`;
}

/** The newest job that each submission may reuse, by `submissionKey`. */
export async function findReusableJobs(
  tx: Executor,
  wanted: readonly Wanted[],
): Promise<Map<string, { id: string; status: JobStatus }>> {
  const memo = new Set(wanted.filter(({ reuse }) => reuse === 'completed').map(submissionKey));
  const reusable = new Map<string, { id: string; status: JobStatus }>();
  for (let from = 0; from < wanted.length; from += MAX_HASHES_PER_QUERY) {
    const some = wanted.slice(from, from + MAX_HASHES_PER_QUERY);
    for (const { id, status, tenant, specHash } of await newestOfEach(tx, some)) {
      const key = submissionKey({ tenant, specHash: specHash ?? '' });
      const isOver = status !== 'pending' && status !== 'running';
      if (!reusable.has(key) && (!isOver || memo.has(key))) reusable.set(key, { id, status });
    }
  }
  return reusable;
}

/** The newest unfinished and the newest successful job of each spec, newest first. */
async function newestOfEach(
  tx: Executor,
  wanted: readonly Wanted[],
): Promise<{ id: string; status: JobStatus; tenant: string; specHash: string | null }[]> {
  const isOver = sql`CASE WHEN status = 'pending' OR status = 'running' THEN 0 ELSE 1 END`;
  const ranked = queryBuilder<EngineSchema>(tx)
    .selectFrom('cf_jobs')
    .select(['id', 'status', 'tenant', 'spec_hash as specHash'])
    .select(sql<number>`row_number() OVER (PARTITION BY spec_hash, tenant, ${isOver} ORDER BY id DESC)`.as('place'))
    .where('spec_hash', 'in', [...new Set(wanted.map(({ specHash }) => specHash))])
    .where('tenant', 'in', [...new Set(wanted.map(({ tenant }) => tenant))])
    .where('type', '=', TASK_JOB.type)
    .where('status', 'in', REUSABLE)
    // A job with a cancel request ends without a result.
    .where('cancel_requested_at', 'is', null)
    .as('ranked');
  return queryBuilder<EngineSchema>(tx)
    .selectFrom(ranked)
    .select(['id', 'status', 'tenant', 'specHash'])
    .where('place', '=', 1)
    .orderBy('id', 'desc')
    .execute();
}
