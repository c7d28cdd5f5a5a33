import { parseStatus, type Priority } from '../../../engine/index.js';
import type { BulkJobFilter, JobsRequest } from '../../../operations/index.js';
import { CasparianError } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import type { BulkOptions } from '../../options/bulk.js';
import type { JobFilterOptions } from '../../options/job-filter.js';
import { runBulk } from '../bulk-operation.js';

export interface BulkJobOptions extends BulkOptions, Omit<JobFilterOptions, 'limit'> {
  status?: string[];
  type?: string;
  parser?: string;
  code?: string;
  message?: string;
  priority?: Priority;
  all?: boolean;
}

export async function run(invocation: Invocation<BulkJobOptions>): Promise<void> {
  const { args, options } = invocation;
  const action = args[0] as JobsRequest['action'];
  const filter = filterOf(options);
  requireFilter(filter, options.all === true);
  if ((action === 'priority') !== (options.priority !== undefined)) {
    throw new CasparianError('USAGE', 'The action priority, and no other, needs --priority', {
      next: ['For example: casparian jobs bulk priority --priority low --type report'],
    });
  }
  await runBulk(invocation, { target: 'jobs', action, filter, priority: options.priority });
}

function filterOf({ status, type, queue, parser, code, message, olderThan, newerThan }: BulkJobOptions): BulkJobFilter {
  return {
    ...{ type, queue, parser, message, older_than_ms: olderThan, newer_than_ms: newerThan },
    statuses: status?.map(parseStatus),
    code: code?.toUpperCase().replaceAll('-', '_'),
  };
}

/** Acting on all jobs is rarely intended, so it must be explicit. */
function requireFilter(filter: BulkJobFilter, all: boolean): void {
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  if (isFiltered !== all) return;
  throw new CasparianError(
    'USAGE',
    isFiltered ? '--all and a filter cannot be combined' : 'bulk needs a filter or --all',
    {
      next: ['Add a filter, such as --status failed or --type task, or select all jobs with --all.'],
    },
  );
}
