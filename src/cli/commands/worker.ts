import type { Command } from 'commander';
import { examples } from '../examples.js';
import { type Run, runs } from '../invocation.js';
import { addRuntimeOptions } from '../options/runtime.js';
import { addServingOptions } from '../options/serving.js';
import { repeated } from '../options/values.js';
import { staySmall } from '../stay-small.js';
import type { WorkerOptions } from './worker.run.js';

export function declareWorker(program: Command): void {
  const worker = program
    .command('worker')
    .summary('Run jobs')
    .description(
      'Runs jobs, including those of registered parsers and tasks, until SIGTERM or Ctrl-C. Then it takes no new jobs, waits ' +
        'for running ones, and returns the rest to the queue without counting an attempt. A second signal exits at once. ' +
        'Logs go to stderr: JSON, or text on a terminal.',
    )
    .option('--jobs <file>', 'Module with job definitions made with defineJob(). Repeatable', repeated)
    .option('--concurrency <n>', 'Jobs that run at the same time (10)')
    .option('--type <type>', 'Only jobs of this type. Repeatable', repeated)
    .option('--queue <queue>', 'Only jobs of this queue. Repeatable', repeated)
    .option('--tenant <tenant>', 'Only jobs of this tenant. Repeatable', repeated)
    .option('--worker-id <id>', 'Its name in leases, logs and metrics; must be unique per process')
    .option('--drain', 'Exit when no job is due or running');
  const load = async (): Promise<{ run: Run<WorkerOptions> }> => {
    // Its code would be optimised while it is loaded.
    staySmall();
    return import('./worker.run.js');
  };
  addRuntimeOptions(addServingOptions(worker)).action(runs(load, { ownsSignals: true }));
  examples(worker, [
    ['casparian worker --jobs ./jobs.mjs --concurrency 20', 'Run the jobs of your own module'],
    ['casparian worker --queue mail --metrics-port 9464', 'One queue, with metrics'],
    ["casparian worker --type task --allow 'python -m myproject.*'", 'Run only the tasks of one project'],
    ['casparian worker --drain', 'Run the due jobs, then exit (for cron and CI)'],
  ]);
}
