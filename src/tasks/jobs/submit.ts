import type { Executor, TransactionScope } from '../../database/index.js';
import { type Engine, type EnqueueEntry, JOB_DEFAULTS, type JobStatus } from '../../engine/index.js';
import type { RunSpec, TaskSchedule } from '../spec/run-spec.js';
import { specHashOf } from '../spec/spec-hash.js';
import { specJson } from '../spec/spec-json.js';
import { TASK_JOB } from '../task-jobs.js';
import { answeringJobs, type Reuse, submissionKey } from './find-reusable-jobs.js';

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
  /** An earlier job answers for this submission. */
  readonly deduplicated: boolean;
}

interface HashedSubmission extends TaskSubmission {
  readonly specHash: string;
  readonly tenant: string;
}

/**
 * Accepts tasks, all of them or none; one that an earlier job answers for adds nothing. Looking and inserting are one
 * transaction under a lock for the tenant, so two submitters at once get one job.
 */
export async function submitTasks(engine: Engine, submissions: readonly TaskSubmission[]): Promise<TaskReceipt[]> {
  const hashed = submissions.map((submission) => ({
    ...submission,
    specHash: specHashOf(submission.spec),
    tenant: submission.schedule.tenant ?? JOB_DEFAULTS.tenant,
  }));
  const reusing = hashed.filter(({ reuse }) => reuse !== 'never');
  if (reusing.length === 0) return enqueueTasks(engine, hashed, new Map());
  return engine.transaction(async (tx) => {
    await lockTenants(tx, new Set(reusing.map(({ tenant }) => tenant)));
    return enqueueTasks(engine, hashed, await answeringJobs(tx, reusing), tx);
  });
}

/** One job for each submission that nobody answers for; those that are alike share it. */
async function enqueueTasks(
  engine: Engine,
  submissions: readonly HashedSubmission[],
  answers: ReadonlyMap<string, { id: string; status: JobStatus }>,
  tx?: TransactionScope,
): Promise<TaskReceipt[]> {
  const entries: EnqueueEntry<object>[] = [];
  const places = new Map<string, number>();
  const placeOf = submissions.map((submission) => {
    const key = submissionKey(submission);
    if (submission.reuse !== 'never') {
      if (answers.has(key)) return undefined;
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
    const answer = place === undefined ? answers.get(submissionKey(submission)) : receipts[place];
    if (!answer) throw new Error('every submission has a job');
    const deduplicated = place === undefined || taken.has(place);
    if (place !== undefined) taken.add(place);
    return { id: answer.id, status: answer.status, specHash, deduplicated };
  });
}

function entryOf({ spec, schedule, specHash, replayOf }: HashedSubmission): EnqueueEntry<object> {
  return { payload: specJson(spec), options: { ...schedule, specHash, parentJobId: replayOf } };
}

// The first number is ours among those who use advisory locks in this database; it has no meaning.
const LOCK = `SELECT pg_advisory_xact_lock(1936287844, hashtext(tenant))
  FROM (SELECT tenant FROM unnest($1::text[]) AS tenant ORDER BY hashtext(tenant)) AS ordered`;

/**
 * Until the transaction ends, nobody else submits for these tenants. Taken in one order by all, so that two batches do
 * not wait for each other. In SQLite a transaction has the only writer anyway.
 */
export async function lockTenants(tx: Executor, tenants: ReadonlySet<string>): Promise<void> {
  if (tx.dialect === 'postgres') await tx.query(LOCK, [[...tenants]]);
}
