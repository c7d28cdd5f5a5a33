import { CRASH_BUDGET } from '../../../src/engine/ending.js';
import type { Ending, JobStatus } from '../../../src/engine/index.js';
import type { JobsTable } from '../../../src/engine/schema/tables.js';
import type { NewJob } from '../../../src/engine/store.js';

/** A time the database has set by its clock. The model knows it to the minute, and then takes over what it reads. */
export interface About {
  about: number;
}
export type Time = number | About;

/** known: this very ending was written before. */
export type Verdict = 'accepted' | 'known' | 'refused';

const TOLERANCE_MS = 60_000;
export const aboutNow = (plusMs = 0): About => ({ about: Date.now() + plusMs });

/** What the model says of one job. Names are those of the columns. */
export interface ModelJob {
  readonly id: string;
  readonly tenant: string;
  readonly queue: string;
  readonly priority: number;
  readonly max_attempts: number;
  readonly idempotency_key: string | null;
  readonly parent_job_id: string | null;
  status: JobStatus;
  run_at: Time;
  attempts: number;
  crashes: number;
  fence: number;
  lease_owner: string | null;
  lease_expires_at: Time | null;
  cancel_requested_at: Time | null;
  finished_at: Time | null;
  result: string | null;
  /** Codes of the errors kept. */
  errors: string[];
  suspicion: number;
  suspect_fence: number | null;
}

/** The whole state machine in memory, as plainly as it can be said. */
export class Model {
  jobs: ModelJob[] = [];
  readonly paused = new Set<string>();
  accepted = 0;
  pruned = 0;

  /** Answers the id of the job that has the key, or undefined when this one was accepted. */
  enqueue(job: NewJob): ModelJob | undefined {
    const holder = this.jobs.find(
      ({ tenant, idempotency_key: key }) => key !== null && key === job.idempotencyKey && tenant === job.tenant,
    );
    if (holder) return holder;
    this.accepted++;
    this.jobs.push({
      ...{ id: job.id, tenant: job.tenant, queue: job.queue, priority: job.priority, max_attempts: job.maxAttempts },
      ...{ idempotency_key: job.idempotencyKey, parent_job_id: job.parentJobId },
      ...{
        status: 'pending',
        run_at: aboutNow(job.delayMs),
        attempts: 0,
        crashes: 0,
        fence: 0,
        errors: [],
        result: null,
        suspicion: 0,
        suspect_fence: null,
      },
      ...{ lease_owner: null, lease_expires_at: null, cancel_requested_at: null, finished_at: null },
    });
    return undefined;
  }

  /** Pending jobs of queues that are not paused, by lane, each in its order. */
  lanes(): Map<string, ModelJob[]> {
    const lanes = new Map<string, ModelJob[]>();
    for (const job of this.jobs) {
      if (job.status !== 'pending' || this.paused.has(job.queue)) continue;
      const key = laneOf(job);
      lanes.set(key, [...(lanes.get(key) ?? []), job]);
    }
    // The sort is stable: jobs of one time stay in the order they came.
    for (const line of lanes.values()) line.sort((a, b) => known(a.run_at) - known(b.run_at));
    return lanes;
  }

  claim(owner: string, leaseMs: number, quota: number): ModelJob[] {
    const due = [...this.lanes().values()].flatMap((line) =>
      line.filter((job) => job.suspicion === 0 && known(job.run_at) <= Date.now()).slice(0, quota),
    );
    for (const job of due) this.begin(job, owner, leaseMs);
    return due;
  }

  /** The due suspect of the best priority, and of those the one that waits longest. */
  firstSuspect(): ModelJob | undefined {
    const lanes = [...this.lanes().values()];
    const due = lanes.flat().filter((job) => job.suspicion > 0 && known(job.run_at) <= Date.now());
    const place = new Map(this.jobs.map((job, index) => [job, index]));
    return due.toSorted(
      (a, b) => a.priority - b.priority || known(a.run_at) - known(b.run_at) || place.get(a)! - place.get(b)!,
    )[0];
  }

  begin(job: ModelJob, owner: string, leaseMs: number): void {
    const lease = { lease_owner: owner, lease_expires_at: aboutNow(leaseMs) };
    Object.assign(job, { status: 'running', ...lease, fence: job.fence + 1 });
  }

  heldBy(owner: string): ModelJob[] {
    return this.jobs.filter((job) => job.status === 'running' && job.lease_owner === owner);
  }

  /** accepted: it ends by this. known: an earlier call wrote the same. refused: neither. */
  judge(owner: string, { id, fence, status }: Ending): Verdict {
    const job = this.jobs.find((one) => one.id === id);
    if (job?.fence !== fence) return 'refused';
    if (job.status === 'running' && job.lease_owner === owner) return 'accepted';
    const ended = status === 'pending' && job.cancel_requested_at !== null ? ['pending', 'cancelled'] : [status];
    return ended.includes(job.status) ? 'known' : 'refused';
  }

  finish(job: ModelJob, ending: Ending, errorCode?: string): void {
    const status = statusAfter(job, ending);
    job.status = status;
    job.finished_at = status === 'pending' ? null : aboutNow();
    if (ending.delayMs !== null) job.run_at = aboutNow(ending.delayMs);
    job.attempts += ending.charge;
    job.crashes += ending.crash;
    job.result = ending.result ?? job.result;
    if (errorCode !== undefined) job.errors.push(errorCode);
    job.lease_owner = job.lease_expires_at = null;
    for (const followUp of ending.followUps ?? []) this.enqueue(followUp);
  }

