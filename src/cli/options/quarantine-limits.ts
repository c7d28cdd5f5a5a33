import type { Command } from 'commander';
import { share, wholeNumber } from './values.js';

/** How many bad rows a file may have before it fails: for `run` and `process`. */
export function addQuarantineLimits(command: Command): Command {
  return command
    .option(
      '--quarantine-threshold <share>',
      'Fail a file if more than this share of its rows is invalid: 0.5 (the default), 10%',
      share,
    )
    .option(
      '--max-quarantine-rows <n>',
      'Fail a file if more rows than this are invalid (10000)',
      wholeNumber('--max-quarantine-rows', { min: 0, max: Number.MAX_SAFE_INTEGER }),
    );
}
