import type { Command } from 'commander';
import { share, wholeNumber } from './values.js';

/** How many bad rows a file may have before it is taken for broken: `run` and `process`. */
export function addQuarantineLimits(command: Command): Command {
  return command
    .option(
      '--quarantine-threshold <share>',
      'Fail a file when more than this share of its rows is bad: 0.5 (the default), 10%',
      share,
    )
    .option(
      '--max-quarantine-rows <n>',
      'Fail a file when more rows than this are bad (10000)',
      wholeNumber('--max-quarantine-rows', { min: 0, max: Number.MAX_SAFE_INTEGER }),
    );
}
