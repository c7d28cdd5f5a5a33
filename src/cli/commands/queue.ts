import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';

export function declareQueue(program: Command): void {
  const queue = program
    .command('queue')
    .summary('Pause and resume queues')
    .description('A queue is created with its first job. A paused queue accepts jobs but does not start them.');
  const list = queue
    .command('list')
    .summary('List queues with unfinished jobs, and paused queues')
    .description('Lists the queues that have unfinished jobs or are paused.')
    .action(runs(() => import('./queue/list.js')));
  examples(list, [['casparian queue list', 'Pending and running jobs of each queue']]);
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
  ]);
}
