import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { addJobOptions } from '../options/job.js';
import { duration, instant } from '../options/values.js';

export function declareEnqueue(program: Command): void {
  const enqueue = program
    .command('enqueue <type>')
    .summary('Add a job to a queue')
    .description('Adds a job and prints its id. Once the id is printed, the job is committed.');
  addJobOptions(enqueue)
    .option('--run-at <time>', 'Start at this time at the earliest (ISO 8601): 2026-03-01T08:00:00Z', instant)
    .option('--delay <duration>', 'Start after this delay at the earliest: 15m, 2h', duration)
    .option('--idempotency-key <key>', 'Return the existing job if this tenant and type already has one with this key')
    .option('--memo', 'Return the completed job if one has the same type and payload')
    .option('--force', 'With --memo: run the job anyway, and remember the new result')
    .action(runs(() => import('./enqueue.run.js')));
  examples(enqueue, [
    ['casparian enqueue noop', 'A job that does nothing'],
    [`casparian enqueue sleep --payload '{"ms": 5000}' --delay 1m`, 'In one minute'],
    ['casparian enqueue report --jobs ./jobs.mjs --payload @march.json', 'A job type of your own module'],
    ['casparian enqueue report --idempotency-key march --json', '{"id":…,"status":…,"deduplicated":…}'],
  ]);
}
