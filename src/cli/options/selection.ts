import type { Command } from 'commander';
import { repeated, several } from './values.js';

/** Options that select files of a folder and give them topics: for `scan` and `start`. */
export interface SelectionOptions {
  tag?: string[];
  pattern?: string[];
  ignore?: string[];
}

export function addSelectionOptions(command: Command): Command {
  return command
    .option('--tag <topic>', 'Topic for the files, added to existing topics. Repeatable, or comma-separated', several)
    .option(
      '--pattern <glob>',
      'Only matching files: a name, or, with a slash, a path in the folder. Repeatable',
      repeated,
    )
    .option('--ignore <glob>', 'Skip matching files and folders. Repeatable', repeated);
}
