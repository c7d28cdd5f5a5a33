import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { addJobFilter } from '../options/job-filter.js';
import { addLimit } from '../options/limit.js';
import { duration, several } from '../options/values.js';

export function declareJobs(program: Command): void {
  const jobs = program
    .command('jobs')
    .summary('List jobs, or prune old ones')
    .description('Lists jobs, newest first. With `prune`, deletes finished ones.')
    .option(
      '--status <status>',
      'Only jobs in this state: pending, running, completed, completed_with_warnings, failed, dead_letter, cancelled ' +
        '(or the name another system has for it: queued, succeeded …). Repeatable',
      several,
    )
    .option('--type <type>', 'Only jobs of this type')
    .option('--parser <name>', 'Only file jobs of this parser')
    .enablePositionalOptions();
  addLimit(addJobFilter(jobs)).action(runs(() => import('./jobs/list.js')));
  examples(jobs, [
    ['casparian jobs --status failed --status dead_letter', 'What went wrong'],
    ['casparian jobs --status pending --older-than 1h', 'What has waited for long'],
    ["casparian jobs --json | jq -r '.[].id'", 'The ids, for a script'],
  ]);
  declarePrune(jobs);
}

function declarePrune(jobs: Command): void {
  const prune = jobs
    .command('prune')
    .summary('Delete jobs that finished long ago')
    .description('Deletes finished jobs and their logs. Jobs that wait or run are never touched.')
    .requiredOption('--older-than <duration>', 'Finished longer ago than this: 30d, 12h', duration)
    .option('--status <status>', 'Only jobs that ended in this state. Repeatable', several)
    .option('--tenant <tenant>', 'Only jobs of this tenant')
    .option('--dry-run', 'Count them, delete nothing')
    .action(runs(() => import('./jobs/prune.js')));
  examples(prune, [
    ['casparian jobs prune --older-than 30d --dry-run', 'How many would go'],
    ['casparian jobs prune --older-than 7d --status completed', 'Keep what failed'],
  ]);
}
