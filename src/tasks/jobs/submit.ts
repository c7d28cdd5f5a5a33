import type { Executor, TransactionScope } from '../../database/index.js';
import { recordEvents } from '../../events/index.js';
import { type Engine, type EnqueueEntry, JOB_DEFAULTS, type JobStatus } from '../../engine/index.js';
import type { RunSpec, TaskSchedule } from '../spec/run-spec.js';
import { specHashOf } from '../spec/spec-hash.js';
import { specJson } from '../spec/spec-json.js';
import { TASK_JOB } from '../task-jobs.js';
import { findReusableJobs, type Reuse, submissionKey } from './find-reusable-jobs.js';

export interface TaskSubmission {
  readonly spec: RunSpec;
  readonly schedule: TaskSchedule;
  readonly reuse: Reuse;
  /** The job whose run this repeats. */
  readonly replayOf?: string;
}

export interface TaskReceipt {
  readonly id: string;
  readonly status: JobStatus;
  readonly specHash: string;
  /** An earlier job is used for this submission. */
  readonly deduplicated: boolean;
}

/** Who submits. Without one, no event is recorded: programs that submit tasks record what they do themselves. */
export interface Submitter {
  readonly actor: string | null;
}

interface HashedSubmission extends TaskSubmission {
  readonly specHash: string;
  readonly tenant: string;
}

/**
 * Accepts tasks, all or none. A task with a reusable earlier job adds none. Search and insert are one transaction under a
 * lock for the tenant, so that two concurrent submissions get one job.
 */
export async function submitTasks(
  engine: Engine,
  submissions: readonly TaskSubmission[],
  by?: Submitter,
): Promise<TaskReceipt[]> {
  const hashed = submissions.map((submission) => ({
    ...submission,
    specHash: specHashOf(submission.spec),
    tenant: submission.schedule.tenant ?? JOB_DEFAULTS.tenant,
  }));
  const reusing = hashed.filter(({ reuse }) => reuse !== 'never');
  if (reusing.length === 0 && !by) return enqueueTasks(engine, hashed, new Map());
  return engine.transaction(async (tx) => {
    await lockTenants(tx, new Set(reusing.map(({ tenant }) => tenant)));
    const reusable = reusing.length === 0 ? new Map() : await findReusableJobs(tx, reusing);
    const receipts = await enqueueTasks(engine, hashed, reusable, tx);
    if (by) await recordSubmissions(tx, hashed, receipts, by);
    return receipts;
  });
}

/** One event for each task that was added. */
async function recordSubmissions(
  tx: TransactionScope,
  submissions: readonly HashedSubmission[],
  receipts: readonly TaskReceipt[],
  { actor }: Submitter,
): Promise<void> {
  for (const tenant of new Set(submissions.map((submission) => submission.tenant))) {
    const added = receipts.filter((receipt, index) => !receipt.deduplicated && submissions[index]?.tenant === tenant);
    const events = added.map(({ id, specHash }) => ({
      ...{ eventType: 'job.enqueued', aggregateType: 'job', aggregateId: id, actor },
      payload: { type: TASK_JOB.type, spec_hash: specHash },
    }));
    await recordEvents(tx, tenant, events);
  }
}

/** Enqueues one job for each submission without a reusable job; equal submissions share it. */
async function enqueueTasks(
  engine: Engine,
  submissions: readonly HashedSubmission[],
  reusable: ReadonlyMap<string, { id: string; status: JobStatus }>,
  tx?: TransactionScope,
): Promise<TaskReceipt[]> {
  const entries: EnqueueEntry<object>[] = [];
  const places = new Map<string, number>();
  const placeOf = submissions.map((submission) => {
    const key = submissionKey(submission);
    if (submission.reuse !== 'never') {
      if (reusable.has(key)) return undefined;
      const place = places.get(key);
      if (place !== undefined) return place;
      places.set(key, entries.length);
    }
    return entries.push(entryOf(submission)) - 1;
  });
  const receipts = entries.length === 0 ? [] : await engine.enqueueEach(TASK_JOB, entries, tx);
  const taken = new Set<number>();
  return submissions.map((submission, index) => {
    const { specHash } = submission;
    const place = placeOf[index];
    const job = place === undefined ? reusable.get(submissionKey(submission)) : receipts[place];
    if (!job) throw new Error('every submission has a job');
    const deduplicated = place === undefined || taken.has(place);
    if (place !== undefined) taken.add(place);
    return { id: job.id, status: job.status, specHash, deduplicated };
  });
}

function entryOf({ spec, schedule, specHash, replayOf }: HashedSubmission): EnqueueEntry<object> {
  return { payload: specJson(spec), options: { ...schedule, specHash, parentJobId: replayOf } };
}

// The first number distinguishes our advisory locks from those of other programs; it has no other meaning.
const LOCK = `SELECT pg_advisory_xact_lock(1936287844, hashtext(tenant))
  FROM (SELECT tenant FROM unnest($1::text[]) AS tenant ORDER BY hashtext(tenant)) AS ordered`;

/**
 * Blocks other submissions for these tenants until the transaction ends. All transactions lock in the same order, so
 * that two batches cannot deadlock. SQLite has a single writer anyway.
 */
async function lockTenants(tx: Executor, tenants: ReadonlySet<string>): Promise<void> {
  if (tx.dialect === 'postgres') await tx.query(LOCK, [[...tenants]]);
}
