import { sql } from 'kysely';
import { type Database, queryBuilder, type TransactionScope } from '../../database/index.js';
import { newId } from '../../platform/index.js';
import { databaseNow } from '../database-now.js';
import type { EngineSchema } from '../schema/tables.js';
import type { JobStore, NewJob } from '../store.js';
import { nextRunAfter, readCron } from './cron.js';
import { dueTimes } from './due-times.js';
import type { ScheduleRecord } from './schedules.js';

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
