import type { Command } from 'commander';
import { repeated, several } from './values.js';

/** Which files are taken from a folder, and for what: `scan` and `start`. */
export interface SelectionOptions {
  tag?: string[];
  pattern?: string[];
  ignore?: string[];
}

export function addSelectionOptions(command: Command): Command {
  return command
    .option('--tag <topic>', 'Topic of the files found, added to those they have. Repeatable, or with commas', several)
    .option(
      '--pattern <glob>',
      'Only files that match: a name, or with a slash a path in the folder. Repeatable',
      repeated,
    )
    .option('--ignore <glob>', 'Pass by files and folders that match. Repeatable', repeated);
}
