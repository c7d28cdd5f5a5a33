import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { addLogOptions } from '../options/logs.js';

const ID = '0199c3a4-5f6b-7000-8000-000000000000';

export function declareJob(program: Command): void {
  const job = program
    .command('job')
    .summary('Show, retry or cancel one job')
    .description('Shows and controls one job. `casparian jobs` and `casparian enqueue` print job ids.');
  declareReadCommands(job);
  declareDeeds(job);
  examples(job, [
    [`casparian job why ${ID}`, 'Why does it not start?'],
    [`casparian job logs -f ${ID}`, 'Follow the output'],
    [`casparian job retry ${ID}`, 'Once more, after the cause is gone'],
  ]);
}

function declareReadCommands(job: Command): void {
  const show = job
    .command('show <id>')
    .summary('Show all details of a job')
    .description('Shows the payload and result of a job, and the error of each attempt with suggested fixes.')
    .action(runs(() => import('./job/show.js')));
  examples(show, [
    [`casparian job show ${ID}`, 'What went wrong, and what to do'],
    [`casparian job show ${ID} --json | jq .errors`, 'All its errors, for a script'],
  ]);
  const logs = job
    .command('logs <id>')
    .summary('Print the logs of a job')
    .description('Prints the log of the job and the output of its program, in order of time.');
  addLogOptions(logs).action(runs(() => import('./job/logs.js')));
  examples(logs, [
    [`casparian job logs ${ID} --attempt 1`, 'Only the first attempt'],
    [`casparian job logs -f ${ID}`, 'Follow the output'],
  ]);
  const why = job
    .command('why <id>')
    .summary('Explain why a job is not running')
    .description('Explains why a job is not running.')
    .action(runs(() => import('./job/why.js')));
  examples(why, [[`casparian job why ${ID}`, 'For example a paused queue, or no worker']]);
}

function declareDeeds(job: Command): void {
  const retry = job
    .command('retry <id>')
    .summary('Run a job again')
    .description('Runs a failed, dead or cancelled job again with new attempt counters. Runs a waiting job at once.')
    .option('--same-version', 'Read the file with the version of the parser that failed, not with the current one')
    .action(runs(() => import('./job/retry.js')));
  examples(retry, [[`casparian job retry ${ID}`, 'For many jobs: casparian triage retry']]);
  const cancel = job
    .command('cancel <id>')
    .summary('Cancel a job')
    .description('Cancels a waiting job at once. Requests a running job to stop, on any machine.')
    .action(runs(() => import('./job/cancel.js')));
  examples(cancel, [[`casparian job cancel ${ID}`, 'The job ends as cancelled; `job retry` runs it again']]);
}
