import {
  type Alongside,
  type ChangedJob,
  type Engine,
  JOB_DEFAULTS,
  type JobRecord,
  type QueueLimit,
  queueNamed,
  type QueueState,
  removeSchedule,
  runNow,
} from '../../engine/index.js';
import { lockName } from '../../database/index.js';
import { type NewEvent, recordEvents } from '../../events/index.js';
import { type UsedParser, useCurrentParsers } from '../../pipeline/index.js';
import { CasparianError, hint } from '../../platform/index.js';

/** Who makes a change; null for the system itself. */
export type Actor = string | null;

/** Ends a waiting job, or asks a running one to stop. */
export function cancelJob(engine: Engine, id: string, actor: Actor): Promise<JobRecord> {
  return engine.cancel(id, recordOf('job.cancel_requested', actor));
}

/** Runs a job again with fresh counters: a parse with the current version of its parser, unless `sameVersion` is set. */
export function retryJob(
  engine: Engine,
  id: string,
  actor: Actor,
  { sameVersion = false }: RetryOptions = {},
): Promise<JobRecord> {
  return engine.retry(id, alongsideRetry(actor, { sameVersion }));
}

export interface RetryOptions {
  /** Read files with the version of the parser that failed. */
  readonly sameVersion?: boolean | undefined;
  /** Called with the parsers that will be used. */
  readonly onParsers?: ((parsers: readonly UsedParser[]) => void) | undefined;
}

/** What belongs to the transaction of a retry. */
export function alongsideRetry(actor: Actor, { sameVersion, onParsers }: RetryOptions): Alongside {
  return async (tx, jobs) => {
    await recordOf('job.retried', actor)(tx, jobs);
    if (sameVersion) return;
    const parsers = await useCurrentParsers(tx, jobs);
    onParsers?.(parsers);
  };
}

/** Makes a waiting job due. One that runs or has ended stays as it is. */
export async function runJobNow(engine: Engine, id: string, actor: Actor): Promise<JobRecord> {
  const { tenant, type } = await engine.job(id);
  await engine.transaction(async (tx) => {
    await runNow(tx, [id.toLowerCase()]);
    await recordOf('job.run_now', actor)(tx, [{ id, tenant, type }]);
  });
  return engine.job(id);
}

/** Records a change of jobs in its own transaction, as one event of each job. */
export function recordOf(eventType: string, actor: Actor): Alongside {
  return async (tx, jobs) => {
    for (const [tenant, own] of byTenant(jobs)) {
      const events = own.map(({ id, type }) => ({
        ...{ eventType, aggregateType: 'job', aggregateId: id, actor },
        payload: { type },
      }));
      await recordEvents(tx, tenant, events);
    }
  };
}

/** Starts no more jobs of a queue. Queues belong to no tenant, so their events belong to the default one. */
export async function pauseQueue(
  engine: Engine,
  name: string,
  reason: string | undefined,
  actor: Actor,
): Promise<void> {
  await engine.transaction(async (tx) => {
    await lockName(tx, `queue ${name}`);
    await engine.pauseQueue(name, reason, tx);
    const event = ofQueue(name, 'queue.paused', actor, { reason: reason ?? null });
    await recordEvents(tx, JOB_DEFAULTS.tenant, [event]);
  });
}

/**
 * Limits a queue for all workers; null for both bounds removes the limit. `allow` can refuse the change of what the queue is at that
 * moment, by throwing.
 */
export async function limitQueue(
  engine: Engine,
  limit: QueueLimit,
  actor: Actor,
  allow?: (current: QueueState) => void,
): Promise<void> {
  await engine.transaction(async (tx) => {
    await lockName(tx, `queue ${limit.queue}`);
    allow?.(await queueNamed(tx, limit.queue));
    await engine.limitQueue(limit, tx);
    const { queue, concurrency, rate } = limit;
    // As text: events contain whole numbers only, because programs write fractions differently.
    const perMinute = rate ? String(rate.perMinute) : null;
    const bounds = { concurrency, rate_per_minute: perMinute, burst: rate?.burst ?? null };
    await recordEvents(tx, JOB_DEFAULTS.tenant, [ofQueue(queue, 'queue.limited', actor, bounds)]);
  });
}

/** False if the queue was not paused. */
export async function resumeQueue(engine: Engine, name: string, actor: Actor): Promise<boolean> {
  return engine.transaction(async (tx) => {
    await lockName(tx, `queue ${name}`);
    const resumed = await engine.resumeQueue(name, tx);
    if (resumed) await recordEvents(tx, JOB_DEFAULTS.tenant, [ofQueue(name, 'queue.resumed', actor, {})]);
    return resumed;
  });
}

/** With a tenant, only if the schedule is one of that tenant. */
export async function removeScheduleByHand(engine: Engine, name: string, actor: Actor, only?: string): Promise<void> {
  await engine.transaction(async (tx) => {
    const { tenant, type, cron } = await removeSchedule(tx, name);
    // Throwing undoes the removal.
    if (only !== undefined && tenant !== only) throw scheduleNotFound(name);
    const about = { aggregateType: 'schedule', aggregateId: name };
    await recordEvents(tx, tenant, [{ ...about, eventType: 'schedule.removed', actor, payload: { type, cron } }]);
  });
}

export function scheduleNotFound(name: string): CasparianError {
  return new CasparianError('SCHEDULE_NOT_FOUND', `Schedule '${name}' does not exist`, {
    next: [hint('List the schedules with', { action: 'schedule.list' })],
  });
}

function ofQueue(name: string, eventType: string, actor: Actor, payload: NewEvent['payload']): NewEvent {
  return { eventType, aggregateType: 'queue', aggregateId: name, actor, payload };
}

export function byTenant<Job extends ChangedJob>(jobs: readonly Job[]): Map<string, Job[]> {
  const tenants = new Map<string, Job[]>();
  for (const job of jobs) {
    const own = tenants.get(job.tenant);
    if (own) own.push(job);
    else tenants.set(job.tenant, [job]);
  }
  return tenants;
}
