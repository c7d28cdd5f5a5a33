import { type Executor, PostgresDatabase } from '../../../database/index.js';
import type { JobStatus } from '../../job.js';
import type { EnqueueReceipt, NewJob } from '../../store.js';
import { accepted, isAlike, isPlain } from '../alike.js';
import { JOBS_CHANNEL } from './channel.js';
import { uuidArray } from './uuid-array.js';

const INSERT = `
WITH inserted AS (
  INSERT INTO cf_jobs (id, tenant, queue, type, payload, priority, run_at, max_attempts, idempotency_key, spec_hash,
    parent_job_id, created_at, traceparent, correlation_id)
  SELECT id, tenant, queue, type, payload, priority, coalesce(run_at, cf_now() + delay_ms), max_attempts,
    idempotency_key, spec_hash, parent_job_id, cf_now(), traceparent, correlation_id
  FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::json[], $6::smallint[], $7::bigint[], $8::bigint[],
    $9::int[], $10::text[], $11::text[], $12::uuid[], $13::text[], $14::text[])
    AS job (id, tenant, queue, type, payload, priority, run_at, delay_ms, max_attempts, idempotency_key, spec_hash,
      parent_job_id, traceparent, correlation_id)
  ON CONFLICT (tenant, type, idempotency_key) WHERE idempotency_key IS NOT NULL DO NOTHING
  RETURNING id
)
SELECT id, CASE WHEN $15 THEN pg_notify('${JOBS_CHANNEL}', '') END FROM inserted`;

// Jobs that differ only in id and payload, as bulk enqueues mostly do: the other columns are sent once, not once per
// job.
const INSERT_ALIKE = `
WITH inserted AS (
  INSERT INTO cf_jobs (id, payload, tenant, queue, type, priority, run_at, max_attempts, created_at, traceparent,
    correlation_id)
  SELECT id, payload, $3, $4, $5, $6, coalesce($7::bigint, cf_now() + $8::bigint), $9, cf_now(), $10, $11
  FROM unnest($1::uuid[], $2::json[]) AS job (id, payload)
)
SELECT CASE WHEN $12 THEN pg_notify('${JOBS_CHANNEL}', '') END`;

const BY_IDEMPOTENCY_KEY = `
SELECT id, status, tenant, type, idempotency_key AS key FROM cf_jobs
WHERE (tenant, type, idempotency_key) IN (SELECT * FROM unnest($1::text[], $2::text[], $3::text[]))`;

const COMPLETED_BY_SPEC = `
SELECT DISTINCT ON (spec_hash, tenant, type) id, status, tenant, type, spec_hash AS key FROM cf_jobs
WHERE (tenant, type, spec_hash) IN (SELECT * FROM unnest($1::text[], $2::text[], $3::text[]))
  AND status IN ('completed', 'completed_with_warnings') ORDER BY spec_hash, tenant, type, id DESC`;

interface EarlierJob {
  id: string;
  status: JobStatus;
  tenant: string;
  type: string;
  key: string;
}

export async function enqueueJobs(
  executor: Executor,
  jobs: readonly NewJob[],
  options: { notify: boolean },
): Promise<EnqueueReceipt[]> {
  const [first] = jobs;
  if (!first) return [];
  const notify = options.notify && executor.isQuiet !== true;
  if (jobs.every((job) => isPlain(job) && isAlike(job, first))) {
    await insertAlike(executor, first, jobs, notify);
    return jobs.map((job) => accepted(job.id));
  }
  return enqueueWithKeys(executor, jobs, notify);
}

