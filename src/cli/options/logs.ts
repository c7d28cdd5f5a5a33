import type { Command } from 'commander';
import { wholeNumber } from './values.js';

/** Options of commands that print logs: `job logs` and `task logs`. */
export interface LogOptions {
  follow?: boolean;
  attempt?: number;
}

export function addLogOptions(command: Command): Command {
  return command
    .option('-f, --follow', 'Print new lines until the job ends, across attempts')
    .option('--attempt <n>', 'Only this attempt; 1 is the first', wholeNumber('--attempt', { min: 1, max: 10_000 }));
}
