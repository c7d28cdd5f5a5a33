import type { Command } from 'commander';
import { duration } from './values.js';

/** Options that select jobs: for `jobs`, `task list` and `triage`. */
export interface JobFilterOptions {
  tenant?: string;
  queue?: string;
  olderThan?: number;
  newerThan?: number;
  limit?: number;
}

/** Filters by tenant, queue and age; `which` begins their descriptions, `aged` names what has the age. */
export function addJobFilter(command: Command, which = 'Only jobs', aged = 'created'): Command {
  return command
    .option('--tenant <tenant>', `${which} of this tenant`)
    .option('--queue <queue>', `${which} of this queue`)
    .option('--older-than <duration>', `${which} ${aged} longer ago than this: 30d, 12h, 15m`, duration)
    .option('--newer-than <duration>', `${which} ${aged} within this time`, duration);
}

export function addCommandFilter(command: Command): Command {
  return command.option(
    '--command <word>',
    'Only tasks whose command contains this word, or a path that ends in it: python, reports, import.py',
  );
}
