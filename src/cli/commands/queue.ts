import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';

export function declareQueue(program: Command): void {
  const queue = program
    .command('queue')
    .summary('Pause and resume queues')
    .description('Queues come into being with their first job. A paused one accepts jobs and starts none.');
  const list = queue
    .command('list')
    .summary('List those with unfinished jobs, and paused ones')
    .description('Lists the queues that have unfinished jobs or are paused.')
    .action(runs(() => import('./queue/list.js')));
  examples(list, [['casparian queue list', 'How much waits, and where']]);
  const pause = queue
    .command('pause <name>')
    .summary('Start no more jobs of one')
    .description('Starts no more jobs of this queue, on any worker. Those that run go on.')
    .option('--reason <text>', 'Shown by `queue list` and `job why`')
    .action(runs(() => import('./queue/pause.js')));
  examples(pause, [
    ["casparian queue pause mail --reason 'provider is down'", 'Those that wait for it see the reason'],
  ]);
  const resume = queue
    .command('resume <name>')
    .summary('Start its jobs again')
    .description('Starts jobs of this queue again.')
    .action(runs(() => import('./queue/resume.js')));
  examples(resume, [['casparian queue resume mail', 'What has waited starts at once']]);
  examples(queue, [
    ["casparian queue pause mail --reason 'provider is down'", 'Start no more of its jobs'],
    ['casparian queue resume mail', 'Go on'],
  ]);
}
