import type { TroubleFilter } from '../../../engine/index.js';
import { CasparianError } from '../../../platform/index.js';
import type { JobFilterOptions } from '../../options/job-filter.js';

/** The options that select jobs. */
export interface FilterOptions extends JobFilterOptions {
  id?: string[];
  type?: string[];
  code?: string;
  message?: string;
  command?: string;
}

/** Call it in a session, which completes ids. */
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

/** Whether anything besides a limit selects the jobs. */
export function isFiltered(filter: TroubleFilter): boolean {
  return Object.entries(filter).some(([name, value]) => name !== 'limit' && value !== undefined);
}

/** Acting on all jobs is rarely intended, so it must be explicit. */
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
