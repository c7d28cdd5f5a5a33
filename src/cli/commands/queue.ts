import type { Command } from 'commander';
import { examples } from '../examples.js';
import { CasparianError } from '../../platform/index.js';
import { runs } from '../invocation.js';
import { wholeNumber } from '../options/values.js';

export function declareQueue(program: Command): void {
  const queue = program
    .command('queue')
    .summary('Pause, resume and limit queues')
    .description('A queue is created with its first job. A paused queue accepts jobs but does not start them.');
  const list = queue
    .command('list')
    .summary('List queues with unfinished jobs, and paused and limited queues')
    .description('Lists the queues that have unfinished jobs, are paused or have a limit.')
    .action(runs(() => import('./queue/list.js')));
  examples(list, [['casparian queue list', 'Pending and running jobs of each queue']]);
  const show = queue
    .command('show <name>')
    .summary('Show one queue and its limit')
    .description('Shows the unfinished jobs of a queue, whether it is paused, and its limit.')
    .action(runs(() => import('./queue/show.js')));
  examples(show, [['casparian queue show mail', 'Its jobs, its state and its limit']]);
  const limit = queue
    .command('limit <name>')
    .summary('Limit how often and how many jobs of a queue run')
    .description(
      'Limits the jobs of a queue on all workers together. Bounds that are not given stay as they are. Jobs over the limit wait without being charged.',
    )
    .option(
      '--concurrency <n>',
      'How many may run at once; 0 starts none',
      wholeNumber('--concurrency', { min: 0, max: 1_000_000 }),
    )
    .option('--rate <n>', 'How many may start per minute, also a fraction; 0 starts none', perMinute)
    .option(
      '--burst <n>',
      'How many of them may start at once after a pause (1)',
      wholeNumber('--burst', { min: 1, max: 1_000_000 }),
    )
    .option('--none', 'Remove the limit')
    .action(runs(() => import('./queue/limit.js')));
  examples(limit, [
    ['casparian queue limit mail --concurrency 2 --rate 60 --burst 5', 'At most 2 at once, and 60 a minute'],
    ['casparian queue limit mail --none', 'Remove the limit'],
  ]);
  const pause = queue
    .command('pause <name>')
    .summary('Stop starting jobs of a queue')
    .description('Stops starting jobs of this queue on all workers. Running jobs continue.')
    .option('--reason <text>', 'Shown by `queue list` and `job why`')
    .action(runs(() => import('./queue/pause.js')));
  examples(pause, [["casparian queue pause mail --reason 'provider is down'", '`job why` shows the reason']]);
  const resume = queue
    .command('resume <name>')
    .summary('Resume a paused queue')
    .description('Resumes starting jobs of this queue.')
    .action(runs(() => import('./queue/resume.js')));
  examples(resume, [['casparian queue resume mail', 'Waiting jobs start at once']]);
  examples(queue, [
    ["casparian queue pause mail --reason 'provider is down'", 'Stop starting its jobs'],
    ['casparian queue resume mail', 'Start them again'],
    ['casparian queue limit mail --rate 60', 'Start at most 60 of its jobs a minute'],
  ]);
}

function perMinute(value: string): number {
  const number = /^\d+(\.\d+)?$/.test(value) ? Number(value) : NaN;
  if (!Number.isNaN(number)) return number;
  throw new CasparianError('OPTION_INVALID', `--rate cannot be '${value}'`, {
    why: 'It is the number of jobs that may start per minute.',
    next: ['Write it like 60 or 0.5.'],
  });
}
