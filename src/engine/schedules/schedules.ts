import { type Database, type Executor, queryBuilder } from '../../database/index.js';
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
  throw new CasparianError('SCHEDULE_NOT_FOUND', `Schedule '${name}' does not exist`, {
    next: [hint('List the schedules with', { action: 'schedule.list' })],
  });
}

export async function listSchedules(database: Executor): Promise<ScheduleRecord[]> {
  return queryBuilder<EngineSchema>(database).selectFrom('cf_schedules').selectAll().orderBy('name').execute();
}

async function findSchedule(tx: Executor, name: string): Promise<ScheduleRecord | undefined> {
  return queryBuilder<EngineSchema>(tx)
    .selectFrom('cf_schedules')
    .selectAll()
    .where('name', '=', name)
    .executeTakeFirst();
}

function scheduleExists(name: string): CasparianError {
  return new CasparianError('SCHEDULE_EXISTS', `A schedule '${name}' already exists`, {
    next: [hint('To replace it, add', { options: { replace: true } }), 'Or choose another name.'],
  });
}
