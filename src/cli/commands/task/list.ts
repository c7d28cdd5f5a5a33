import { shortIds } from '../../../database/index.js';
import { parseStatus } from '../../../engine/index.js';
import { findTasks } from '../../../tasks/index.js';
import { taskSummaryJson } from '../../../tasks/task-json.js';
import type { Invocation } from '../../invocation.js';
import type { JobFilterOptions } from '../../options/job-filter.js';
import { limitOf } from '../../options/limit.js';
import { taskTable } from '../../output/task-table.js';
import { withEngine } from '../../session.js';

export interface ListOptions extends JobFilterOptions {
  status?: string[];
  command?: string;
}

export async function run(invocation: Invocation<ListOptions>): Promise<void> {
  const { options, output } = invocation;
  const { status, command, tenant, queue, olderThan, newerThan } = options;
  const limit = limitOf(options, output);
  const statuses = status?.map(parseStatus);
  const filter = { statuses, command, tenant, queue, olderThanMs: olderThan, newerThanMs: newerThan };
  const { found, shortId } = await withEngine(invocation, async (engine) => {
    const some = await findTasks(engine, { ...filter, limit: limit + 1 });
    const ids = output.asJson ? [] : some.map(({ id }) => id);
    return { found: some, shortId: await shortIds(engine.database, { table: 'cf_jobs' }, ids) };
  });
  const tasks = found.slice(0, limit);
  if (found.length > limit) output.warning(`Showing the newest ${limit}; use --limit for more.`);
  if (output.asJson) return output.json(tasks.map(taskSummaryJson));
  if (tasks.length > 0) output.print(taskTable(tasks, shortId, output));
  if (tasks.length > 0) return;
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  output.message(isFiltered ? 'No task matches.' : 'No tasks yet. Try: casparian task submit --wait -- echo hello');
}
