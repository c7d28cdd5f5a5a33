import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { addLogOptions } from '../options/logs.js';

const ID = '0199c3a4-5f6b-7000-8000-000000000000';

export function declareJob(program: Command): void {
  const job = program
    .command('job')
    .summary('Look at one job, retry it, cancel it')
    .description('Everything about one job. Ids are printed by `casparian jobs` and `casparian enqueue`.');
  declareLooks(job);
  declareDeeds(job);
  examples(job, [
    [`casparian job why ${ID}`, 'Why does it not start?'],
    [`casparian job logs -f ${ID}`, 'Watch it work'],
    [`casparian job retry ${ID}`, 'Once more, after the cause is gone'],
  ]);
}

function declareLooks(job: Command): void {
  const show = job
    .command('show <id>')
    .summary('Show all there is to know about it')
    .description('Shows a job: its payload, its result, and what went wrong in each attempt, with what to do about it.')
    .action(runs(() => import('./job/show.js')));
  examples(show, [
    [`casparian job show ${ID}`, 'What went wrong, and what to do'],
    [`casparian job show ${ID} --json | jq .errors`, 'All its errors, for a script'],
  ]);
  const logs = job
    .command('logs <id>')
    .summary('Print what it logged and printed')
    .description('Prints what the job logged and what its program printed, in the order of time.');
  addLogOptions(logs).action(runs(() => import('./job/logs.js')));
  examples(logs, [
    [`casparian job logs ${ID} --attempt 1`, 'Of the first attempt'],
    [`casparian job logs -f ${ID}`, 'Watch it work'],
  ]);
  const why = job
    .command('why <id>')
    .summary('Say why it is not running')
    .description('Says in words why a job is not running.')
    .action(runs(() => import('./job/why.js')));
  examples(why, [[`casparian job why ${ID}`, 'A paused queue, no worker, a later time …']]);
}

function declareDeeds(job: Command): void {
  const retry = job
    .command('retry <id>')
    .summary('Run it again')
    .description('Runs a failed, dead or cancelled job again with fresh counters, or a waiting one at once.')
    .action(runs(() => import('./job/retry.js')));
  examples(retry, [[`casparian job retry ${ID}`, 'Many at a time: casparian triage retry']]);
  const cancel = job
    .command('cancel <id>')
    .summary('End it, or have it stopped')
    .description('Ends a waiting job at once. A running one is asked to stop, on whatever machine it runs.')
    .action(runs(() => import('./job/cancel.js')));
  examples(cancel, [[`casparian job cancel ${ID}`, 'It ends as cancelled; retry brings it back']]);
}
