import { sql } from 'kysely';
import { type Executor, queryBuilder } from '../database/index.js';
import { formatDuration, type Hint, hint } from '../platform/index.js';
import { databaseNow } from './database-now.js';
import { getJob } from './find-jobs.js';
import type { JobRecord } from './job.js';
import { pausedQueues } from './queues.js';
import type { EngineSchema } from './schema/tables.js';
import { describeWait, waitOf } from './limits/explain-wait.js';
import { listWorkers, serves, type WorkerRecord } from './workers.js';

export type ReasonCode =
  | 'finished'
  | 'running'
  | 'lease_expired'
  | 'cancel_requested'
  | 'queue_paused'
  | 'scheduled'
  | 'waiting_to_retry'
  | 'no_worker'
  | 'limit_reached'
  | 'waiting_for_limit'
  | 'runs_alone'
  | 'next_in_line';

export interface Reason {
  code: ReasonCode;
  message: string;
  next: readonly Hint[];
}

export interface Explanation {
  job: JobRecord;
  /** All reasons that apply now, the most important first. */
  reasons: Reason[];
}

const MAX_COUNTED = 10_000;

const NO_WORKER: Reason = {
  code: 'no_worker',
  message: 'No worker is running.',
  next: [hint('Start one with', { action: 'worker' })],
};

/** Explains why a job is not running. */
export async function explainJob(database: Executor, id: string): Promise<Explanation> {
  const job = await getJob(database, id);
  const now = await databaseNow(database);
  if (job.status === 'running') return { job, reasons: whyRunning(job, now) };
  if (job.status !== 'pending') return { job, reasons: [whyFinished(job)] };
  const limited = await whyLimited(database, job, now);
  const later = limited.length > 0 ? limited : whyLater(job, now);
  const reasons = [
    ...(await whyPaused(database, job)),
    ...later,
    ...(await whyUnserved(database, job)),
    ...whyAlone(job),
  ];
  return { job, reasons: reasons.length > 0 ? reasons : [await whyNotYet(database, job, now)] };
}

function whyFinished(job: JobRecord): Reason {
  const at = job.finishedAt === null ? '' : ` at ${iso(job.finishedAt)}`;
  const later = supersededBy(job.result);
  if (later !== undefined) return reason('finished', `It failed${at}; job ${later} has done its work since.`);
  const last = job.errors.at(-1);
  const because = last && job.status !== 'completed' ? `: ${last.message} (${last.code})` : '';
  return reason('finished', `It is not waiting: it ended as ${job.status}${at}${because}.`);
}

/** The job that made a failed one obsolete. */
function supersededBy(result: unknown): string | undefined {
  const { superseded_by: by } = (result ?? {}) as { superseded_by?: unknown };
  return typeof by === 'string' ? by : undefined;
}

function whyRunning(job: JobRecord, now: number): Reason[] {
  const until = job.leaseExpiresAt ?? 0;
  const cancel: Reason[] =
    job.cancelRequestedAt === null
      ? []
      : [reason('cancel_requested', `Its cancellation was requested at ${iso(job.cancelRequestedAt)}.`)];
  if (until < now) {
    const message = `It was running on ${job.leaseOwner}, whose lease expired at ${iso(until)}; the next active worker takes it over.`;
    return [reason('lease_expired', message), ...cancel];
  }
  const message = `It is running: lease held by ${job.leaseOwner} until ${iso(until)} (fence ${job.fence}).`;
  return [reason('running', message), ...cancel];
}

async function whyPaused(database: Executor, job: JobRecord): Promise<Reason[]> {
  const paused = (await pausedQueues(database)).find((queue) => queue.name === job.queue);
  if (!paused) return [];
  const because = paused.reason ? ` (${paused.reason})` : '';
  const message = `Queue '${job.queue}' is paused since ${iso(paused.pausedAt)}${because}.`;
  const next = [hint('Resume it with', { action: 'queue.resume', arguments: [job.queue] })];
  return [{ code: 'queue_paused', message, next }];
}

