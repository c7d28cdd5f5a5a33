import { sql } from 'kysely';
import type { Cron } from 'croner';
import { type Database, queryBuilder, type TransactionScope } from '../../database/index.js';
import { newId } from '../../platform/index.js';
import { databaseNow } from '../database-now.js';
import type { EngineSchema, SchedulesTable } from '../schema/tables.js';
import type { JobStore, NewJob } from '../store.js';
import { nextRunAfter, readCron } from './cron.js';
import type { ScheduleRecord } from './schedules.js';

/** A due time older than this was missed: no worker was running. */
const MISSED_AFTER_MS = 60_000;
/** Of more missed runs than this, only the latest are caught up. */
const MAX_CATCH_UP = 1_000;

/** Enqueues a job for every due time, once among all workers. Returns how many. */
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
      // One schedule that cannot be fired must not block the others.
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
  // All workers read the same next_run_at; the one that updates it fires.
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
    // A second guard: a due time gets one job, even if the row of the schedule was restored.
    idempotencyKey: `schedule:${schedule.name}:${new Date(time).toISOString()}`,
    specHash: null,
    traceparent: null,
    correlationId: null,
    reuseCompleted: false,
    parentJobId: null,
  };
}

/** When a schedule should have fired up to now, by its catch-up policy. Pure. */
function dueTimes(cron: Cron, schedule: Pick<SchedulesTable, 'catch_up' | 'next_run_at'>, now: number): number[] {
  const limit = schedule.catch_up === 'all' ? MAX_CATCH_UP : 1;
  const times = [schedule.next_run_at, ...timesAfter(cron, schedule.next_run_at, now, limit)].slice(-limit);
  return schedule.catch_up === 'none' ? times.filter((time) => now - time <= MISSED_AFTER_MS) : times;
}

/** The due times after `from`, up to now; of more than `limit`, the latest. */
function timesAfter(cron: Cron, from: number, now: number, limit: number): number[] {
  const times: number[] = [];
  for (let next = nextRunAfter(cron, from); next <= now; next = nextRunAfter(cron, next)) {
    times.push(next);
    // One step takes 0.2 ms, so a year of seconds would take hours. Look back from now instead.
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
