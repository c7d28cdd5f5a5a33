import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { addLogOptions } from '../options/logs.js';

export function declareJob(program: Command): void {
  const job = program
    .command('job')
    .summary('Look at one job, retry it, cancel it')
    .description('Everything about one job. Ids are printed by `casparian jobs` and `casparian enqueue`.');
  job
    .command('show <id>')
    .summary('Show all there is to know about it')
    .description('Shows a job: its payload, its result, and what went wrong in each attempt, with what to do about it.')
    .action(runs(() => import('./job/show.js')));
  job
    .command('retry <id>')
    .summary('Run it again')
    .description('Runs a failed, dead or cancelled job again with fresh counters, or a waiting one at once.')
    .action(runs(() => import('./job/retry.js')));
  job
    .command('cancel <id>')
    .summary('End it, or have it stopped')
    .description('Ends a waiting job at once. A running one is asked to stop, on whatever machine it runs.')
    .action(runs(() => import('./job/cancel.js')));
  addLogOptions(
    job
      .command('logs <id>')
      .summary('Print what it logged and printed')
      .description('Prints what the job logged and what its program printed, in the order of time.'),
  ).action(runs(() => import('./job/logs.js')));
  job
    .command('why <id>')
    .summary('Say why it is not running')
    .description('Says in words why a job is not running.')
    .action(runs(() => import('./job/why.js')));
  examples(job, [
    ['casparian job why 0199c3a4-…', 'Why does it not start?'],
    ['casparian job logs -f 0199c3a4-…', 'Watch it work'],
  ]);
}