/** The limit that returned the job to the queue, with its bounds and what they are used by now. */
async function whyLimited(database: Executor, job: JobRecord, now: number): Promise<Reason[]> {
  const wait = await waitOf(database, job);
  return wait ? [reason('waiting_for_limit', describeWait(wait, now))] : [];
}

function whyLater(job: JobRecord, now: number): Reason[] {
  if (job.runAt <= now) return [];
  const when = `${iso(job.runAt)}, in ${formatDuration(job.runAt - now)}`;
  const last = job.errors.at(-1);
  if (job.attempts === 0 || !last) return [reason('scheduled', `It is scheduled for ${when}.`)];
  const message = `Waiting to retry: attempt ${job.attempts} of ${job.maxAttempts} failed (${last.code}: ${last.message}); the next one is at ${when}.`;
  return [reason('waiting_to_retry', message)];
}

/** A suspect waits until a worker has nothing else to do; see worker/isolation.ts. */
function whyAlone(job: JobRecord): Reason[] {
  if (job.suspicion === 0) return [];
  const others = job.crashes > 0 ? 'It took down a worker' : 'A worker died while it held this job and others';
  return [reason('runs_alone', `${others}, so it runs alone: a worker starts it when its other jobs have ended.`)];
}

async function whyUnserved(database: Executor, job: JobRecord): Promise<Reason[]> {
  const alive = (await listWorkers(database)).filter((worker) => worker.alive);
  const fitting = alive.filter((worker) => serves(worker, job));
  if (alive.length === 0) return [NO_WORKER];
  if (fitting.length === 0) return [reason('no_worker', describeUnserved(alive, job))];
  const running = await runningByWorker(database);
  const free = fitting.some((worker) => (running.get(worker.id) ?? 0) < worker.concurrency);
  if (free) return [];
  const full = fitting.map((worker) => `${worker.id} (${worker.concurrency} at once)`).join(', ');
  return [reason('limit_reached', `Limit reached: every worker that serves it is busy: ${full}.`)];
}

function describeUnserved(alive: readonly WorkerRecord[], job: JobRecord): string {
  const ofType = alive.filter((worker) => worker.types.includes(job.type));
  if (ofType.length === 0) return `No worker for its type: ${alive.length} running, none serves '${job.type}'.`;
  return `No worker for its queue and tenant: ${ofType.length} serve '${job.type}', none of them queue '${job.queue}' for tenant '${job.tenant}'.`;
}

async function runningByWorker(database: Executor): Promise<Map<string, number>> {
  const rows = await queryBuilder<EngineSchema>(database)
    .selectFrom('cf_jobs')
    .select(['lease_owner', sql<number>`count(*)`.as('count')])
    .where('status', '=', 'running')
    .groupBy('lease_owner')
    .execute();
  return new Map(rows.map((row) => [row.lease_owner ?? '', Number(row.count)]));
}

async function whyNotYet(database: Executor, job: JobRecord, now: number): Promise<Reason> {
  const ahead = await queryBuilder<EngineSchema>(database)
    .selectFrom('cf_jobs')
    .select('id')
    .where('status', '=', 'pending')
    .where('queue', '=', job.queue)
    .where('tenant', '=', job.tenant)
    .where('type', '=', job.type)
    .where('run_at', '<=', now)
    .where((eb) =>
      eb(eb.refTuple('priority', 'run_at', 'id'), '<', eb.tuple(job.priority as number, job.runAt, job.id)),
    )
    .limit(MAX_COUNTED)
    .execute();
  const count = ahead.length === MAX_COUNTED ? `at least ${MAX_COUNTED}` : String(ahead.length);
  const message =
    ahead.length === 0
      ? 'It is next in line: a free worker will claim it soon.'
      : `It is due and waits its turn: ${ahead.length === 1 ? '1 job of its kind is' : `${count} jobs of its kind are`} ahead of it.`;
  return reason('next_in_line', message);
}

function reason(code: ReasonCode, message: string): Reason {
  return { code, message, next: [] };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
