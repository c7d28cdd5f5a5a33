import { shortIds } from '../../../database/index.js';
import { parseStatus } from '../../../engine/index.js';
import { jobSummaryJson } from '../../../engine/job-json.js';
import type { Invocation } from '../../invocation.js';
import type { JobFilterOptions } from '../../options/job-filter.js';
import { limitOf } from '../../options/limit.js';
import { jobTable } from '../../output/job-table.js';
import { withEngine } from '../../session.js';

export interface ListOptions extends JobFilterOptions {
  status?: string[];
  type?: string;
  parser?: string;
}

export async function run(invocation: Invocation<ListOptions>): Promise<void> {
  const { options, output } = invocation;
  const { status, type, tenant, queue, parser, olderThan, newerThan } = options;
  const limit = limitOf(options, output);
  const statuses = status?.map(parseStatus);
  const fields = parser === undefined ? undefined : { parser };
  const filter = { statuses, type, tenant, queue, fields, olderThanMs: olderThan, newerThanMs: newerThan };
  const { jobs, shortId } = await withEngine(invocation, async (engine) => {
    const found = await engine.jobs({ ...filter, limit: limit + 1 });
    const shown = found.slice(0, limit);
    const ids = output.asJson ? [] : shown.map(({ id }) => id);
    return {
      jobs: { shown, isCut: found.length > limit },
      shortId: await shortIds(engine.database, { table: 'cf_jobs' }, ids),
    };
  });
  if (jobs.isCut) output.warning(`Showing the newest ${limit}; use --limit for more.`);
  if (output.asJson) return output.json(jobs.shown.map(jobSummaryJson));
  if (jobs.shown.length > 0) output.print(jobTable(jobs.shown, shortId, output));
  if (jobs.shown.length === 0)
    output.message(isFiltered(options) ? 'No job matches.' : 'No jobs yet. Try: casparian enqueue noop');
}

function isFiltered({ status, type, tenant, queue, parser, olderThan, newerThan }: ListOptions): boolean {
  return [status, type, tenant, queue, parser, olderThan, newerThan].some((filter) => filter !== undefined);
}
