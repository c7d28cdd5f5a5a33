import { Cron } from 'croner';
import { sql } from 'kysely';
import { type Database, type Executor, queryBuilder, type TransactionScope } from '../database/index.js';
import { CasparianError, errorMessage, newId } from '../platform/index.js';
import { databaseNow } from './database-now.js';
import { requireName } from './names.js';
import type { JobStore, NewJob } from './store.js';
import type { EngineSchema, SchedulesTable } from './schema/tables.js';

export type CatchUp = SchedulesTable['catch_up'];

export interface NewSchedule {
  name: string;
  cron: string;
  timezone: string;
  /** A job as `enqueue` would write it; id and run_at are set at each firing. */
  job: NewJob;
  catchUp: CatchUp;
}

export type ScheduleRecord = SchedulesTable;

/** A due time this old was missed: nobody was there to fire it. */
const MISSED_AFTER_MS = 60_000;
/** A schedule that missed more than this many runs fires the latest of them only this often. */
const MAX_CATCH_UP = 1_000;

export async function addSchedule(
  database: Database,
  schedule: NewSchedule,
  options: { replace: boolean },
): Promise<ScheduleRecord> {
  requireName('schedule', schedule.name);
  const cron = parseCron(schedule.cron, schedule.timezone);
  return database.transaction(async (tx) => {
    const builder = queryBuilder<EngineSchema>(tx);
    if (options.replace) await builder.deleteFrom('cf_schedules').where('name', '=', schedule.name).execute();
    else if (await findSchedule(tx, schedule.name)) throw scheduleExists(schedule.name);
    const now = await databaseNow(tx);
    const { job } = schedule;
    const row: ScheduleRecord = {
      name: schedule.name,
      cron: schedule.cron,
      timezone: schedule.timezone,
      tenant: job.tenant,
      queue: job.queue,
      type: job.type,
      payload: job.payload,
      priority: job.priority,
      max_attempts: job.maxAttempts,
      catch_up: schedule.catchUp,
      next_run_at: nextRunAfter(cron, now),
      last_run_at: null,
      last_job_id: null,
      created_at: now,
    };
    await builder.insertInto('cf_schedules').values(row).execute();
    return row;
  });
}

export async function removeSchedule(database: Executor, name: string): Promise<void> {
  const removed = await queryBuilder<EngineSchema>(database)
    .deleteFrom('cf_schedules')
    .where('name', '=', name)
    .returning('name')
    .execute();
  if (removed.length > 0) return;
  throw new CasparianError('SCHEDULE_NOT_FOUND', `There is no schedule '${name}'`, {
    next: ['List them with: casparian schedule list'],
  });
}

export async function listSchedules(database: Executor): Promise<ScheduleRecord[]> {
  return queryBuilder<EngineSchema>(database).selectFrom('cf_schedules').selectAll().orderBy('name').execute();
}

/** Enqueues a job for every due time, once among all workers. Answers how many. */
export async function fireDueSchedules(engine: { database: Database; store: JobStore; wake(): void }): Promise<number> {
  const due = await queryBuilder<EngineSchema>(engine.database)
    .selectFrom('cf_schedules')
    .selectAll()
    .where('next_run_at', '<=', sql<number>`cf_now()`)
    .execute();
  let fired = 0;
  const failures: unknown[] = [];
  for (const schedule of due) {
    try {
      fired += await engine.database.transaction((tx) => fire(engine.store, tx, schedule));
    } catch (error) {
      // The others must not wait for one that cannot be fired.
      failures.push(error);
    }
  }
  if (fired > 0) engine.wake();
  if (failures.length > 0) throw failures[0];
  return fired;
}

