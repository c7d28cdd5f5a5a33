import { Argument, type Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { addBulkOptions } from '../options/bulk.js';
import { addJobFilter } from '../options/job-filter.js';
import { addLimit } from '../options/limit.js';
import { duration, priority, several } from '../options/values.js';

export function declareJobs(program: Command): void {
  const jobs = program
    .command('jobs')
    .summary('List jobs, count what ended, change many')
    .description('Lists jobs, newest first. `stats` counts what ended, `bulk` changes many, `prune` deletes old ones.')
    .option(
      '--status <status>',
      'Only jobs in this state: pending, running, completed, completed_with_warnings, failed, dead_letter, cancelled ' +
        '(names of other systems work too: queued, succeeded …). Repeatable',
      several,
    )
    .option('--type <type>', 'Only jobs of this type')
    .option('--parser <name>', 'Only file jobs of this parser')
    .enablePositionalOptions();
  addLimit(addJobFilter(jobs)).action(runs(() => import('./jobs/list.js')));
  examples(jobs, [
    ['casparian jobs --status failed --status dead_letter', 'What went wrong'],
    ['casparian jobs --status pending --older-than 1h', 'Jobs that have waited for over an hour'],
    ["casparian jobs --json | jq -r '.[].id'", 'The ids, for a script'],
  ]);
  declareStats(jobs);
  declareBulk(jobs);
  declarePrune(jobs);
}

function declareStats(jobs: Command): void {
  const stats = jobs
    .command('stats')
    .summary('Show how many jobs ended, and how long they took')
    .description('Shows how many jobs ended, and how long their attempts took, by type and queue.')
    .option('--since <duration>', 'How far back, up to 365d (24h)', duration)
    .option('--tenant <tenant>', 'Only jobs of this tenant')
    .option('--queue <queue>', 'Only jobs of this queue')
    .option('--type <type>', 'Only jobs of this type')
    .action(runs(() => import('./jobs/stats.js')));
  examples(stats, [
    ['casparian jobs stats --since 7d', 'The last week, by type and queue'],
    ["casparian jobs stats --type parse --json | jq '.points'", 'A series for a chart'],
  ]);
}

function declareBulk(jobs: Command): void {
  const bulk = jobs
    .command('bulk')
    .summary('Retry, cancel, delete or reprioritize many jobs')
    .description(
      'Changes all jobs that match, as one job that survives restarts. Refuses if the number of matches is not the ' +
        'confirmed one. Jobs whose state does not allow the change are skipped and counted.',
    )
    .addArgument(new Argument('<action>', 'What to do with them').choices(['retry', 'cancel', 'delete', 'priority']))
    .option('--status <status>', 'Only jobs in this state. Repeatable', several)
    .option('--type <type>', 'Only jobs of this type')
    .option('--parser <name>', 'Only file jobs of this parser')
    .option('--code <code>', 'Only jobs whose last error has this code')
    .option('--message <text>', 'Only jobs whose last error contains this text, ignoring case')
    .option('--priority <p>', 'For the action priority: 0 critical, 1 high, 2 normal, 3 low; number or name', priority)
    .option('--all', 'All jobs of the tenant; required without a filter');
  addBulkOptions(addJobFilter(bulk)).action(runs(() => import('./jobs/bulk.js'), { ownsSignals: true }));
  examples(bulk, [
    ['casparian jobs bulk retry --status failed --type task --dry-run', 'Count the matching jobs'],
    ['casparian jobs bulk cancel --status pending --queue mail --yes', 'Cancel all that wait in a queue'],
    ['casparian jobs bulk priority --priority low --type report --yes', 'Let other jobs run first'],
  ]);
}

function declarePrune(jobs: Command): void {
  const prune = jobs
    .command('prune')
    .summary('Delete old finished jobs')
    .description('Deletes finished jobs and their logs. Never deletes waiting or running jobs.')
    .requiredOption('--older-than <duration>', 'Only jobs that finished longer ago than this: 30d, 12h', duration)
    .option('--status <status>', 'Only jobs in this final state. Repeatable', several)
    .option('--tenant <tenant>', 'Only jobs of this tenant')
    .option('--dry-run', 'Count them without deleting')
    .action(runs(() => import('./jobs/prune.js')));
  examples(prune, [
    ['casparian jobs prune --older-than 30d --dry-run', 'Count what would be deleted'],
    ['casparian jobs prune --older-than 7d --status completed', 'Keep failed jobs'],
  ]);
}
