import { isoTime, parseExactJson } from '../platform/index.js';
import type { ScheduleRecord } from './schedules/schedules.js';

export interface ScheduleJson extends Omit<ScheduleRecord, 'payload' | 'next_run_at' | 'last_run_at' | 'created_at'> {
  readonly payload: unknown;
  readonly next_run_at: string | null;
  readonly last_run_at: string | null;
  readonly created_at: string | null;
}

export function scheduleJson(schedule: ScheduleRecord): ScheduleJson {
  return {
    ...schedule,
    payload: parseExactJson(schedule.payload),
    next_run_at: isoTime(schedule.next_run_at),
    last_run_at: isoTime(schedule.last_run_at),
    created_at: isoTime(schedule.created_at),
  };
}
