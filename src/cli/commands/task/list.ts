import { parseStatus } from '../../../engine/index.js';
import { findTasks } from '../../../tasks/index.js';
import { taskSummaryJson } from '../../../tasks/task-json.js';
import type { Invocation } from '../../invocation.js';
import type { JobFilterOptions } from '../../options/job-filter.js';
import { DEFAULT_LIMIT } from '../../options/limit.js';
import { taskTable } from '../../output/task-table.js';
import { withEngine } from '../../session.js';

export interface ListOptions extends JobFilterOptions {
  status?: string[];
  command?: string;
}

export async function run(invocation: Invocation<ListOptions>): Promise<void> {
  const { options, output } = invocation;
  const { status, command, tenant, queue, olderThan, newerThan, limit = DEFAULT_LIMIT } = options;
  const statuses = status?.map(parseStatus);
  const filter = { statuses, command, tenant, queue, olderThanMs: olderThan, newerThanMs: newerThan };
  const tasks = await withEngine(invocation, (engine) => findTasks(engine, { ...filter, limit }));
  if (output.asJson) return output.json(tasks.map(taskSummaryJson));
  if (tasks.length > 0) output.print(taskTable(tasks, output));
  if (tasks.length === limit) output.message(`Showing the newest ${limit}; use --limit for more.`);
  if (tasks.length > 0) return;
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  output.message(isFiltered ? 'No task matches.' : 'No tasks yet. Try: casparian task submit --wait -- echo hello');
}
