import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';

export function declareQueue(program: Command): void {
  const queue = program
    .command('queue')
    .summary('Pause and resume queues')
    .description('Queues come into being with their first job. A paused one accepts jobs and starts none.');
  queue
    .command('list')
    .summary('List those with unfinished jobs, and paused ones')
    .description('Lists the queues that have unfinished jobs or are paused.')
    .action(runs(() => import('./queue/list.js')));
  queue
    .command('pause <name>')
    .summary('Start no more jobs of one')
    .description('Starts no more jobs of this queue, on any worker. Those that run go on.')
    .option('--reason <text>', 'Shown by `queue list` and `job why`')
    .action(runs(() => import('./queue/pause.js')));
  queue
    .command('resume <name>')
    .summary('Start its jobs again')
    .description('Starts jobs of this queue again.')
    .action(runs(() => import('./queue/resume.js')));
  examples(queue, [
    ["casparian queue pause mail --reason 'provider is down'", ''],
    ['casparian queue resume mail', ''],
  ]);
}