  expired(): ModelJob[] {
    return this.jobs.filter((job) => job.status === 'running' && known(job.lease_expires_at) < Date.now());
  }

  rescue(): ModelJob[] {
    const expired = this.expired();
    const owners = new Set(expired.map((job) => job.lease_owner!));
    const crowded = [...owners].map((owner) => this.heldBy(owner)).filter((held) => held.length > 1);
    const alone = expired.filter((job) => !crowded.flat().includes(job) && job.suspect_fence !== job.fence);
    for (const job of crowded.flat()) {
      if (job.suspect_fence === job.fence) continue;
      job.suspicion++;
      job.suspect_fence = job.fence;
    }
    for (const job of expired) {
      const isCharged = alone.includes(job);
      const poison = isCharged && job.crashes + 1 > CRASH_BUDGET;
      const dead = poison || (isCharged && job.attempts + 1 >= job.max_attempts);
      this.letGo(job, dead ? 'dead_letter' : job.cancel_requested_at !== null ? 'cancelled' : 'pending');
      if (!isCharged) continue;
      job.errors.push(poison ? 'POISON_JOB' : 'WORKER_CRASHED');
      job.attempts++;
      job.crashes++;
      job.suspicion = Math.max(1, job.suspicion);
    }
    return expired;
  }

  releaseUnknownClaims(owner: string, keep: ReadonlySet<string>): number {
    const unknown = this.heldBy(owner).filter((job) => !keep.has(job.id));
    for (const job of unknown) this.letGo(job, job.cancel_requested_at === null ? 'pending' : 'cancelled');
    return unknown.length;
  }

  /** Answers whether it could be cancelled. */
  cancel(job: ModelJob): boolean {
    if (job.status !== 'pending' && job.status !== 'running') return false;
    job.cancel_requested_at = aboutNow();
    if (job.status === 'pending') this.letGo(job, 'cancelled');
    return true;
  }

  retry(job: ModelJob): boolean {
    if (!['pending', 'failed', 'dead_letter', 'cancelled'].includes(job.status)) return false;
    this.letGo(job, 'pending');
    Object.assign(job, { attempts: 0, crashes: 0, run_at: aboutNow(), cancel_requested_at: null });
    return true;
  }

  prune(olderThanMs: number): number {
    const before = this.jobs.length;
    const isOld = ({ finished_at }: ModelJob): boolean =>
      finished_at !== null && known(finished_at) < Date.now() - olderThanMs;
    this.jobs = this.jobs.filter((job) => !isOld(job));
    this.pruned += before - this.jobs.length;
    return before - this.jobs.length;
  }

  advance(ms: number): void {
    for (const job of this.jobs) {
      for (const column of ['run_at', 'lease_expires_at', 'cancel_requested_at', 'finished_at'] as const) {
        const time = job[column];
        if (time !== null) job[column] = known(time) - ms;
      }
    }
  }

  /** The rows as they must be. Times the model knows only roughly are taken over from the database. */
  agreeWith(rows: readonly JobsTable[]): { expected: object[]; actual: object[] } {
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const job of this.jobs) {
      const row = byId.get(job.id);
      if (row) adopt(job, row);
    }
    const expected = this.jobs.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    return { expected, actual: rows.map(modelOf) };
  }

  private letGo(job: ModelJob, status: JobStatus): void {
    job.status = status;
    job.finished_at = status === 'pending' ? null : aboutNow();
    job.lease_owner = job.lease_expires_at = null;
  }
}

export function laneOf(job: Pick<ModelJob, 'queue' | 'tenant' | 'priority'>): string {
  return `${job.queue}/${job.tenant}/${job.priority}`;
}

function adopt(job: ModelJob, row: JobsTable): void {
  for (const column of ['run_at', 'lease_expires_at', 'cancel_requested_at', 'finished_at'] as const) {
    const time = job[column];
    const actual = row[column];
    if (typeof time !== 'object' || time === null || actual === null) continue;
    if (Math.abs(actual - time.about) < TOLERANCE_MS) job[column] = actual;
  }
}

function modelOf(row: JobsTable): ModelJob {
  const { id, tenant, queue, priority, max_attempts, idempotency_key, parent_job_id, status, run_at, attempts } = row;
  const { crashes, fence, lease_owner, lease_expires_at, cancel_requested_at, finished_at, result } = row;
  const { suspicion, suspect_fence } = row;
  const errors = (JSON.parse(row.errors ?? '[]') as { code: string }[]).map((error) => error.code);
  return {
    ...{ id, tenant, queue, priority, max_attempts, idempotency_key, parent_job_id, status, run_at, attempts, crashes },
    ...{ fence, lease_owner, lease_expires_at, cancel_requested_at, finished_at, result, errors },
    ...{ suspicion, suspect_fence },
  };
}

/** What becomes of a running job that ends like this: one that somebody wants cancelled does not wait again. */
export function statusAfter(job: ModelJob, { status }: Ending): JobStatus {
  return status === 'pending' && job.cancel_requested_at !== null ? 'cancelled' : status;
}

export function known(time: Time | null): number {
  if (typeof time !== 'number')
    throw new Error(`the database did not set the time the model expects: ${JSON.stringify(time)}`);
  return time;
}
