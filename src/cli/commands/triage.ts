import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { addCommandFilter, addJobFilter } from '../options/job-filter.js';
import { addLimit, DEFAULT_LIMIT } from '../options/limit.js';
import { several } from '../options/values.js';

export function declareTriage(program: Command): void {
  const triage = program
    .command('triage')
    .summary('Look after failed and dead jobs, many at a time')
    .description(
      'Failed and dead jobs of every type: what went wrong, how often, and what becomes of them. All its commands take ' +
        'the same filters.',
    );
  declareList(triage);
  declareRetry(triage);
  declareCancel(triage);
  examples(triage, [
    ['casparian triage list', 'What went wrong, the most frequent first'],
    ['casparian triage retry --code TASK_TIMEOUT --newer-than 1d', 'Once the cause is gone'],
    ["casparian triage cancel --message 'no such customer'", 'Give these up'],
  ]);
}

function declareList(triage: Command): void {
  const list = withFilter(triage.command('list'))
    .summary('Show what went wrong, and how often')
    .description('Groups failed and dead jobs by type, error code and message, the largest group first.')
    .action(runs(() => import('./triage/list.js')));
  addLimit(list, `At most this many groups; with --json, jobs (${DEFAULT_LIMIT})`);
  examples(list, [
    ['casparian triage list --newer-than 1d', 'What failed since yesterday'],
    ["casparian triage list --type task --json | jq -r '.[].id'", 'Each of them, for a script'],
  ]);
}

function declareRetry(triage: Command): void {
  const retry = withSafety(withFilter(triage.command('retry')))
    .summary('Run them again')
    .description('Runs failed and dead jobs again, with fresh counters. Their errors stay with them.')
    .action(runs(() => import('./triage/retry.js')));
  examples(retry, [
    ['casparian triage retry --code TASK_TIMEOUT --dry-run', 'How many it would be'],
    ['casparian triage retry --queue mail --limit 10', 'Ten of them first'],
    ['casparian triage retry --all --yes --json', '{"matched":…,"retried":…}'],
  ]);
}

function declareCancel(triage: Command): void {
  const cancel = withSafety(withFilter(triage.command('cancel')))
    .summary('Give them up')
    .description(
      'Takes failed and dead jobs off the list: they end as cancelled. Nothing is deleted; `casparian job retry` brings ' +
        'one back.',
    )
    .action(runs(() => import('./triage/cancel.js')));
  examples(cancel, [
    ["casparian triage cancel --type task --command import.py --message 'no such customer'", 'One kind'],
    ['casparian triage cancel --older-than 30d --yes', 'What nobody has missed for a month'],
  ]);
}

/** Which jobs are meant: the same for whatever is done with them. */
function withFilter(command: Command): Command {
  command
    .option('--id <id>', 'Only this job. Repeatable', several)
    .option('--type <type>', 'Only jobs of this type. Repeatable', several)
    .option('--code <code>', 'Only jobs whose last error has this code')
    .option('--message <text>', 'Only jobs whose last error says this, in any case');
  return addJobFilter(addCommandFilter(command), 'Only jobs', 'that ended');
}

function withSafety(command: Command): Command {
  return addLimit(command, 'At most this many, the newest first')
    .option('--all', 'All failed and dead jobs; needed where no filter is given')
    .option('--dry-run', 'Count them, change nothing')
    .option('--yes', 'Do not ask');
}
