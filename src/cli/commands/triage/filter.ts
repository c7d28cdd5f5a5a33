import type { TroubleFilter } from '../../../engine/index.js';
import { CasparianError } from '../../../platform/index.js';
import type { JobFilterOptions } from '../../options/job-filter.js';

/** The options that say which jobs are meant. */
export interface FilterOptions extends JobFilterOptions {
  id?: string[];
  type?: string[];
  code?: string;
  message?: string;
  command?: string;
}

export function troubleFilter(options: FilterOptions): TroubleFilter {
  const { type: types, queue, tenant, code, message, command, olderThan, newerThan, id, limit } = options;
  return {
    ...{ types, queue, tenant, message, command, limit },
    ids: id?.map((one) => one.toLowerCase()),
    code: code?.toUpperCase().replaceAll('-', '_'),
    olderThanMs: olderThan,
    newerThanMs: newerThan,
  };
}

/** Whether anything but a number says which jobs are meant. */
export function isFiltered(filter: TroubleFilter): boolean {
  return Object.entries(filter).some(([name, value]) => name !== 'limit' && value !== undefined);
}

/** Everything at once is meant seldom, and must be said. */
export function requireFilter(filter: TroubleFilter, all: boolean, verb: string): void {
  if (isFiltered(filter) && all) {
    throw new CasparianError('USAGE', '--all and a filter cannot be combined', {
      why: '--all selects all failed jobs, a filter only some.',
    });
  }
  if (isFiltered(filter) || all) return;
  throw new CasparianError('USAGE', `${verb} needs a filter or --all`, {
    next: [
      'Add a filter, such as --code TASK_TIMEOUT or --type task. To see the failed jobs: casparian triage list',
      'Or select all of them: --all',
    ],
  });
}
