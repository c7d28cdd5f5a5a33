import { parseStatus } from '../../../engine/index.js';
import { jobSummaryJson } from '../../../engine/job-json.js';
import type { Invocation } from '../../invocation.js';
import type { JobFilterOptions } from '../../options/job-filter.js';
import { DEFAULT_LIMIT } from '../../options/limit.js';
import { jobTable } from '../../output/job-table.js';
import { withEngine } from '../../session.js';

export interface ListOptions extends JobFilterOptions {
  status?: string[];
  type?: string;
  parser?: string;
}

export async function run(invocation: Invocation<ListOptions>): Promise<void> {
  const { options, output } = invocation;
  const { status, type, tenant, queue, parser, olderThan, newerThan, limit = DEFAULT_LIMIT } = options;
  const statuses = status?.map(parseStatus);
  const fields = parser === undefined ? undefined : { parser };
  const filter = { statuses, type, tenant, queue, fields, olderThanMs: olderThan, newerThanMs: newerThan, limit };
  const jobs = await withEngine(invocation, (engine) => engine.jobs(filter));
  if (output.asJson) return output.json(jobs.map(jobSummaryJson));
  if (jobs.length > 0) output.print(jobTable(jobs, output));
  if (jobs.length === limit) output.message(`Showing the newest ${limit}; use --limit for more.`);
  if (jobs.length === 0)
    output.message(isFiltered(options) ? 'No job matches.' : 'No jobs yet. Try: casparian enqueue noop');
}

function isFiltered({ status, type, tenant, queue, parser, olderThan, newerThan }: ListOptions): boolean {
  return [status, type, tenant, queue, parser, olderThan, newerThan].some((filter) => filter !== undefined);
}