async function enqueueWithKeys(
  executor: Executor,
  jobs: readonly NewJob[],
  notify: boolean,
): Promise<EnqueueReceipt[]> {
  const memo = jobs.filter((job) => job.reuseCompleted);
  const completed = await earlierJobs(executor, COMPLETED_BY_SPEC, memo, (job) => job.specHash);
  // A key always returns the job that has it, so it is looked up before the spec.
  const keyed = memo.filter((job) => job.idempotencyKey !== null);
  const held = await earlierJobs(executor, BY_IDEMPOTENCY_KEY, keyed, (job) => job.idempotencyKey);
  const receipts = new Map<NewJob, EnqueueReceipt>();
  for (const job of memo) {
    const earlier = held.get(identity(job, job.idempotencyKey)) ?? completed.get(identity(job, job.specHash));
    if (earlier) receipts.set(job, { id: earlier.id, status: earlier.status, deduplicated: true });
  }
  let open = inKeyOrder(jobs.filter((job) => !receipts.has(job)));
  // A job with the key can be pruned between our insert and our query; then the key is free, and we try again.
  while (open.length > 0) {
    const inserted = await insertEach(executor, open, notify);
    for (const job of open) if (inserted.has(job.id)) receipts.set(job, accepted(job.id));
    const refused = open.filter((job) => !inserted.has(job.id));
    const holders = await earlierJobs(executor, BY_IDEMPOTENCY_KEY, refused, (job) => job.idempotencyKey);
    for (const job of refused) {
      const holder = holders.get(identity(job, job.idempotencyKey));
      if (holder) receipts.set(job, { id: holder.id, status: holder.status, deduplicated: true });
    }
    open = refused.filter((job) => !receipts.has(job));
  }
  return jobs.map((job) => receipts.get(job) ?? accepted(job.id));
}

/** All processes insert keys in the same order: in different orders two of them could deadlock. */
function inKeyOrder(jobs: readonly NewJob[]): NewJob[] {
  const keyed = jobs.map((job) => ({ job, key: identity(job, job.idempotencyKey) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ job }) => job);
}

async function insertEach(executor: Executor, jobs: readonly NewJob[], notify: boolean): Promise<Set<string>> {
  const rows = await executor.query<{ id: string }>(INSERT, [
    jobs.map((job) => job.id),
    jobs.map((job) => job.tenant),
    jobs.map((job) => job.queue),
    jobs.map((job) => job.type),
    jobs.map((job) => job.payload),
    jobs.map((job) => job.priority),
    jobs.map((job) => job.runAt),
    jobs.map((job) => job.delayMs),
    jobs.map((job) => job.maxAttempts),
    jobs.map((job) => job.idempotencyKey),
    jobs.map((job) => job.specHash),
    jobs.map((job) => job.parentJobId),
    jobs.map((job) => job.traceparent),
    jobs.map((job) => job.correlationId),
    notify,
  ]);
  return new Set(rows.map((row) => row.id));
}

async function insertAlike(executor: Executor, like: NewJob, jobs: readonly NewJob[], notify: boolean): Promise<void> {
  const { tenant, queue, type, priority, runAt, delayMs, maxAttempts, traceparent, correlationId } = like;
  const ids = uuidArray(jobs.map((job) => job.id));
  const payloads = jobs.map((job) => job.payload);
  const times = [runAt, delayMs, maxAttempts];
  const params = [ids, payloads, tenant, queue, type, priority, ...times, traceparent, correlationId, notify];
  if (executor instanceof PostgresDatabase) await executor.keepingPlan(INSERT_ALIKE, params);
  else await executor.query(INSERT_ALIKE, params);
}

async function earlierJobs(
  executor: Executor,
  sql: string,
  jobs: readonly NewJob[],
  keyOf: (job: NewJob) => string | null,
): Promise<Map<string, EarlierJob>> {
  if (jobs.length === 0) return new Map();
  const columns = [jobs.map((job) => job.tenant), jobs.map((job) => job.type), jobs.map(keyOf)];
  const rows = await executor.query<EarlierJob>(sql, columns);
  return new Map(rows.map((row) => [identity(row, row.key), row]));
}

function identity(job: { tenant: string; type: string }, key: string | null): string {
  return JSON.stringify([job.tenant, job.type, key]);
}
