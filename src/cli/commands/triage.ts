import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { addCommandFilter, addJobFilter } from '../options/job-filter.js';
import { addLimit, DEFAULT_LIMIT } from '../options/limit.js';
import { several } from '../options/values.js';

export function declareTriage(program: Command): void {
  const triage = program
    .command('triage')
    .summary('List, retry or cancel failed and dead jobs')
    .description(
      'Shows failed and dead jobs of all types by error, and retries or cancels many at once. All commands take the ' +
        'same filters.',
    );
  declareList(triage);
  declareRetry(triage);
  declareCancel(triage);
  examples(triage, [
    ['casparian triage list', 'The most frequent errors first'],
    ['casparian triage retry --code TASK_TIMEOUT --newer-than 1d', 'After you fixed the cause'],
    ["casparian triage cancel --message 'no such customer'", 'Cancel these jobs'],
  ]);
}

function declareList(triage: Command): void {
  const list = withFilter(triage.command('list'))
    .summary('Show failed jobs, grouped by error')
    .description('Groups failed and dead jobs by type, error code and message, the largest group first.')
    .action(runs(() => import('./triage/list.js')));
  addLimit(list, `At most this many groups (${DEFAULT_LIMIT}); with --json, jobs (all)`);
  examples(list, [
    ['casparian triage list --newer-than 1d', 'Jobs that failed since yesterday'],
    ["casparian triage list --type task --json | jq -r '.[].id'", 'The ids, for a script'],
  ]);
}

function declareRetry(triage: Command): void {
  const retry = withSafety(withFilter(triage.command('retry')))
    .summary('Run failed jobs again')
    .description(
      'Runs failed and dead jobs again, with new attempt counters. Keeps their errors. Files are read with the current ' +
        'version of their parser.',
    )
    .option('--same-version', 'Read files with the version of the parser that failed')
    .action(runs(() => import('./triage/retry.js')));
  examples(retry, [
    ['casparian triage retry --code TASK_TIMEOUT --dry-run', 'Count the matching jobs'],
    ['casparian triage retry --queue mail --limit 10', 'Ten jobs first'],
    ['casparian triage retry --all --yes --json', '{"matched":…,"retried":…}'],
  ]);
}

function declareCancel(triage: Command): void {
  const cancel = withSafety(withFilter(triage.command('cancel')))
    .summary('Cancel failed jobs')
    .description(
      'Cancels failed and dead jobs, so that they are no longer listed. Deletes nothing; `casparian job retry` runs a ' +
        'cancelled job again.',
    )
    .action(runs(() => import('./triage/cancel.js')));
  examples(cancel, [
    ["casparian triage cancel --type task --command import.py --message 'no such customer'", 'One kind of error'],
    ['casparian triage cancel --older-than 30d --yes', 'Jobs that failed over a month ago'],
  ]);
}

/** Options that select jobs, the same for all actions. */
function withFilter(command: Command): Command {
  command
    .option('--id <id>', 'Only this job. Repeatable', several)
    .option('--type <type>', 'Only jobs of this type. Repeatable', several)
    .option('--code <code>', 'Only jobs whose last error has this code')
    .option('--message <text>', 'Only jobs whose last error contains this text, ignoring case');
  return addJobFilter(addCommandFilter(command), 'Only jobs', 'that ended');
}

function withSafety(command: Command): Command {
  return addLimit(command, 'At most this many, newest first')
    .option('--all', 'All failed and dead jobs; required without a filter')
    .option('--dry-run', 'Count them without changing anything')
    .option('--yes', 'Do not ask for confirmation');
}