async function fire(store: JobStore, tx: TransactionScope, schedule: ScheduleRecord): Promise<number> {
  const now = await databaseNow(tx);
  const cron = readCron(schedule.cron, schedule.timezone);
  const times = dueTimes(cron, schedule, now);
  const jobs = times.map((time) => jobAt(schedule, time));
  // Whoever moves next_run_at on from the value all have read is the one that fires.
  const won = await queryBuilder<EngineSchema>(tx)
    .updateTable('cf_schedules')
    .set({
      next_run_at: nextRunAfter(cron, now),
      ...(jobs.length > 0 ? { last_run_at: times.at(-1) ?? null, last_job_id: jobs.at(-1)?.id ?? null } : {}),
    })
    .where('name', '=', schedule.name)
    .where('next_run_at', '=', schedule.next_run_at)
    .returning('name')
    .execute();
  if (won.length === 0 || jobs.length === 0) return 0;
  await store.enqueue(jobs, tx);
  return jobs.length;
}

function dueTimes(cron: Cron, schedule: ScheduleRecord, now: number): number[] {
  const limit = schedule.catch_up === 'all' ? MAX_CATCH_UP : 1;
  const times = [schedule.next_run_at, ...timesAfter(cron, schedule.next_run_at, now, limit)].slice(-limit);
  return schedule.catch_up === 'none' ? times.filter((time) => now - time <= MISSED_AFTER_MS) : times;
}

/** The due times after `from`, up to now; of more than `limit`, the latest. */
function timesAfter(cron: Cron, from: number, now: number, limit: number): number[] {
  const times: number[] = [];
  for (let next = nextRunAfter(cron, from); next <= now; next = nextRunAfter(cron, next)) {
    times.push(next);
    // Finding one takes 0.2 ms: to walk through a year of seconds would take hours. We look back from now instead.
    if (times.length > limit) return latestTimes(cron, now, limit);
  }
  return times;
}

function latestTimes(cron: Cron, now: number, count: number): number[] {
  const nextSecond = new Date(now - (now % 1_000) + 1_000);
  return cron
    .previousRuns(count, nextSecond)
    .map((date) => date.getTime())
    .reverse();
}

function jobAt(schedule: ScheduleRecord, time: number): NewJob {
  return {
    id: newId(),
    tenant: schedule.tenant,
    queue: schedule.queue,
    type: schedule.type,
    payload: schedule.payload,
    priority: schedule.priority,
    runAt: time,
    delayMs: 0,
    maxAttempts: schedule.max_attempts,
    // A second lock on the same door: the due time can have one job, even if the schedule's row was restored.
    idempotencyKey: `schedule:${schedule.name}:${new Date(time).toISOString()}`,
    specHash: null,
    reuseCompleted: false,
    parentJobId: null,
  };
}

/** For a new schedule, which must have a future. */
function parseCron(pattern: string, timezone: string): Cron {
  const cron = readCron(pattern, timezone);
  if (!cron.nextRun()) throw invalidCron(pattern, timezone, new Error('it never comes due'));
  return cron;
}

function readCron(pattern: string, timezone: string): Cron {
  try {
    const cron = new Cron(pattern, { timezone, paused: true });
    // The zone is not looked at before a time is asked for.
    cron.nextRun();
    return cron;
  } catch (error) {
    throw invalidCron(pattern, timezone, error);
  }
}

function invalidCron(pattern: string, timezone: string, cause: unknown): CasparianError {
  return new CasparianError('CRON_INVALID', `'${pattern}' (${timezone}) is not a usable schedule`, {
    why: errorMessage(cause),
    next: ["Write it like '*/5 * * * *' (minute hour day month weekday), with a zone such as Europe/Berlin."],
    cause,
  });
}

/** A pattern that can come due no more rests at the end of time. */
function nextRunAfter(cron: Cron, time: number): number {
  return cron.nextRun(new Date(time))?.getTime() ?? Number.MAX_SAFE_INTEGER;
}

async function findSchedule(tx: Executor, name: string): Promise<ScheduleRecord | undefined> {
  return queryBuilder<EngineSchema>(tx)
    .selectFrom('cf_schedules')
    .selectAll()
    .where('name', '=', name)
    .executeTakeFirst();
}

function scheduleExists(name: string): CasparianError {
  return new CasparianError('SCHEDULE_EXISTS', `A schedule '${name}' exists already`, {
    next: ['Pass --replace to change it, or choose another name.'],
  });
}
