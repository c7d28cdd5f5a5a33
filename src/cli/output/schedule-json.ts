import type { ScheduleRecord } from '../../engine/index.js';
import { parseExactJson } from '../../platform/index.js';
import { isoTime } from './time.js';

/** A schedule as JSON: as it is kept, with times and payload as JSON has them. */
export function scheduleJson(schedule: ScheduleRecord): object {
  return {
    ...schedule,
    payload: parseExactJson(schedule.payload),
    next_run_at: isoTime(schedule.next_run_at),
    last_run_at: isoTime(schedule.last_run_at),
    created_at: isoTime(schedule.created_at),
  };
}
