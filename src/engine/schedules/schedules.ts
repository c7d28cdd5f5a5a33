import { type Executor, queryBuilder, type TransactionScope } from '../../database/index.js';
import { CasparianError, hint } from '../../platform/index.js';
import { databaseNow } from '../database-now.js';
import { requireName } from '../names.js';
import type { EngineSchema, SchedulesTable } from '../schema/tables.js';
import type { NewJob } from '../store.js';
import { nextRunAfter, parseCron } from './cron.js';

export type CatchUp = SchedulesTable['catch_up'];

export interface NewSchedule {
  name: string;
  cron: string;
  timezone: string;
  /** A job as written by `enqueue`; id and run_at are set at each firing. */
  job: NewJob;
  catchUp: CatchUp;
}

export type ScheduleRecord = SchedulesTable;

export async function addSchedule(
  tx: TransactionScope,
  schedule: NewSchedule,
  options: { replace: boolean },
): Promise<ScheduleRecord> {
  requireName('schedule', schedule.name);
  const cron = parseCron(schedule.cron, schedule.timezone);
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
  // One statement: workers that start at the same moment add the same schedule.
  const added = await queryBuilder<EngineSchema>(tx)
    .insertInto('cf_schedules')
    .values(row)
    .onConflict((same) => (options.replace ? same.column('name').doUpdateSet(row) : same.column('name').doNothing()))
    .returning('name')
    .execute();
  if (added.length === 0) throw scheduleExists(schedule.name);
  return row;
}

/** Returns what was removed. */
export async function removeSchedule(database: Executor, name: string): Promise<ScheduleRecord> {
  const removed = await queryBuilder<EngineSchema>(database)
    .deleteFrom('cf_schedules')
    .where('name', '=', name)
    .returningAll()
    .executeTakeFirst();
  if (removed !== undefined) return removed;
  throw new CasparianError('SCHEDULE_NOT_FOUND', `Schedule '${name}' does not exist`, {
    next: [hint('List the schedules with', { action: 'schedule.list' })],
  });
}

export async function listSchedules(database: Executor): Promise<ScheduleRecord[]> {
  return queryBuilder<EngineSchema>(database).selectFrom('cf_schedules').selectAll().orderBy('name').execute();
}

function scheduleExists(name: string): CasparianError {
  return new CasparianError('SCHEDULE_EXISTS', `A schedule '${name}' already exists`, {
    next: [hint('To replace it, add', { options: { replace: true } }), 'Or choose another name.'],
  });
}
