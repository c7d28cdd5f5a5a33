import { listSchedules, type ScheduleRecord } from '../../../engine/index.js';
import { scheduleJson } from '../../../engine/schedule-json.js';
import type { Invocation } from '../../invocation.js';
import { type Column, renderTable } from '../../output/table.js';
import { relativeTime } from '../../output/time.js';
import { withEngine } from '../../session.js';

export async function run(invocation: Invocation): Promise<void> {
  const { output } = invocation;
  const schedules = await withEngine(invocation, ({ database }) => listSchedules(database));
  if (output.asJson) return output.json(schedules.map(scheduleJson));
  if (schedules.length === 0) return output.message('No schedules. Add one with: casparian schedule add');
  const now = Date.now();
  const columns: Column<ScheduleRecord>[] = [
    { title: 'NAME', cell: (schedule) => schedule.name },
    { title: 'CRON', cell: (schedule) => schedule.cron },
    { title: 'TIMEZONE', cell: (schedule) => schedule.timezone },
    { title: 'TYPE', cell: (schedule) => schedule.type },
    { title: 'NEXT', cell: (schedule) => relativeTime(schedule.next_run_at, now), align: 'right' },
    { title: 'LAST', cell: ({ last_run_at }) => (last_run_at === null ? 'never' : relativeTime(last_run_at, now)) },
  ];
  output.print(renderTable(columns, schedules, output.width));
}
